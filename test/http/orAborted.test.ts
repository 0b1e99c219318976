import { describe, expect, it } from 'vitest';

import { orAborted } from '../../nodes/Loops/http/orAborted.ts';

const never = new Promise<string>(() => {});

describe('a wait', () => {
	it('is for the value, with and without a signal', async () => {
		expect(await orAborted(Promise.resolve('a'))).toBe('a');
		expect(await orAborted(Promise.resolve('a'), new AbortController().signal)).toBe('a');
	});

	it('ends where the signal was aborted before', async () => {
		await expect(orAborted(never, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
	});

	it('ends when the signal is aborted', async () => {
		const controller = new AbortController();
		const waiting = orAborted(never, controller.signal);
		controller.abort(new Error('gone'));
		await expect(waiting).rejects.toThrow('gone');
	});

	it('passes on why there is no value', async () => {
		const failed = Promise.reject(new Error('no'));
		await expect(orAborted(failed, new AbortController().signal)).rejects.toThrow('no');
	});
});
