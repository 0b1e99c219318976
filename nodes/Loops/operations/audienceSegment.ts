import { audienceFields, withFilter } from '../fields/audienceFilter';
import { allOf } from '../api/content';
import { descriptionOf, nameOf } from '../form/body';
import { format } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import type { Operation } from './base/operation';
import { create, getOne, getMany } from './base/builders';
import { segment } from './base/resources';

const { conditions, match, filterJson } = audienceFields;

const name = nameOf(
	'Name of the segment, up to 255 characters. No two segments can have the same name.',
);
const description = descriptionOf('What the segment is for, up to 1,000 characters');

export const segments: Operation[] = [
	getMany(segment, 'List the segments with their IDs and conditions'),
	getOne(segment, 'Look up the conditions of a segment'),
	create(segment, {
		given: { name, conditions, match },
		added: { description, filterJson },
		toBody: (fields) => withFilter(fields, 'filter'),
		precheck: async (given, get) => {
			const names = (await allOf(get, segment.path)).map((each) => String(each.name));
			if (!names.includes(String(given.name))) return;
			throw new ItemRefused(
				`Loops already has a segment called ${format(given.name)}`, // contract: segment-name
				'Choose another name, or use the segment that exists',
			);
		},
		rejections: [
			{
				status: 400,
				says: /property/i,
				problem: 'A condition uses a property that does not exist in Loops',
				hint: "Choose the property from the list, or check its name in 'Filter (JSON)'. Names are case-sensitive",
			},
			{
				status: 400,
				problem: 'Loops refused the segment',
				hint: 'The name may be taken, or there may be too many conditions. Try another name, or fewer conditions',
			},
			{
				status: 404, // contract: segment-filter-unknown
				problem: 'A condition refers to something that does not exist in Loops',
				hint: "Check the IDs of campaigns and workflows in 'Filter (JSON)'",
			},
		],
		description: 'Save conditions, such as a plan, to use as the audience of campaigns',
	}),
];
