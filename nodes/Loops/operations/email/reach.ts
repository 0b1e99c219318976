import type { Caller } from '../../http/request';
import { getById } from '../base/builders';
import { campaign } from '../resources/campaign';

/** A change of a campaign that is no draft reaches its audience: it may go out at any time. */
export async function campaignReached(get: Caller, id: string): Promise<string[]> {
	const { status } = await getById(get, campaign, id);
	return status === 'Draft' ? [] : ['the audience of a campaign that is not a draft'];
}

/** Every send of a transactional email has its published content, whichever credential sends it. */
export const publishedReached = (): string[] => ['everyone who is sent this transactional email'];
