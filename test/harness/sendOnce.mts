import type { IDataObject } from 'n8n-workflow';

/** The option Send Only Once. */
export const onceBy = (mode: unknown, key?: unknown): { sendOnlyOnce: IDataObject } => ({
	sendOnlyOnce: { rule: { mode, ...(key !== undefined && { key }) } as IDataObject },
});
export const perKey = (key: unknown) => onceBy('perKey', key);
export const perRawKey = (key: unknown) => onceBy('perRawKey', key);
export const onceOff = onceBy('off');
