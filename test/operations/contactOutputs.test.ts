import { describe, expect, it } from 'vitest';

import { formOf, useEmulator } from '../harness/loops.mts';
import { everyOperation } from '../harness/operations.mts';

const loops = useEmulator();

const QUOTA = ['removalQuotaRemaining', 'removalQuotaLimit'];

/** What people look for comes first: the answer, who it is about, IDs of Loops. */
const ORDER: Record<string, string[]> = {
	'contact create': ['created', 'success', 'email', 'id'],
	'contact upsert': ['success', 'email', 'id'],
	'contact update': ['found', 'success', 'email', 'id'],
	'contact find': ['found', 'email', 'firstName', 'lastName', 'source'],
	'contact delete': ['found', 'deleted', 'email'],
	'contact checkSuppression': ['found', 'isSuppressed', 'email', 'userId', 'id', ...QUOTA],
	'contact removeSuppression': ['found', 'removed', 'email', ...QUOTA],
	'mailingList subscribe': ['found', 'success', 'email', 'id'],
	'mailingList unsubscribe': ['found', 'success', 'email', 'id'],
	'event send': ['success', 'deduplicated', 'email', 'eventName'],
	'transactionalEmail send': ['success', 'deduplicated', 'email', 'transactionalId'],
};

/** Operations about the person in the field Email. */
const aboutPeople = everyOperation.filter(([, parameters]) =>
	formOf(parameters).some(({ name }) => name === 'email'),
);

const isNested = (value: unknown) => typeof value === 'object' && value !== null;

describe.each(aboutPeople)('the output of %s', (name, parameters) => {
	it('starts with what people look for, and is flat', async () => {
		const { json } = await loops.run(parameters);
		expect(json).toHaveLength(1);
		const fields = Object.keys(json[0]);
		expect(name === 'contact find' ? fields.slice(0, 5) : fields).toEqual(ORDER[name]);
		const nested = fields.filter((field) => isNested(json[0][field]));
		expect(nested).toEqual(name === 'contact find' ? ['mailingLists', 'mailingListNames'] : []);
	});
});

it('operations about a person are in the table', () => {
	expect(aboutPeople.map(([name]) => name).sort()).toEqual(Object.keys(ORDER).sort());
});

/** Not Find: the next node may create the contact from its item, and would write nulls. */
const lookingUp = aboutPeople.filter(
	([name]) => ORDER[name]?.[0] === 'found' && name !== 'contact find',
);

describe.each(lookingUp)('the output of %s for nobody', (_name, parameters) => {
	it.each(['kim@example.com', 'u-77'])(
		'has the fields of that for %s, so that tables show no undefined',
		async (known) => {
			const by = known === 'u-77' ? 'userId' : 'email';
			const outputFor = async (person: string) => {
				const options = { whenNotFound: 'foundFalse', ignoreIfNotSuppressed: true };
				const given = { ...parameters, email: '', findBy: by, [by]: person, options };
				return (await loops.run(given)).json[0];
			};
			const [somebody, nobody] = [await outputFor(known), await outputFor('nobody@example.com')];
			expect([somebody.found, nobody.found]).toEqual([true, false]);
			expect(Object.keys(nobody)).toEqual(Object.keys(somebody));
			expect(Object.values({ ...somebody, ...nobody })).not.toContain(undefined);
		},
	);
});
