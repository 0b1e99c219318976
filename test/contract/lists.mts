import {
	allWith,
	Difference,
	expectAnswer,
	isRecord,
	listOf,
	NotChecked,
	pageOf,
	refusal,
} from './assumption.mts';
import { get } from './reading.mts';

const TYPES = ['string', 'number', 'boolean', 'date'];

/** The lists of the account, and what stands in them. */
export const LISTS = allWith('read', [
	{
		id: 'lists',
		says: 'GET /lists answers with an array of id, name, description and isPublic.',
		reliedOnBy: 'the dropdowns of mailing lists, Mailing List > Get Many',
		check: get('/lists', 200, listOf('id', 'name', 'description', 'isPublic')),
	},
	{
		id: 'properties',
		says: 'GET /contacts/properties answers with an array of key, label and one of four types.',
		reliedOnBy: 'the fields of contact properties, Contact Property > Get Many',
		check: get('/contacts/properties', 200, {
			of: `an array of key, label and type (${TYPES.join(', ')})`,
			is: (body) =>
				listOf('key', 'label', 'type').is(body) &&
				(body as Array<{ type: string }>).every(({ type }) => TYPES.includes(type)),
		}),
	},
	{
		id: 'properties-custom',
		says: 'With list=custom only the properties of the account are listed.',
		reliedOnBy: 'Contact Property > Get Many, Custom',
		check: get('/contacts/properties?list=custom', 200, {
			of: 'no firstName in the array',
			is: (body) =>
				listOf('key').is(body) &&
				(body as Array<{ key: string }>).every(({ key }) => key !== 'firstName'),
		}),
	},
	{
		id: 'properties-order',
		says: 'The properties of every account come before those of this one.',
		source: 'seen',
		reliedOnBy: 'the order of typed fields',
		check: async (service) => {
			const propertyKeys = async (list: string) => {
				const answer = await service.call('GET', `/contacts/properties?list=${list}`);
				expectAnswer(answer, 200, listOf('key'));
				return (answer.body as Array<{ key: string }>).map(({ key }) => key);
			};
			const custom = await propertyKeys('custom');
			const all = await propertyKeys('all');
			const last = new Set(all.slice(all.length - custom.length));
			if (custom.some((key) => !last.has(key))) {
				throw new Difference('custom properties last', 'another order');
			}
		},
	},
	{
		id: 'published-emails',
		says: 'GET /transactional lists published emails by pages, with id, name and dataVariables.',
		reliedOnBy: 'the picker of emails, Missing Variables, Transactional Email > Get Many',
		check: get('/transactional?perPage=10', 200, pageOf('id', 'name', 'dataVariables')),
	},
	{
		id: 'page-size',
		says: 'A perPage outside 10 to 50 is refused with 400.',
		source: 'guessed',
		reliedOnBy: 'the bounds of Page Size',
		check: get('/transactional?perPage=51', 400, refusal),
	},
	{
		id: 'event-patterns',
		says: 'GET /event-patterns lists events by pages, with id and eventName.',
		reliedOnBy: 'the picker of events',
		check: get('/event-patterns?perPage=10', 200, pageOf('id', 'eventName')),
	},
	{
		id: 'event-by-name-unknown',
		says: 'An event that the account does not know gets 404 from /event-patterns/by-name.',
		reliedOnBy: 'the warning about an event that is new to Loops',
		check: async (service) => {
			const path = '/event-patterns/by-name/no%20such%20event%2F';
			expectAnswer(await service.call('GET', path), 404);
		},
	},
	{
		id: 'event-case',
		says: 'Upper and lower case count in the name of an event.',
		reliedOnBy: 'the warning about an event that differs in case from a known one',
		check: async (service) => {
			const { body } = await service.call('GET', '/event-patterns?perPage=50');
			const { data } = (isRecord(body) ? body : {}) as { data?: Array<{ eventName: string }> };
			const names = (data ?? []).map(({ eventName }) => eventName);
			const swapped = names
				.map((name) => (name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()))
				.find((name) => !names.includes(name));
			if (swapped === undefined) throw new NotChecked('the account has no event');
			const path = `/event-patterns/by-name/${encodeURIComponent(swapped)}`;
			expectAnswer(await service.call('GET', path), 404);
		},
	},
	{
		id: 'content-emails',
		says: 'GET /transactional-emails lists drafts and published emails by pages.',
		reliedOnBy: 'Save Content by name, and the lists of emails and drafts',
		check: get('/transactional-emails?perPage=10', 200, pageOf('id', 'publishedEmailMessageId')),
	},
]);
