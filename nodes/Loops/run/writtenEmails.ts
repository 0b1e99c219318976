import type { Claims } from '../sends/claims';
import type { Body } from '../values/checked';
import { ItemRefused } from '../values/itemRefused';

/**
 * Claims the fields of an email for their values. Two files of the same name would overwrite each other,
 * and each run would write both again.
 * @throws ItemRefused if an earlier item of the run gives one of the fields another value
 */
export function claimEmail(claims: Claims, index: number, email: string, content: Body): void {
	const ofFields = Object.entries(content).map(([name, value]) => ({
		index,
		key: `content ${email} ${name}`,
		value: JSON.stringify(value),
	}));
	const other = ofFields.map((each) => claims.conflict(each)).find(Boolean);
	if (other) {
		throw new ItemRefused(
			`Item ${other.index} writes other content to the same email`,
			'Only one version can be kept. Let each item write to a different email, for example one for each language',
		);
	}
	for (const each of ofFields) claims.add(each);
}
