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
	/** Size of the file at the presigned URL. */
	bytes?: number;
	finalUrl?: string;
}

/** Recipients of a preview, and its time in ms since the epoch. */
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
	/** Fields specific to the type. */
	fields: JsonObject;
	/** Number of waiting contacts. */
	queued: number;
}

export interface Workflow extends Dated {
	name: string;
	description: string;
	status: 'Draft' | 'Sending' | 'Paused' | 'PausedAndQueueing';
	workflowGroupId: string;
	mailingListId: string | null;
	rootNodeId: string;
	/** Null until the first change, which the spec says of older workflows. */
	revision: string | null;
	nodes: Map<string, WorkflowNode>;
}
