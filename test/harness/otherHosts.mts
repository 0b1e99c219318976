import nock from 'nock';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** Enables nock for other hosts in the tests of a file. */
export function useOtherHosts(): void {
	// nock slows down every request of the process.
	nock.restore();
	beforeAll(() => nock.activate());
	afterEach(() => nock.cleanAll());
	afterAll(() => nock.restore());
}
