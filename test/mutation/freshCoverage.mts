/** The thread is kept: without this each file would report the coverage of those before it once more. */
const stryker = (globalThis as { __stryker__?: { mutantCoverage?: unknown } }).__stryker__;
if (stryker) delete stryker.mutantCoverage;
