import type { JsonObject } from '../values.mts';

/** All dates are ISO 8601 UTC. */
interface Dated {
	id: string;
	createdAt: string;
	updatedAt: string;
}

export interface Group extends Dated {
	name: string;
	description: string;
}

export interface AudienceFilter {
	match: 'all' | 'any';
	conditions: JsonObject[];
}

export interface Segment extends Dated {
	name: string;
	description: string | null;
	filter: AudienceFilter;
}

export interface Scheduling {
	method: 'now' | 'schedule';
	timestamp: string | null;
}

export interface Campaign extends Dated {
	name: string;
	status: 'Draft' | 'Scheduled' | 'Sending' | 'Sent';
	emailMessageId: string;
	campaignGroupId: string;
	mailingListId: string | null;
	audienceSegmentId: string | null;
	audienceFilter: AudienceFilter | null;
	scheduling: Scheduling;
}

export type ParentKind = 'campaign' | 'transactional' | 'workflow';

export interface EmailMessage {
	id: string;
	parent: { kind: ParentKind; id: string };
	subject: string;
	previewText: string;
	fromName: string;
	fromEmail: string;
	replyToEmail: string;
	ccEmail: string;
	bccEmail: string;
	languageCode: string;
	emailFormat: 'styled' | 'plain';
	lmx: string;
	contentRevisionId: string;
	updatedAt: string;
	fallbacks: Record<VariableKind, Record<string, string>>;
}

export type VariableKind = 'contact' | 'event' | 'data';

export interface Theme extends Dated {
	name: string;
	styles: Record<string, string | number>;
	isDefault: boolean;
}

export interface Component {
	id: string;
	name: string;
	lmx: string;
}

export interface Upload {
	id: string;
	contentType: string;
	contentLength: number;
	/** Of the file that was put to the presigned address. */
	bytes?: number;
	finalUrl?: string;
}

/** Addresses that got a preview, and when in ms since the epoch. */
export interface Preview {
	at: number;
	emailMessageId: string;
	emails: string[];
	variables: JsonObject;
}

export interface WorkflowNode {
	id: string;
	typeName: string;
	nextNodeIds: string[];
	/** What the type adds. */
	fields: JsonObject;
	/** Contacts that wait here. */
	queued: number;
}

export interface Workflow extends Dated {
	name: string;
	description: string;
	status: 'Draft' | 'Sending' | 'Paused' | 'PausedAndQueueing';
	mailingListId: string | null;
	rootNodeId: string;
	/** Null until the first change: so older workflows are said to begin. */
	revision: string | null;
	nodes: Map<string, WorkflowNode>;
}
