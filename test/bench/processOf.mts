import { readFileSync } from 'node:fs';

/** Linux counts processor time in ticks of 10 ms. */
const TICK_MS = 10;

/** ms of processor time that a process has used. Linux only. */
export function processorTime(pid?: number): number {
	const [, fields = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
	const [user, system] = fields.split(' ').slice(11, 13).map(Number);
	return (user + system) * TICK_MS;
}
