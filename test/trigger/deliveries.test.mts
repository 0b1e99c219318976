import { afterEach, expect, it, vi } from 'vitest';

import { Deliveries } from '../../nodes/LoopsTrigger/deliveries';

const limits = { delivered: 3, pending: 3, pendingMs: 1_000 };
afterEach(() => void vi.useRealTimers());

const answered = (statusCode: number) => ({ writableEnded: true, statusCode });

it('remembers as many as it may, and forgets the oldest', () => {
	const deliveries = new Deliveries(limits);
	const isNew = (id: string) => deliveries.add('w', 'n', id, answered(200)) === 'new';
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
])('takes an event for pending until it is answered; after %i, it is %s', (statusCode, known) => {
	const deliveries = new Deliveries(limits);
	// 200 is what a response has until somebody answers.
	const response = { writableEnded: false, statusCode: 200 };
	const add = () => deliveries.add('w', 'n', 'a', response);
	expect([add(), add()]).toEqual(['new', 'pending']);
	response.statusCode = statusCode;
	expect(add()).toBe('pending');
	response.writableEnded = true;
	expect(add()).toBe(known);
});

it('tells workflows, nodes and events apart, however they are called', () => {
	const names = ['a', 'b', 'a","b'];
	const all = names.flatMap((x) => names.flatMap((y) => names.map((z) => [x, y, z] as const)));
	const deliveries = new Deliveries({ ...limits, delivered: all.length });
	const isNew = (each: (typeof all)[number]) => deliveries.add(...each, answered(200)) === 'new';
	expect(all.every(isNew)).toBe(true);
	expect(all.some(isNew)).toBe(false);
});

it('forgets an event that n8n does not answer: its sender hung up, and its queued execution was stopped', () => {
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

it('keeps no more requests than it may', () => {
	const deliveries = new Deliveries(limits);
	const add = (id: string) =>
		deliveries.add('w', 'n', id, { writableEnded: false, statusCode: 200 });
	expect(['a', 'b', 'c', 'a'].map(add)).toEqual(['new', 'new', 'new', 'pending']);
	expect(['d', 'b', 'a'].map(add)).toEqual(['new', 'pending', 'new']);
});
