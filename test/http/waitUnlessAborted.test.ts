import { describe, expect, it } from 'vitest';

import { waitUnlessAborted } from '../../nodes/Loops/http/client.ts';

const never = new Promise<string>(() => {});

describe('waitUnlessAborted', () => {
	it('returns the value, with and without a signal', async () => {
		expect(await waitUnlessAborted(Promise.resolve('a'))).toBe('a');
		expect(await waitUnlessAborted(Promise.resolve('a'), new AbortController().signal)).toBe('a');
	});

	it('rejects at once if the signal is already aborted', async () => {
		await expect(waitUnlessAborted(never, AbortSignal.abort(new Error('gone')))).rejects.toThrow(
			'gone',
		);
	});

	it('rejects when the signal is aborted', async () => {
		const controller = new AbortController();
		const waiting = waitUnlessAborted(never, controller.signal);
		controller.abort(new Error('gone'));
		await expect(waiting).rejects.toThrow('gone');
	});

	it('rejects with the error of the promise', async () => {
		const failed = Promise.reject(new Error('no'));
		await expect(waitUnlessAborted(failed, new AbortController().signal)).rejects.toThrow('no');
	});
});
