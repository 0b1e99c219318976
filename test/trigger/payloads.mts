import type { IDataObject } from 'n8n-workflow';

const contactIdentity = {
	id: 'cm9k2contact0000000000001',
	email: 'kim@example.com',
	userId: 'u-77',
};
export const list = {
	id: 'cm9k2list000000000000001a',
	name: 'Release notes',
	description: null,
	isPublic: true,
};
const email = {
	id: 'cm9k2mail0000000000000001',
	emailMessageId: 'cm9k2msg00000000000000001',
	subject: 'What changed',
};
const campaign = { campaignId: 'cm9k2camp0000000000000001' };
const loop = { loopId: 'cm9k2loop0000000000000001' };
const transactional = { transactionalId: 'cm9k2tx000000000000000001' };

const payload = (eventName: string, rest: IDataObject = {}): IDataObject => ({
	eventName,
	eventTime: 1_790_000_100,
	webhookSchemaVersion: '1.0.0',
	contactIdentity,
	...rest,
});

/** The payload of each event of Loops, from section 7 of the fact sheet. */
export const payloads: IDataObject[] = [
	payload('contact.created', {
		contact: {
			...contactIdentity,
			firstName: 'Kim',
			lastName: null,
			source: 'API',
			subscribed: true,
			userGroup: '',
			mailingLists: { [list.id]: true, cm9k2list000000000000002b: false },
			optInStatus: null,
			planName: 'team',
			seats: 4,
		},
	}),
	payload('contact.deleted'),
	payload('contact.unsubscribed'),
	payload('contact.mailingList.subscribed', { mailingList: list }),
	payload('contact.mailingList.unsubscribed', { mailingList: list }),
	payload('campaign.email.sent', {
		...campaign,
		campaignName: 'Autumn news',
		email,
		mailingLists: [list],
	}),
	payload('loop.email.sent', { ...loop, loopName: 'Onboarding', email, mailingLists: [] }),
	payload('transactional.email.sent', {
		...transactional,
		transactionalName: 'Password reset',
		email,
	}),
	payload('email.delivered', { sourceType: 'transactional', ...transactional, email }),
	payload('email.softBounced', { sourceType: 'loop', ...loop, email }),
	payload('email.hardBounced', { sourceType: 'campaign', ...campaign, email }),
	payload('email.spamReported', { sourceType: 'campaign', ...campaign, email }),
	payload('email.opened', { sourceType: 'campaign', ...campaign, email }),
	payload('email.clicked', { sourceType: 'loop', ...loop, email }),
	payload('email.unsubscribed', { sourceType: 'campaign', ...campaign, email }),
	payload('email.resubscribed', { sourceType: 'loop', ...loop, email }),
	{
		eventName: 'testing.testEvent',
		eventTime: 1_790_000_100,
		message: 'test',
		webhookSchemaVersion: '1.0.0',
	},
];

export function payloadOf(eventName: string): IDataObject {
	const found = payloads.find((each) => each.eventName === eventName);
	if (!found) throw new Error(`Loops has no event ${eventName}`);
	return found;
}
