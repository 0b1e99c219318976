import type { OtherClient } from './otherClients.mts';
import type { ServerModel } from './serverModels.mts';
import type { Run, Scenario } from './simulation.mts';

/** Minimum share of the limit, and maximum share of 429 among the answers. */
type Figures = [rate: number, rejected: number];

/** The figures required of a scenario with one server model. */
export interface Cell {
	name: string;
	server: ServerModel;
	scenario: Scenario;
	rate: number;
	rejected: number;
	/** False if the study of the limiter does not require it; its figures are then those reached. */
	isOfStudy: boolean;
}

type Row = Omit<Scenario, 'server'> & {
	name: string;
	/** The figures that the study requires. */
	study?: Partial<Record<ServerModel, Figures>>;
	/** Figures that were reached where the study requires none. */
	reached?: Partial<Record<ServerModel, Figures>>;
};

const CALLS = 600;

const alone: Run[][] = [[{ calls: CALLS }]];

/** Processes that start within a second and share the calls. */
const processes = (count: number): Run[][] =>
	Array.from({ length: count }, (_, n) => [
		{ calls: Math.max(120, CALLS / count), startAt: (n * 137) % 1_000 },
	]);

const beside = (other: OtherClient) => ({ processes: alone, others: [other] });

/** Equal figures for sliding and fixed windows. */
const both = (...figures: Figures) => ({ sliding: figures, fixed: figures });

const AT_CONTENT_LIMIT = { limitName: 'content', limit: 60, window: 60_000 } as const;

const ROWS: Row[] = [
	{
		name: 'constant latency',
		processes: alone,
		study: both(0.98, 0),
		reached: { fixedByEpoch: [0.98, 0], weighted: [0.95, 0.02] },
	},
	{
		name: 'processing lognormal 120 ms, 0.6',
		processes: alone,
		processing: 'lognormal:120:0.6',
		study: both(0.97, 0.005),
		reached: { fixedByEpoch: [0.97, 0.005], weighted: [0.95, 0.02] },
	},
	{
		name: 'processing steps up by 230 ms',
		processes: alone,
		processing: 'steps:20@0,250@15000',
		study: both(0.97, 0.005),
		reached: { fixedByEpoch: [0.97, 0.005] },
	},
	{
		name: 'way varies by 60 ms',
		processes: alone,
		way: 'uniform:0:60',
		study: both(0.92, 0.03),
		reached: { fixedByEpoch: [0.92, 0.03] },
	},
	{
		name: 'way varies by 200 ms',
		processes: alone,
		way: 'uniform:0:200',
		study: { sliding: [0.86, 0.05], fixed: [0.9, 0.05] },
		reached: { fixedByEpoch: [0.9, 0.05] },
	},
	{
		name: 'way gets longer by 115 ms',
		processes: alone,
		way: 'steps:15@0,130@20000',
		study: both(0.96, 0.01),
		reached: { fixedByEpoch: [0.96, 0.01] },
	},
	{
		name: 'way gets shorter by 115 ms',
		processes: alone,
		way: 'steps:130@0,15@20000',
		study: both(0.96, 0.01),
		reached: { fixedByEpoch: [0.96, 0.01] },
	},
	{
		name: '2 processes',
		processes: processes(2),
		study: { sliding: [0.92, 0.04], fixed: [0.94, 0.04] },
		reached: { fixedByEpoch: [0.94, 0.05] },
	},
	{
		name: '4 processes',
		processes: processes(4),
		study: { sliding: [0.87, 0.09], fixed: [0.93, 0.09] },
		reached: { fixedByEpoch: [0.93, 0.1] },
	},
	{
		name: '8 processes',
		processes: processes(8),
		study: { sliding: [0.87, 0.16], fixed: [0.93, 0.16] },
		reached: { fixedByEpoch: [0.93, 0.18] },
	},
	...[3, 4, 5].map((rate) => ({
		name: `another client takes ${rate} per second`,
		...beside({ kind: 'steady', rate }),
		study: both(0.94, 0.03),
		reached: { fixedByEpoch: [0.94, 0.03] as Figures },
	})),
	{
		name: 'another client varies from 3 to 5 per second',
		...beside({ kind: 'varying', from: 3, to: 5 }),
		reached: { sliding: [0.92, 0.03], fixed: [0.94, 0.035], fixedByEpoch: [0.94, 0.04] },
	},
	{
		name: 'another client takes 8 per second',
		...beside({ kind: 'steady', rate: 8 }),
		study: both(0.97, 0.1),
		reached: { fixedByEpoch: [0.97, 0.1] },
	},
	{
		name: 'another client takes 8 per second, unevenly',
		...beside({ kind: 'steady', rate: 8, uneven: 0.2 }),
		reached: { sliding: [0.92, 0.05], fixed: [0.97, 0.05], fixedByEpoch: [0.97, 0.06] },
	},
	{
		name: 'another client sends 6 at once every 2 s',
		...beside({ kind: 'bursts', size: 6, every: 2_000 }),
		study: both(0.75, 0.15),
		reached: { fixedByEpoch: [0.79, 0.1] },
	},
	{
		name: 'another client sends 8 per second, on and off for 10 s',
		...beside({ kind: 'onAndOff', rate: 8, period: 10_000 }),
		study: both(0.75, 0.15),
		reached: { fixedByEpoch: [0.88, 0.09] },
	},
	{
		name: 'another client sends 8 per second, on and off for 5 s',
		...beside({ kind: 'onAndOff', rate: 8, period: 5_000 }),
		reached: { sliding: [0.79, 0.19], fixed: [0.84, 0.12], fixedByEpoch: [0.85, 0.12] },
	},
	{
		name: '3,000 entries in pages of 10 at the content limit',
		processes: [[{ calls: 300, concurrency: 1 }]],
		...AT_CONTENT_LIMIT,
		// 300 calls need four windows after the first: at best 1.246 of the limit.
		reached: both(1.21, 0),
	},
	{
		name: '240 calls at the content limit',
		processes: [[{ calls: 240 }]],
		...AT_CONTENT_LIMIT,
		// At best 1.328.
		reached: both(1.31, 0),
	},
	{
		name: 'way gets shorter by 315 ms at the content limit',
		processes: [[{ calls: 240 }]],
		way: 'steps:330@0,15@20000',
		...AT_CONTENT_LIMIT,
		reached: both(1.31, 0),
	},
	{
		name: '2 processes at the content limit',
		processes: [0, 137].map((startAt) => [{ calls: 160, startAt }]),
		...AT_CONTENT_LIMIT,
		reached: both(1, 0.13),
	},
	{
		name: 'a process that starts when another has used the minute',
		processes: [[{ calls: 60 }], [{ calls: 20, startAt: 5_000 }]],
		...AT_CONTENT_LIMIT,
		// At best 1.32. The answers 429 come while nothing is free: 14 in a minute.
		reached: both(1.2, 0.16),
	},
];

export const CELLS: Cell[] = ROWS.flatMap(({ name, study = {}, reached = {}, ...scenario }) =>
	[study, reached].flatMap((figures) =>
		Object.entries(figures).map(([key, [rate, rejected]]) => {
			const server = key as ServerModel;
			const isOfStudy = figures === study;
			return { name, server, scenario: { ...scenario, server }, rate, rejected, isOfStudy };
		}),
	),
);
