import type { IDataObject } from 'n8n-workflow';

import type { Mapping } from '../form/namedValues';
import type { LoopsRequest } from '../http/request';
import type { InputNotes } from '../operations/base/tools';
import { formatName, listed, sentence } from '../values/format';
import type { Validated } from './handle';
import { optedOutText } from './warnings';

interface Found {
	/** The first change, if the item makes one. */
	would?: Validated;
	/** All that keeps the item from being sent. */
	reasons?: string[];
}

/** The output of Validate Only. */
export function validationOutput(
	{ warnings, mapping }: { warnings: string[]; mapping?: InputNotes['mapping'] },
	{ would, reasons = [] }: Found = {},
): IDataObject {
	const { steps, content } = { ...would?.follows };
	return {
		ready: reasons.length === 0,
		reasons,
		warnings: [...optedOut(mapping), ...warnings.map(sentence)],
		...(mapping && { mapping: mapping.sentAs, notMapped: mapping.notMapped }),
		request: would ? requestShown(would.request) : null,
		...(steps && { next: steps }),
		...(content && { content }),
	};
}

const optedOut = ({ saysNo = [] }: Partial<Mapping> = {}): string[] =>
	saysNo.length > 0 ? [optedOutText(listed(saysNo.map(formatName)))] : [];

const requestShown = ({ method, path, body, qs, headers }: LoopsRequest): IDataObject => ({
	method,
	path,
	...(qs && { qs }),
	...(body && { body }),
	...(headers && { headers }),
});
