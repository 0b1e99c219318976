import type { IDataObject } from 'n8n-workflow';

import { answersWith, contentCall } from '../../api/content';
import type { Field } from '../../form/form';
import { locator, locatorProperty, options } from '../../form/parameter';
import { readEventName } from '../../fields/eventProperties';
import { operation } from '../base/operation';
import { getMany } from '../base/builders';

const eventName = {
	displayName: 'Event Name',
	name: 'eventName',
	description: 'Event to look up, by its name or ID. Names are case-sensitive.',
	search: 'searchEvents',
	exampleName: 'signup',
};
const id = locator(eventName);

/** The path of an event below `/event-patterns/`. The list gives names. */
const eventPath: Field<string> = {
	properties: [locatorProperty({ ...eventName, modes: ['list', 'name', 'id'] })],
	read: (form) => {
		if (form.locator('eventName', 'Event Name').mode === 'id') return id.read(form);
		const { name } = readEventName(form, 'Choose an event from the list, or enter its name');
		return `by-name/${encodeURIComponent(name)}`;
	},
};

export const get = operation({
	value: 'get',
	name: 'Get',
	action: 'Get event',
	description: 'Look up which properties Loops has seen with an event',
	fields: { eventPath, options: options({}) },
	run: async (values, { get }) => {
		const pattern = contentCall({
			method: 'GET',
			path: `/event-patterns/${values.eventPath}`,
			isAnswer: answersWith('eventName', 'eventProperties'),
			rejections: [
				{
					status: 404,
					problem: 'Loops has no event with this name or ID',
					hint: 'Choose an event from the list. Loops lists an event after it has received the event once',
				},
			],
		});
		return (await get(pattern)) as IDataObject;
	},
});

export const getAll = getMany(
	{ noun: 'event', path: '/event-patterns', id },
	'List the events that Loops knows, with their names and IDs',
);
