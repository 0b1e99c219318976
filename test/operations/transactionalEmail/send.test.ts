import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

const WELCOME = 'cm8tx0welcome00000000001a';
const RECEIPT = 'cm8tx0receipt00000000003a';

describe('Transactional Email > Send', () => {
	const send = { resource: 'transactionalEmail', operation: 'send', email: 'kim@example.com' };

	it('sends variables, arrays of objects and attachments, and adds to the audience', async () => {
		const { json } = await loops.run({
			...send,
			email: 'buyer@example.com',
			transactionalId: { mode: 'list', value: RECEIPT, cachedResultName: 'Order receipt' },
			dataVariables: {},
			options: {
				dataVariablesJson: {
					orderNumber: 'A-7',
					total: 12.5,
					items: [{ title: 'Pen', price: 2 }],
					couponCode: '',
				},
				addToAudience: true,
				attachments: {
					base64: [{ filename: 'a.txt', contentType: 'text/plain', data: 'aGVsbG8g\nd29ybGQ=' }],
				},
			},
		});
		expect(json).toMatchObject([{ success: true }]);
		expect(loops.sent()).toEqual([
			{
				method: 'POST',
				path: '/v1/transactional',
				query: {},
				body: {
					transactionalId: RECEIPT,
					email: 'buyer@example.com',
					addToAudience: true,
					dataVariables: {
						orderNumber: 'A-7',
						total: 12.5,
						items: [{ title: 'Pen', price: 2 }],
						couponCode: '',
					},
					attachments: [{ filename: 'a.txt', contentType: 'text/plain', data: 'aGVsbG8gd29ybGQ=' }],
				},
			},
		]);
		expect(loops.emulator.outbox[0].attachments).toEqual([
			{ filename: 'a.txt', contentType: 'text/plain', bytes: 11 },
		]);
		expect(loops.emulator.contact('buyer@example.com')).toBeDefined();
	});

	it('leaves out fields that are not set', async () => {
		loops.emulator.inject({ kind: 'body', body: { success: true } });
		await loops.run({ ...send, transactionalId: { mode: 'id', value: ` ${WELCOME} ` } });
		expect(loops.sent()[0].body).toEqual({ transactionalId: WELCOME, email: 'kim@example.com' });
	});

	it('sends typed variables from the form and an ID from an expression', async () => {
		await loops.run(
			{
				...send,
				transactionalId: { mode: 'id', value: '={{ $json.template }}' },
				options: {
					extraDataVariables: {
						assignments: [
							{ id: '1', name: 'orderNumber', type: 'string', value: '={{ 77 }}' },
							{ id: '2', name: 'total', type: 'number', value: '={{ 0 }}' },
							{ id: '3', name: 'items', type: 'array', value: '[{"title": "Pen", "price": 2}]' },
						],
					},
				},
			},
			[{ template: RECEIPT }],
		);
		expect(loops.emulator.outbox[0].dataVariables).toEqual({
			orderNumber: '77',
			total: 0,
			items: [{ title: 'Pen', price: 2 }],
		});
	});

	it('sends the idempotency key from its own field or from a header', async () => {
		const welcome = {
			...send,
			transactionalId: { mode: 'id', value: WELCOME },
			dataVariables: { mappingMode: 'defineBelow', value: { firstName: 'Kim' } },
		};
		await loops.run({ ...welcome, options: { customIdempotencyKey: 'a' } });
		await loops.run({
			...welcome,
			options: { headers: { header: [{ name: 'IDEMPOTENCY-KEY', value: 'b' }] } },
		});
		expect(loops.emulator.outbox.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['a', 'b']);
	});
});
