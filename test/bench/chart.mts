import { type Result, rounded } from './result.mts';

const WIDTH = 760;
const ROW = 34;
const TOP = 74;
const BAR = 18;
const LABELS_TO = 196;
const PANELS = {
	lost: { from: 206, width: 190 },
	rate: { from: 486, width: 190 },
};
const FULL_RATE = 12;
const LIMIT = 10;

// Readable on both light and dark backgrounds.
const INK = '#6e7781';
const OURS = '#2f81f7';
const LOST = '#d1572f';
const BARE = '#8c959f';

/** Plots the loss and the accepted rate of nodes without a rate limiter. */
export function chartOf(baselines: Result[]): string {
	const height = TOP + baselines.length * ROW + 18;
	const items = baselines[0]?.numbers.items;
	const described = baselines.map(
		({ setting, numbers }) =>
			`${setting}: ${numbers.lost} of ${numbers.items} lost, ${rounded(numbers.rate)} accepted per second`,
	);
	const limitAt = rounded(PANELS.rate.from + (LIMIT / FULL_RATE) * PANELS.rate.width);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif" font-size="13" fill="${INK}">
	<title id="title">${items} items at a limit of ${LIMIT} requests per second</title>
	<desc id="desc">${described.join('. ')}.</desc>
	<text x="12" y="22" font-size="15" font-weight="600">${items} items, limit ${LIMIT} requests per second, 50 ms per answer</text>
	<text x="${PANELS.lost.from}" y="52">Items lost</text>
	<text x="${PANELS.rate.from}" y="52">Accepted per second</text>
${baselines.map(rowOf).join('\n')}
	<line x1="${limitAt}" x2="${limitAt}" y1="${TOP - 10}" y2="${height - 14}" stroke="${INK}" stroke-dasharray="4 3"/>
	<text x="${limitAt}" y="${height - 2}" text-anchor="middle" font-size="11">limit</text>
</svg>
`;
}

function rowOf({ setting, numbers }: Result, row: number): string {
	const { lost, rate } = PANELS;
	const y = TOP + row * ROW;
	const share = numbers.lost / numbers.items;
	const isOurs = setting === 'this node';
	const text = (x: number, value: string, more = '') =>
		`\t<text x="${x}" y="${y + 14}"${more}>${value}</text>`;
	const bar = (x: number, width: number, fill: string) =>
		`\t<rect x="${x}" y="${y}" width="${rounded(Math.max(width, 1))}" height="${BAR}" rx="2" fill="${fill}"/>`;
	const lostWidth = share * lost.width;
	const rateWidth = (numbers.rate / FULL_RATE) * rate.width;
	return [
		text(LABELS_TO, setting, ` text-anchor="end"${isOurs ? ' font-weight="600"' : ''}`),
		bar(lost.from, lostWidth, isOurs ? OURS : LOST),
		text(lost.from + Math.ceil(lostWidth) + 8, `${rounded(share * 100)} %`),
		bar(rate.from, rateWidth, isOurs ? OURS : BARE),
		text(rate.from + rate.width + 22, numbers.rate.toFixed(1)),
	].join('\n');
}
