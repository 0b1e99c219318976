import { describe, expect, it } from 'vitest';

import { withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { everyOperation, parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

describe('clearing properties', () => {
	it.each([
		['contact upsert', parametersOf.upsert],
		['contact update', { ...parametersOf.upsert, operation: 'update' }],
		['event send', parametersOf.sendEvent],
	])('works with %s', async (_name, parameters) => {
		await loops.run(withAdded(parameters, { clearProperty: ['seats', 'isBeta'] }));
		expect(loops.emulator.contact('kim@example.com')).toMatchObject({
			seats: null,
			isBeta: null,
			planName: 'team',
		});
	});

	it.each(['email', 'userId', 'mailingLists', 'subscribed', '__proto__'])(
		'is refused for %s',
		async (name) => {
			const { error } = await loops.run({
				...parametersOf.upsert,
				additionalFields: { clearProperty: `={{ ["${name}"] }}` },
			});
			expect(error?.message).toBe(`'Clear Property Names or IDs' can't clear '${name}' [item 0]`);
			expect(loops.emulator.requests).toHaveLength(0);
		},
	);
});

describe('subscription and mailing lists', () => {
	const lists = {
		addToList: ['cm9list0investors00000003'],
		removeFromList: ['cm9list0releasenotes00001'],
	};

	it.each([
		['contact create', parametersOf.create],
		['contact upsert', parametersOf.upsert],
		['contact update', { ...parametersOf.upsert, operation: 'update' }],
		['event send', parametersOf.sendEvent],
	])('can be set with %s', async (_name, parameters) => {
		await loops.run(withAdded(parameters, { ...lists, subscription: 'subscribe' }));
		expect(loops.calls().at(-1)?.body).toMatchObject({
			subscribed: true,
			mailingLists: { cm9list0investors00000003: true, cm9list0releasenotes00001: false },
		});
	});

	it('are sent only by operations that set them', async () => {
		for (const [name, parameters] of everyOperation) {
			if (name.endsWith('subscribe')) continue;
			await loops.run(parameters);
			const sent = Object.keys((loops.emulator.requests.at(-1)?.body as object) ?? {});
			expect(sent).not.toContain('subscribed');
			expect(sent).not.toContain('mailingLists');
		}
	});
});
