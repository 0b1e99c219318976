import type { ResourceMapperField } from 'n8n-workflow';

import type { AccountFacts } from '../account/facts';
import type { Body, Identifier } from '../values/checked';
import { ItemRefused, readEach } from '../values/itemRefused';
import { isPlainObject } from '../values/parse';
import { Reference } from './reference';
import type { ParameterValue } from './parameterValue';

/** Holds no reference. */
type Plain =
	| string
	| number
	| boolean
	| null
	| undefined
	| ((...args: never[]) => unknown)
	| ReadonlyMap<unknown, unknown>
	| Record<string, string>
	| ResourceMapperField
	| ParameterValue;

/** What the form gave, once all references are replaced by IDs. */
export type Known<T> = T extends Reference
	? never
	: T extends Plain
		? T
		: T extends unknown[]
			? { [K in keyof T]: Known<T[K]> }
			: string extends keyof T
				? Body
				: { [K in keyof T]: Known<T[K]> };

/** The IDs of all references. */
export async function idsOf(
	references: readonly Reference[],
	facts: AccountFacts,
): Promise<Map<Reference, Identifier>> {
	const found = await Promise.all(
		references.map(async (each) => {
			try {
				return { each, id: await each.find(facts) };
			} catch (caught) {
				if (caught instanceof ItemRefused) return { each, refused: caught };
				throw caught as Error;
			}
		}),
	);
	const pairs = readEach(found, ({ each, id, refused }): [Reference, Identifier] => {
		if (refused) throw refused;
		return [each, id];
	});
	return new Map(pairs);
}

/** Replaces each reference in the values of an item. */
export function withIds<T>(values: T, idOf: (reference: Reference) => Identifier): Known<T> {
	const replaced = (value: unknown): unknown => {
		if (value instanceof Reference) return idOf(value);
		if (Array.isArray(value)) return value.map(replaced);
		if (!isPlainObject(value)) return value;
		return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each)]));
	};
	return replaced(values) as Known<T>;
}
