import { Refusal } from '../answer.mts';
import { messageIdOf } from '../templates.mts';
import type { Template } from '../records.mts';
import type {
	Campaign,
	Component,
	EmailMessage,
	Group,
	ParentKind,
	Preview,
	Segment,
	Theme,
	Upload,
	Workflow,
} from './records.mts';

const GROUP_KINDS = ['campaign', 'transactional', 'workflow'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

/** Such as `Campaign group`. */
export const nameOfGroup = (kind: GroupKind): string =>
	`${kind[0].toUpperCase()}${kind.slice(1)} group`;

/** The default group of every team: its name is reserved, and it can't be edited. */
const FIRST = '2026-01-01T00:00:00.000Z';
export const UNSORTED = 'Unsorted';

/** The content of a team; tests may also read and change it directly. */
export class Content {
	readonly groups: Record<GroupKind, Map<string, Group>> = {
		campaign: new Map(),
		transactional: new Map(),
		workflow: new Map(),
	};
	readonly campaigns = new Map<string, Campaign>();
	readonly messages = new Map<string, EmailMessage>();
	readonly themes = new Map<string, Theme>();
	readonly components = new Map<string, Component>();
	readonly segments = new Map<string, Segment>();
	readonly workflows = new Map<string, Workflow>();
	readonly uploads = new Map<string, Upload>();
	readonly previews: Preview[] = [];
	/** Sent and scheduled campaigns in order of the calls. */
	readonly scheduled: Array<{ at: number; campaignId: string; method: string }> = [];
	/** Whether a campaign that is scheduled stays a draft. */
	campaignsStayDrafts = false;
	/** Whether the LMX of each email is read with a `<Style>`, whatever was written. */
	styledEmails = false;
	/** Whether LMX with an image of a host outside Loops is refused. */
	loopsImagesOnly = false;
	private made = 0;

	clear(): void {
		this.made = 0;
		for (const map of Object.values(this.groups)) map.clear();
		for (const map of [this.campaigns, this.messages, this.themes, this.components]) map.clear();
		for (const map of [this.segments, this.workflows, this.uploads]) map.clear();
		this.previews.length = 0;
		this.scheduled.length = 0;
		// Older than all that a seed plants.
		const first = { createdAt: FIRST, updatedAt: FIRST };
		for (const kind of GROUP_KINDS) {
			this.add(this.groups[kind], 'group', { ...first, name: UNSORTED, description: '' });
		}
		this.add(this.themes, 'theme', { ...first, name: 'Default', styles: {}, isDefault: true });
	}

	id(kind: string): string {
		this.made += 1;
		const count = this.made.toString(36);
		return `cm9${kind}${count.padStart(22 - kind.length, '0')}`;
	}

	revision(): string {
		this.made += 1;
		return `rev_${this.made.toString(36).padStart(8, '0')}`;
	}

	/** Adds a record with a new ID. */
	add<T extends { id: string; createdAt?: string; updatedAt?: string }>(
		to: Map<string, T>,
		kind: string,
		rest: Omit<T, 'id' | 'createdAt' | 'updatedAt'>,
	): T {
		const now = new Date().toISOString();
		const record = { id: this.id(kind), createdAt: now, updatedAt: now, ...rest } as unknown as T;
		to.set(record.id, record);
		return record;
	}

	addMessage(kind: ParentKind, id: string, rest: Partial<EmailMessage> = {}): EmailMessage {
		const message: EmailMessage = {
			id: this.id('msg'),
			parent: { kind, id },
			subject: '',
			previewText: '',
			fromName: 'Acme',
			fromEmail: 'hello',
			replyToEmail: '',
			ccEmail: '',
			bccEmail: '',
			languageCode: '',
			emailFormat: 'styled',
			lmx: '',
			contentRevisionId: this.revision(),
			updatedAt: new Date().toISOString(),
			fallbacks: { contact: {}, event: {}, data: {} },
			...rest,
		};
		this.messages.set(message.id, message);
		return message;
	}

	/** Adds the message of a seeded template: one paragraph with all its variables. */
	addTemplateMessage(template: Template): void {
		const { dataVariables, optionalVariables } = template;
		const lmx = [...dataVariables, ...optionalVariables].map((name) => `{data.${name}}`).join(' ');
		this.addMessage('transactional', template.id, {
			id: messageIdOf(template),
			subject: template.name,
			lmx: `<Paragraph>${lmx || 'Hello'}</Paragraph>`,
			updatedAt: template.updatedAt,
			fallbacks: {
				contact: {},
				event: {},
				data: Object.fromEntries(optionalVariables.map((name) => [name, ''])),
			},
		});
	}

	/** The group with an ID, by default `UNSORTED`. */
	groupId(kind: GroupKind, id: string | undefined): string {
		if (id !== undefined && !this.groups[kind].has(id)) {
			throw new Refusal(400, `${nameOfGroup(kind)} not found.`);
		}
		return id ?? [...this.groups[kind].keys()][0];
	}
}

/** The record with an ID. */
export function found<T>(records: ReadonlyMap<string, T>, id: string, what: string): T {
	const record = records.get(id);
	if (record) return record;
	throw new Refusal(404, `${what} not found.`);
}

/** Newest first; a guess for lists whose order the spec does not declare. */
export const newestFirst = <T,>(records: ReadonlyMap<string, T>): T[] =>
	[...records.values()].reverse();

/** Applies changes to a record and sets `updatedAt`. */
export function change<T extends { updatedAt: string }>(record: T, changes: object): T {
	return Object.assign(record, changes, { updatedAt: new Date().toISOString() });
}
