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

export type GroupKind = 'campaign' | 'transactional';

/** The group that every team has: it can't be edited, nor its name be used. */
export const UNSORTED = 'Unsorted';

/** What the content API keeps of a team; tests may look into it, and change what no call can. */
export class Content {
	readonly groups: Record<GroupKind, Map<string, Group>> = {
		campaign: new Map(),
		transactional: new Map(),
	};
	readonly campaigns = new Map<string, Campaign>();
	readonly messages = new Map<string, EmailMessage>();
	readonly themes = new Map<string, Theme>();
	readonly components = new Map<string, Component>();
	readonly segments = new Map<string, Segment>();
	readonly workflows = new Map<string, Workflow>();
	readonly uploads = new Map<string, Upload>();
	readonly previews: Preview[] = [];
	/** Campaigns that were sent, or scheduled to be, in the order of the calls. */
	readonly scheduled: Array<{ at: number; campaignId: string; method: string }> = [];
	private made = 0;

	clear(): void {
		this.made = 0;
		for (const map of [this.groups.campaign, this.groups.transactional]) map.clear();
		for (const map of [this.campaigns, this.messages, this.themes, this.components]) map.clear();
		for (const map of [this.segments, this.workflows, this.uploads]) map.clear();
		this.previews.length = 0;
		this.scheduled.length = 0;
		for (const kind of ['campaign', 'transactional'] as const) {
			this.add(this.groups[kind], 'group', { name: UNSORTED, description: '' });
		}
		this.add(this.themes, 'theme', { name: 'Default', styles: {}, isDefault: true });
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

	/** Adds a record under a new ID, made now. */
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

	/** The message of a template that the seed planted: one paragraph with all its variables. */
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

	/** The group with an ID; without one the group that every team has. */
	groupId(kind: GroupKind, id: string | undefined): string {
		if (id !== undefined && !this.groups[kind].has(id)) {
			throw new Refusal(
				400,
				`${kind === 'campaign' ? 'Campaign' : 'Transactional'} group not found.`,
			);
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

/** Newest first; that the lists of which the spec does not say so are, too, is a guess. */
export const newestFirst = <T,>(records: ReadonlyMap<string, T>): T[] =>
	[...records.values()].reverse();

/** Writes changes into a record, which is then updated now. */
export function change<T extends { updatedAt: string }>(record: T, changes: object): T {
	return Object.assign(record, changes, { updatedAt: new Date().toISOString() });
}
