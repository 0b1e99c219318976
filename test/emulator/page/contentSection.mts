import type { Campaign, Preview, Upload } from '../content/records.mts';
import type { Template } from '../records.mts';
import type { Emulator } from '../server.mts';
import { EMAIL_PATH } from './emailMessage.mts';
import { markup, type Markup } from './markup.mts';
import { list, pairs, type Row, size, table, time } from './parts.mts';

/** Campaigns, templates, images and previews. */
export const content = (emulator: Emulator): Markup =>
	markup`${[campaigns, templates, images, previews].map((part) => part(emulator))}`;

const openEmail = (label: string, id: string | null) =>
	id ? markup`<a href="${EMAIL_PATH}${id}">${label}</a> ` : '';

function campaigns(emulator: Emulator): Markup {
	const rowOf = (campaign: Campaign): Row => ({
		id: campaign.id,
		cells: [
			time(Date.parse(campaign.updatedAt)),
			campaign.name,
			campaign.status,
			campaign.scheduling.timestamp?.slice(0, 16).concat('Z') ?? '',
			emulator.content.messages.get(campaign.emailMessageId)?.subject ?? '',
			list(audienceOf(emulator, campaign)),
			openEmail('Open', campaign.emailMessageId),
		],
	});
	const columns = ['Changed', 'Name', 'Status', 'Scheduled', 'Subject', 'Audience', 'Email'];
	const all = [...emulator.content.campaigns.values()];
	return table('Campaigns', columns, all, rowOf, 'No campaigns.');
}

function audienceOf(emulator: Emulator, campaign: Campaign): string[] {
	const { mailingListId, audienceSegmentId, audienceFilter } = campaign;
	const lists = emulator.mailingLists().filter(({ id }) => id === mailingListId);
	const segment = emulator.content.segments.get(audienceSegmentId ?? '');
	const parts = [
		...lists.map(({ name }) => `list ${name}`),
		...(segment ? [`segment ${segment.name}`] : []),
		...(audienceFilter ? [`filter ${JSON.stringify(audienceFilter.conditions)}`] : []),
	];
	return parts.length > 0 ? parts : ['every contact'];
}

function templates(emulator: Emulator): Markup {
	const rowOf = (template: Template): Row => ({
		id: template.id,
		cells: [
			time(Date.parse(template.updatedAt)),
			template.name,
			stateOf(template),
			list([...template.dataVariables, ...template.optionalVariables]),
			markup`${openEmail('Published', template.publishedMessageId)}${openEmail('Draft', template.draftMessageId)}`,
		],
	});
	const columns = ['Changed', 'Name', 'State', 'Variables', 'Email'];
	return table('Templates', columns, emulator.templates(), rowOf, 'No transactional emails.');
}

function stateOf({ published, draftMessageId }: Template): string {
	if (!published) return 'draft';
	return draftMessageId ? 'published, with a newer draft' : 'published';
}

function images({ content: { uploads } }: Emulator): Markup {
	const rowOf = (upload: Upload): Row => ({
		id: upload.id,
		cells: [upload.id, upload.contentType, size(upload.contentLength), placeOf(upload)],
	});
	const columns = ['ID', 'Type', 'Size', 'Address'];
	const advice = 'No images yet. Run a workflow with Image > Upload.';
	return table('Images', columns, [...uploads.values()], rowOf, advice);
}

const placeOf = ({ bytes, finalUrl }: Upload): string =>
	finalUrl ?? (bytes === undefined ? 'no file yet' : 'not completed');

function previews({ content: { previews: all, messages } }: Emulator): Markup {
	const rowOf = ({ at, emails, emailMessageId: id, variables }: Preview, index: number): Row => ({
		id: `preview-${index}`,
		cells: [
			time(at),
			list(emails),
			messages.get(id)?.subject ?? '',
			pairs(variables),
			openEmail('Open', id),
		],
	});
	const columns = ['Time', 'To', 'Subject', 'Values', 'Email'];
	const advice = 'No previews yet. Run a workflow with Email Message > Send Preview.';
	return table('Previews', columns, all, rowOf, advice);
}
