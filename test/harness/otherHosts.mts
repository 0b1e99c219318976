import nock from 'nock';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** Lets the tests of a file answer with nock for hosts that are not on this machine. */
export function useOtherHosts(): void {
	// It slows down every request of the process.
	nock.restore();
	beforeAll(() => nock.activate());
	afterEach(() => nock.cleanAll());
	afterAll(() => nock.restore());
}
