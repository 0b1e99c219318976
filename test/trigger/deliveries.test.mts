import { afterEach, expect, it, vi } from 'vitest';

import { Deliveries } from '../../nodes/LoopsTrigger/deliveries';

const limits = { delivered: 3, pending: 3, pendingMs: 1_000 };
afterEach(() => void vi.useRealTimers());

const responseWith = (statusCode: number) => ({ writableEnded: true, statusCode });

it('remembers a limited number of events and forgets the oldest', () => {
	const deliveries = new Deliveries(limits);
	const isNew = (id: string) => deliveries.add('w', 'n', id, responseWith(200)) === 'new';
	expect(['a', 'b', 'c', 'a'].map(isNew)).toEqual([true, true, true, false]);
	expect(['d', 'b', 'c', 'd', 'a'].map(isNew)).toEqual([true, false, false, false, true]);
});

it.each([
	[200, 'delivered'],
	[204, 'delivered'],
	[304, 'new'],
	[404, 'new'],
	[500, 'new'],
	[503, 'new'],
])(
	'treats an event as pending until it is answered, then after a %i as %s',
	(statusCode, known) => {
		const deliveries = new Deliveries(limits);
		// Before the answer, a response of Node.js has the status 200.
		const response = { writableEnded: false, statusCode: 200 };
		const add = () => deliveries.add('w', 'n', 'a', response);
		expect([add(), add()]).toEqual(['new', 'pending']);
		response.statusCode = statusCode;
		expect(add()).toBe('pending');
		response.writableEnded = true;
		expect(add()).toBe(known);
	},
);

it('distinguishes workflows, nodes and events whatever their IDs contain', () => {
	const names = ['a', 'b', 'a","b'];
	const all = names.flatMap((x) => names.flatMap((y) => names.map((z) => [x, y, z] as const)));
	const deliveries = new Deliveries({ ...limits, delivered: all.length });
	const isNew = (each: (typeof all)[number]) =>
		deliveries.add(...each, responseWith(200)) === 'new';
	expect(all.every(isNew)).toBe(true);
	expect(all.some(isNew)).toBe(false);
});

it('forgets a pending event that n8n never answers', () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	const deliveries = new Deliveries(limits);
	const add = (id: string) =>
		deliveries.add('w', 'n', id, { writableEnded: false, statusCode: 200 });
	expect([add('a'), add('a')]).toEqual(['new', 'pending']);
	vi.advanceTimersByTime(limits.pendingMs);
	expect(add('a')).toBe('pending');
	vi.advanceTimersByTime(1);
	expect([add('a'), add('a')]).toEqual(['new', 'pending']);
});

it('keeps a limited number of pending events', () => {
	const deliveries = new Deliveries(limits);
	const add = (id: string) =>
		deliveries.add('w', 'n', id, { writableEnded: false, statusCode: 200 });
	expect(['a', 'b', 'c', 'a'].map(add)).toEqual(['new', 'new', 'new', 'pending']);
	expect(['d', 'b', 'a'].map(add)).toEqual(['new', 'pending', 'new']);
});
