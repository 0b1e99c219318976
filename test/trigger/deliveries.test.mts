import { expect, it } from 'vitest';

import { Deliveries } from '../../nodes/LoopsTrigger/deliveries';

it('remembers as many as it may, and forgets the oldest', () => {
	const deliveries = new Deliveries(3);
	const isNew = (id: string) => deliveries.add('w', 'n', id) !== undefined;
	expect(['a', 'b', 'c', 'a'].map(isNew)).toEqual([true, true, true, false]);
	expect(['d', 'b', 'c', 'd', 'a'].map(isNew)).toEqual([true, false, false, false, true]);
});

it('forgets when told to', () => {
	const deliveries = new Deliveries(3);
	deliveries.add('w', 'n', 'a')?.();
	expect(deliveries.add('w', 'n', 'a')).toBeDefined();
	expect(deliveries.add('w', 'n', 'a')).toBeUndefined();
});

it('tells workflows, nodes and events apart, however they are called', () => {
	const names = ['a', 'b', 'a","b'];
	const all = names.flatMap((x) => names.flatMap((y) => names.map((z) => [x, y, z] as const)));
	const deliveries = new Deliveries(all.length);
	expect(all.every((each) => deliveries.add(...each))).toBe(true);
	expect(all.some((each) => deliveries.add(...each))).toBe(false);
});
