import { expect, it } from 'vitest';
import { abridged, printed } from '../abridged.mts';
import { NO_VARIABLES, startUnlimited } from '../testClient.mts';
import { rowsOf } from './reading.mts';

const { emulator, call } = await startUnlimited();
/** The size of the page with the seed alone. */
const seeded = (await open()).length;

async function open() {
	const response = await fetch(emulator.origin, { headers: { accept: 'text/html' } });
	return await response.text();
}

it('the page shows the beginning of a large body without printing all of it', async () => {
	const data = 'A'.repeat(3_900_000);
	const attachments = [{ filename: 'a.pdf', contentType: 'application/pdf', data }];
	const email = { transactionalId: NO_VARIABLES, email: 'nia@example.com', attachments };
	await call('POST', '/transactional', email);
	const html = await open();
	expect(html).toContain('{\n  &quot;transactionalId&quot;');
	expect(html).toMatch(/&quot;data&quot;: &quot;A{1500,2000} …<\/pre>/);
	expect(html.length - seeded).toBeLessThan(10_000);
});

it('the page shows 50 properties, variables and attachments at most', async () => {
	const many = Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index]);
	const event = { email: 'kim@example.com', eventName: 'many' };
	await call('POST', '/events/send', { ...event, eventProperties: Object.fromEntries(many) });
	const file = { contentType: 'a/b', data: 'QUJD' };
	await call('POST', '/transactional', {
		transactionalId: NO_VARIABLES,
		email: 'nia@example.com',
		dataVariables: Object.fromEntries(many),
		attachments: many.map(([filename]) => ({ filename, ...file })),
	});
	const html = await open();
	const [[, , , properties]] = rowsOf(html, 'events');
	expect(properties).toMatch(/^k0 0 k1 1 .* k49 49 … and 19950 more$/);
	const [[, , , variables, attachments]] = rowsOf(html, 'emails');
	expect(variables).toMatch(/ k49 49 … and 19950 more$/);
	expect(attachments).toMatch(/^k0 \(3 B\) .* k49 \(3 B\) … and 19950 more$/);
	expect(html.length - seeded).toBeLessThan(30_000);
});

it('the page accepts or refuses forms of any size', async () => {
	const form = async (body: string) => {
		const headers = { accept: 'application/json' };
		const given = { method: 'POST', headers, body };
		return (await fetch(`${emulator.origin}/__emulator/page`, given)).status;
	};
	const call = 'call=POST+/__emulator/faults';
	const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
	expect(await form(`${call}${'&json=1'.repeat(300_000)}`)).toBe(400);
	expect(await form(`${call}&json={"kind":"body","body":${deep}}`)).toBe(400);
	expect(await form(`call=POST+/__emulator/happen&json={"event":${deep}}`)).toBe(400);
	expect(await form(`${call}&json={"kind":"html"}${'&json={}'.repeat(300_000)}`)).toBe(200);
	expect(await form(`${call}&json={"__proto__":{"kind":"html"}}`)).toBe(400);
	expect(emulator.waitingFaults).toHaveLength(1);
});

it.each([
	[null, 9, null],
	['abcdef', 3, 'ab…'],
	[[1, 2, 3, 4], 3, [1, 2, '…']],
	[{ abc: 'def', ghi: 1 }, 5, { abc: '…', '…': '…' }],
	[{ a: [{}], b: true }, 99, { a: [{}], b: true }],
])('abridges %j', (value, room, expected) => {
	expect(abridged(value, room)).toEqual(expected);
	expect(printed(value)).toBe(JSON.stringify(value));
});
