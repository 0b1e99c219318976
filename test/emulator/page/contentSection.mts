import type { Campaign, Upload } from '../content/records.mts';
import type { Template } from '../records.mts';
import type { Emulator } from '../server.mts';
import { EMAIL_PATH } from './emailMessage.mts';
import { markup, type Markup } from './markup.mts';
import { list, pairs, size, table, time } from './parts.mts';
import { find, type Search } from './search.mts';

/** Campaigns, templates, images and previews. */
export const content = (emulator: Emulator, search: Search): Markup =>
	markup`${[campaigns, templates, images, previews].map((part) => part(emulator, search))}`;

const openEmail = (label: string, id: string | null) =>
	id ? markup`<a href="${EMAIL_PATH}${id}">${label}</a> ` : '';

function campaigns(emulator: Emulator, search: Search): Markup {
	const all = [...emulator.content.campaigns.values()];
	const subjectOf = ({ emailMessageId: id }: Campaign) =>
		emulator.content.messages.get(id)?.subject ?? '';
	const found = find(all, search, 'campaigns', (campaign) => [campaign, subjectOf(campaign)]);
	const rows = found.shown.map(([campaign]) => ({
		id: campaign.id,
		cells: [
			time(Date.parse(campaign.updatedAt)),
			campaign.name,
			campaign.status,
			campaign.scheduling.timestamp?.slice(0, 16).concat('Z') ?? '',
			subjectOf(campaign),
			list(audienceOf(emulator, campaign)),
			openEmail('Open', campaign.emailMessageId),
		],
	}));
	const columns = ['Changed', 'Name', 'Status', 'Scheduled', 'Subject', 'Audience', 'Email'];
	return table('Campaigns', columns, rows, found, 'No campaigns.');
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

function templates(emulator: Emulator, search: Search): Markup {
	const found = find(emulator.templates(), search, 'templates', (template) => [template]);
	const rows = found.shown.map(([template]) => ({
		id: template.id,
		cells: [
			time(Date.parse(template.updatedAt)),
			template.name,
			stateOf(template),
			list([...template.dataVariables, ...template.optionalVariables]),
			markup`${openEmail('Published', template.publishedMessageId)}${openEmail('Draft', template.draftMessageId)}`,
		],
	}));
	const columns = ['Changed', 'Name', 'State', 'Variables', 'Email'];
	return table('Templates', columns, rows, found, 'No transactional emails.');
}

function stateOf({ published, draftMessageId }: Template): string {
	if (!published) return 'draft';
	return draftMessageId ? 'published, with a newer draft' : 'published';
}

function images({ content: { uploads } }: Emulator, search: Search): Markup {
	const found = find([...uploads.values()], search, 'images', (upload) => [upload]);
	const rows = found.shown.map(([upload]) => ({
		id: upload.id,
		cells: [upload.id, upload.contentType, size(upload.contentLength), placeOf(upload)],
	}));
	const advice = 'No images yet. Run a workflow with Image > Upload.';
	return table('Images', ['ID', 'Type', 'Size', 'Address'], rows, found, advice);
}

const placeOf = ({ bytes, finalUrl }: Upload): string =>
	finalUrl ?? (bytes === undefined ? 'no file yet' : 'not completed');

function previews({ content: { previews: all, messages } }: Emulator, search: Search): Markup {
	const found = find(all, search, 'previews', (preview) => [preview]);
	const rows = found.shown.map(([{ at, emails, emailMessageId: id, variables }, index]) => ({
		id: `preview-${index}`,
		cells: [
			time(at),
			list(emails),
			messages.get(id)?.subject ?? '',
			pairs(variables),
			openEmail('Open', id),
		],
	}));
	const advice = 'No previews yet. Run a workflow with Email Message > Send Preview.';
	return table('Previews', ['Time', 'To', 'Subject', 'Values', 'Email'], rows, found, advice);
}
