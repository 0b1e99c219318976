/** Every operation. Dropdowns and n8n's list of actions follow this order, within each resource. */
const BY_USE = [
	...['send', 'saveContent', 'subscribe', 'unsubscribe', 'upload'],
	...['upsert', 'create', 'update', 'find', 'schedule', 'publish', 'sendPreview', 'check'],
	...['getDraft', 'addBranch', 'reroute', 'changeMailingList'],
	...['getAll', 'get', 'getMetrics', 'getEngagement', 'checkSuppression', 'removeSuppression'],
	...['delete', 'test'],
] as const;

export type OperationValue = (typeof BY_USE)[number];

type Ranked = { value: OperationValue };

/** Compares operations for sorting: what users need most often comes first. */
export const compareByUse = (a: Ranked, b: Ranked): number =>
	BY_USE.indexOf(a.value) - BY_USE.indexOf(b.value);
