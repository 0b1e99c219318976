import { describe, expect, it } from 'vitest';

import { eventOf } from '../../nodes/LoopsTrigger/event';
import { exclusion, type Filters } from '../../nodes/LoopsTrigger/filters';
import { list, payloads } from './payloads.mts';

const open: Filters = { events: ['*'], mailingLists: [], sources: [], sourceTypes: [] };

/** Names of the events that pass. */
const through = (filters: Partial<Filters>) =>
	payloads
		.filter((payload) => !exclusion(eventOf(payload, 'msg_1'), { ...open, ...filters }))
		.map(({ eventName }) => eventName);

describe('filters', () => {
	it('let all events through without any', () => {
		expect(through({})).toHaveLength(17);
		expect(through({ events: payloads.map(({ eventName }) => String(eventName)) })).toHaveLength(
			17,
		);
	});

	it('take the chosen events', () => {
		const events = ['contact.deleted', 'email.opened'];
		expect(through({ events })).toEqual(events);
	});

	it('take a mailing list where the event names it', () => {
		expect(through({ mailingLists: ['other', list.id] })).toEqual([
			'contact.created',
			'contact.mailingList.subscribed',
			'contact.mailingList.unsubscribed',
			'campaign.email.sent',
		]);
	});

	it('take no list that a new contact is not on', () => {
		expect(through({ mailingLists: ['cm9k2list000000000000002b'] })).toEqual([]);
	});

	it('take the emails of a campaign, a workflow or a transactional email', () => {
		const campaign = [
			'campaign.email.sent',
			'email.hardBounced',
			'email.spamReported',
			'email.opened',
			'email.unsubscribed',
		];
		expect(through({ sources: ['cm9k2camp0000000000000001'] })).toEqual(campaign);
		expect(through({ sourceTypes: ['campaign'] })).toEqual(campaign);
		expect(through({ sources: ['cm9k2tx000000000000000001'] })).toEqual([
			'transactional.email.sent',
			'email.delivered',
		]);
		expect(through({ sourceTypes: ['loop'] })).toEqual([
			'loop.email.sent',
			'email.softBounced',
			'email.clicked',
			'email.resubscribed',
		]);
	});

	it('have to be passed all of them', () => {
		const mailingLists = [list.id];
		expect(through({ mailingLists, sourceTypes: ['campaign'] })).toEqual(['campaign.email.sent']);
		expect(through({ mailingLists, sourceTypes: ['loop'] })).toEqual([]);
	});

	it('take a list by an ID that Loops sends as a number, and a workflow under its new name', () => {
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
