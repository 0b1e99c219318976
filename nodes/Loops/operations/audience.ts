import type { IDataObject } from 'n8n-workflow';

import { hasAll } from '../account/contactProperties';
import { OPERATORS } from '../fields/audienceFilter';
import { asRecord } from '../http/request';
import { formatName, listed } from '../values/format';
import { InvalidValue } from '../values/invalidValue';
import { TYPE_WORDS } from '../values/propertyValue';
import type { Known, Needs } from './operation';

const conditionsIn = ({ conditions }: IDataObject) => (conditions ?? []) as IDataObject[];

/** What was chosen for a condition. Text and numbers share two operators of Loops. */
const chosen = ({ operator, value }: IDataObject) =>
	Object.values(OPERATORS).find(
		([, name, kind]) => name === operator && (kind !== 'text' || typeof value === 'string'),
	);

/** Checks that the operator of each condition fits the type of its property. */
export const conditionTypes = {
	needs(fields: IDataObject): Needs {
		// Both are refused together.
		if (Object.keys(asRecord(fields.filterJson)).length > 0) return {};
		const typed = conditionsIn(fields).filter((each) => chosen(each)?.[3]);
		const names = typed.map(({ key }) => String(key));
		return typed.length > 0 ? { properties: { isEnough: hasAll(names), use: 'read' } } : {};
	},

	/** @throws InvalidValue for an operator of another type: Loops would compare text with a number */
	check(fields: IDataObject, { properties = [] }: Known): void {
		for (const condition of conditionsIn(fields)) {
			const [label, , , type] = chosen(condition) ?? [];
			const property = properties.find(({ key }) => key === condition.key);
			if (!type || !property || property.type === type || !(property.type in TYPE_WORDS)) continue;
			const fitting = Object.values(OPERATORS).filter((each) => each[3] === property.type);
			throw new InvalidValue(
				`'Conditions: Operator' can't be '${label}': the property '${formatName(property.key)}' is ${TYPE_WORDS[property.type]}`,
				`Use one of these: ${listed(fitting.map(([name]) => name))}`,
			);
		}
	},
};
