import { describe, expect, it } from 'vitest';

import { eventOf } from '../../nodes/LoopsTrigger/event';
import { exclusion, type Filters } from '../../nodes/LoopsTrigger/filters';
import { list, payloads } from './payloads.mts';

const open: Filters = { events: ['*'], mailingLists: [], sources: [], sourceTypes: [] };

/** Names of the events that pass the filters. */
const passing = (filters: Partial<Filters>) =>
	payloads
		.filter((payload) => !exclusion(eventOf(payload, 'msg_1'), { ...open, ...filters }))
		.map(({ eventName }) => eventName);

describe('the trigger', () => {
	it('accepts all events without filters', () => {
		expect(passing({})).toHaveLength(17);
		expect(passing({ events: payloads.map(({ eventName }) => String(eventName)) })).toHaveLength(
			17,
		);
	});

	it('accepts only the selected events', () => {
		const events = ['contact.deleted', 'email.opened'];
		expect(passing({ events })).toEqual(events);
	});

	it('accepts events that name a selected mailing list', () => {
		expect(passing({ mailingLists: ['other', list.id] })).toEqual([
			'contact.created',
			'contact.mailingList.subscribed',
			'contact.mailingList.unsubscribed',
			'campaign.email.sent',
		]);
	});

	it('ignores a new contact that is not on the selected mailing list', () => {
		expect(passing({ mailingLists: ['cm9k2list000000000000002b'] })).toEqual([]);
	});

	it('accepts events about emails of a campaign, a workflow or a transactional email', () => {
		const campaign = [
			'campaign.email.sent',
			'email.hardBounced',
			'email.spamReported',
			'email.opened',
			'email.unsubscribed',
		];
		expect(passing({ sources: ['cm9k2camp0000000000000001'] })).toEqual(campaign);
		expect(passing({ sourceTypes: ['campaign'] })).toEqual(campaign);
		expect(passing({ sources: ['cm9k2tx000000000000000001'] })).toEqual([
			'transactional.email.sent',
			'email.delivered',
		]);
		expect(passing({ sourceTypes: ['loop'] })).toEqual([
			'loop.email.sent',
			'email.softBounced',
			'email.clicked',
			'email.resubscribed',
		]);
	});

	it('requires all filters to match', () => {
		const mailingLists = [list.id];
		expect(passing({ mailingLists, sourceTypes: ['campaign'] })).toEqual(['campaign.email.sent']);
		expect(passing({ mailingLists, sourceTypes: ['loop'] })).toEqual([]);
	});

	it('accepts a numeric list ID, and workflow as a name for loop', () => {
		const passes = (payload: object, filters: Partial<Filters>) =>
			exclusion(eventOf({ eventName: 'x', ...payload }, 'msg_1'), { ...open, ...filters }) ===
			undefined;
		expect(passes({ mailingList: { id: 7 } }, { mailingLists: ['7'] })).toBe(true);
		expect(passes({ sourceType: 'workflow', loopId: 'l1' }, { sourceTypes: ['loop'] })).toBe(true);
		expect(passes({ loopId: 'l1' }, { sourceTypes: ['campaign'] })).toBe(false);
		expect(passes({ mailingList: { name: 'x' } }, { mailingLists: ['null', 'undefined'] })).toBe(
			false,
		);
	});
});
