import { fileURLToPath } from 'node:url';

import { type RunningProcess, startProcess } from './process.mts';

const script = fileURLToPath(new URL('../../playground/playground.mts', import.meta.url));

/** `npm run n8n -- ARGS` */
export const startPlayground = (args: string[]): RunningProcess =>
	startProcess(process.execPath, ['--import', 'tsx', script, ...args], {});
