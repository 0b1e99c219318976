import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { read, root } from '../harness/repository.mts';
import { Journal } from './journal.mts';
import { tableOf } from './report.mts';
import { ASSUMPTIONS, checkAll, cleanUp } from './run.mts';
import { startService } from './testService.mts';

const { emulator, serviceOf } = await startService();

describe('the emulator', () => {
	it('does what the node assumes of Loops', async () => {
		const results = await checkAll(serviceOf(), 'send');
		const others = results.filter(({ outcome }) => outcome !== 'held');
		expect(others.filter(({ outcome }) => outcome === 'differs')).toEqual([]);
		expect(new Set(others.map(({ reason }) => reason))).toEqual(new Set(['no call can tell']));
	});

	it('is as before once a run has cleaned up', async () => {
		const before = emulator.contacts();
		const journal = new Journal();
		const service = serviceOf(journal);
		await checkAll(service, 'write');
		expect(emulator.contactCount).toBeGreaterThan(before.length);
		expect(await cleanUp(service, journal)).toEqual([]);
		expect(emulator.contacts()).toEqual(before);
	});

	it('is only read without leave to write', async () => {
		const before = { contacts: emulator.contacts(), events: emulator.eventPatterns() };
		await checkAll(serviceOf(), 'read');
		expect({ contacts: emulator.contacts(), events: emulator.eventPatterns() }).toEqual(before);
		expect([emulator.outbox, emulator.eventLog]).toEqual([[], []]);
	});
});

describe('the assumptions', () => {
	it('have IDs of their own', () => {
		const ids = ASSUMPTIONS.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('name files that exist', () => {
		const files = ASSUMPTIONS.flatMap(({ ifNot }) => ifNot.match(/[\w./-]+\.(ts|md)/g) ?? []);
		const missing = files.filter((file) =>
			['', 'nodes/', 'nodes/Loops/'].every((room) => !existsSync(`${root}${room}${file}`)),
		);
		expect(missing).toEqual([]);
	});

	it('stand in docs/contract.md', () => {
		// The page is formatted: only the words count.
		const words = (text: string) => text.replace(/\s+|-{3,}/g, ' ');
		expect(words(read('docs/contract.md'))).toContain(words(tableOf(ASSUMPTIONS)).trim());
	});
});
