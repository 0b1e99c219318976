import type { StrategyKind } from './strategies.mts';

/** The result of a strategy in a scenario. */
export interface Point {
	kind: StrategyKind;
	name: string;
	server: string;
	/** Share of the limit that is used. */
	rate: number;
	/** Share of 429 among the answers. */
	rejected: number;
}

const WIDTH = 760;
const HEIGHT = 400;
const PLOT = { left: 64, right: 560, top: 50, bottom: 350 };
const LEGEND_X = 584;

// Readable on both light and dark backgrounds.
const INK = '#6e7781';
const LOOKS: Record<StrategyKind, { label: string; color: string }> = {
	limiter: { label: 'this limiter', color: '#2f81f7' },
	oneAtATime: { label: 'one at a time', color: '#8c959f' },
	allAtOnce: { label: 'all at once', color: '#d1572f' },
};

/** Plots rate against share of 429, with a dot for each scenario and strategy. */
export function chartOf(points: Point[]): string {
	const lines = [0, 0.2, 0.4, 0.6, 0.8, 1];
	const kinds = Object.keys(LOOKS) as StrategyKind[];
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title desc" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif" font-size="13" fill="${INK}">
	<title id="title">Share of the limit that is used, against share of answers 429</title>
	<desc id="desc">${kinds.map((kind) => describe(kind, points)).join('. ')}.</desc>
	<text x="12" y="24" font-size="15" font-weight="600">Each dot is a scenario: higher uses more of the limit, further left has fewer 429</text>
${lines.map(gridLine).join('\n')}
	<text x="${PLOT.left}" y="${HEIGHT - 8}">Share of answers 429</text>
${kinds
	.toReversed()
	.flatMap((kind) => points.filter((point) => point.kind === kind).map(dot))
	.join('\n')}
${kinds.map(legend).join('\n')}
</svg>
`;
}

const xOf = (rejected: number) => Math.round(PLOT.left + rejected * (PLOT.right - PLOT.left));
const yOf = (rate: number) =>
	Math.round(PLOT.bottom - Math.min(rate, 1.05) * (PLOT.bottom - PLOT.top));

function gridLine(share: number): string {
	const percent = `${Math.round(share * 100)} %`;
	return `	<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${yOf(share)}" y2="${yOf(share)}" stroke="${INK}" stroke-opacity="${share === 1 ? 0.9 : 0.25}"/>
	<text x="${PLOT.left - 8}" y="${yOf(share) + 4}" text-anchor="end">${percent}</text>
	<text x="${xOf(share)}" y="${PLOT.bottom + 20}" text-anchor="middle">${percent}</text>`;
}

function dot({ kind, name, server, rate, rejected }: Point): string {
	const { color, label } = LOOKS[kind];
	return `	<circle cx="${xOf(rejected)}" cy="${yOf(rate)}" r="4" fill="${color}" fill-opacity="0.75"><title>${label}: ${name}, ${server}</title></circle>`;
}

function legend(kind: StrategyKind, row: number): string {
	const y = PLOT.top + 20 + row * 26;
	const { color, label } = LOOKS[kind];
	return `	<circle cx="${LEGEND_X}" cy="${y - 4}" r="5" fill="${color}"/>
	<text x="${LEGEND_X + 14}" y="${y}"${kind === 'limiter' ? ' font-weight="600"' : ''}>${label}</text>`;
}

function describe(kind: StrategyKind, points: Point[]): string {
	const mine = points.filter((point) => point.kind === kind);
	const mean = (of: (point: Point) => number) =>
		Math.round((mine.reduce((sum, point) => sum + of(point), 0) / mine.length) * 100);
	return `${LOOKS[kind].label}: on average ${mean(({ rate }) => rate)} % of the limit, ${mean(({ rejected }) => rejected)} % of answers 429`;
}
