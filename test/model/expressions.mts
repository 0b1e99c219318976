import type { Scenario } from './scenario.mts';

/** An expression that may throw. */
export const orThrow = (good: string) =>
	`$json.outcome === "throws" ? $("Nowhere").item.json.x : ${good}`;

const ODD =
	'$json.outcome === "nan" ? 0 / 0 : $json.outcome === "invalidDate" ? DateTime.fromISO($json.nowhere).toFormat("yyyy-MM") : $json.part';

/** A value by which something is known: where it is the scenario's identity, it may be odd or mixed with text. */
export function identified(
	{ identity, isMixed }: Scenario,
	field: Scenario['identity'],
	good: string,
): string {
	if (field !== identity) return `={{ ${orThrow(good)} }}`;
	if (!isMixed) return `={{ ${orThrow(ODD)} }}`;
	return `={{ $json.before }}{{ ${orThrow(ODD)} }}${field === 'email' ? '@example.com' : ''}`;
}
