/** What another process has used so far. Linux only. */
import { readFileSync } from 'node:fs';

/** Linux counts processor time in ticks of 10 ms. */
const TICK_MS = 10;

/** ms of processor time. */
export function processorTime(pid?: number): number {
	const [, fields = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
	const [user, system] = fields.split(' ').slice(11, 13).map(Number);
	return (user + system) * TICK_MS;
}

/** The most memory that it held at once, in MB. */
export function peakMemory(pid?: number): number {
	const [, kb] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
	return Number(kb) / 1_024;
}
