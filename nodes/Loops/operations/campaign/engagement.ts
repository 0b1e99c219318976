import type { IDataObject } from 'n8n-workflow';

import { allOf } from '../../api/content';
import type { Field } from '../../form/form';
import { checkbox, fieldOf, timeIn, zoneHint } from '../../form/parameter';
import { simplify } from '../../form/paging';
import { CallFailed } from '../../http/errors';
import type { Caller, Rejection } from '../../http/request';
import { asRecord } from '../../values/parse';
import { ItemRefused } from '../../values/itemRefused';
import { getCall, metricsCall } from '../base/builders';
import { campaign, transactionalEmail, nodePath, workflow } from '../base/resources';
import { noMetrics } from './outcome';
import { operation } from '../base/operation';

const timeBound = (
	displayName: string,
	name: string,
	description: string,
): Field<number | undefined> => ({
	properties: [{ displayName, name, type: 'dateTime', default: '', description, hint: zoneHint }],
	read: (form) => {
		const value = form.value(name, displayName);
		if (value.isOmitted || (value.isFixed && value.isEmpty)) return undefined;
		return timeIn(value, form.timezone, 'Use a date such as 2026-01-31, or clear the field').ms;
	},
});

const ABOUT = ['kind', 'id', 'name', 'scheduledAt'];
const MORE_ABOUT = ['createdAt', 'url', 'workflowId'];
const COUNTS = ['sends', 'opens', 'clicks'];
const MORE_COUNTS = ['deliveries', 'unsubscribes', 'spamReports', 'hardBounces', 'softBounces'];

/** A row of the output. */
interface Row {
	json: IDataObject & { problem: string | null };
	/** True for an email that Loops refuses to count, as opposed to one whose counts it failed to send. */
	isRefused?: boolean;
}

/** Null for what Loops does not count for this kind of email. Rates are shares of the sends. */
function rowOf(about: IDataObject, counts: IDataObject, problem: string | null): Row['json'] {
	const pick = (from: IDataObject, ...names: string[]) =>
		Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
	const rate = (count: unknown) => {
		const share = Number(count ?? NaN) / Number(counts.sends);
		return Number.isFinite(share) ? Math.round(share * 10_000) / 10_000 : null;
	};
	return {
		...pick(about, ...ABOUT, ...MORE_ABOUT),
		...pick(counts, ...COUNTS, ...MORE_COUNTS),
		openRate: rate(counts.opens),
		clickRate: rate(counts.clicks),
		problem,
	};
}

/** Rows of the output. What can't be read becomes a row that says why, so that the others are kept. */
async function rowsOf(about: IDataObject, getRows: () => Promise<Row[]>): Promise<Row[]> {
	try {
		return await getRows();
	} catch (caught) {
		if (caught instanceof ItemRefused) return [{ json: rowOf(about, {}, caught.message) }];
		if (!(caught instanceof CallFailed)) throw caught as Error;
		const status = Number(caught.about.httpCode);
		// No other campaign would have counts either.
		if (about.kind === 'campaign' && status === 401) throw caught as Error;
		const isRefused = status >= 400 && status < 500 && status !== 429;
		return [{ json: rowOf(about, {}, caught.message), isRefused }];
	}
}

/** Enough to use the limit of 60 a minute where Loops takes seconds to answer. */
const AT_ONCE = 3;

async function allRows<T>(of: T[], rowsFor: (each: T) => Promise<Row[]>) {
	const rows: Row[][] = [];
	for (let from = 0; from < of.length; from += AT_ONCE) {
		rows.push(...(await Promise.all(of.slice(from, from + AT_ONCE).map(rowsFor))));
	}
	return rows.flat();
}

const countsRow = async (
	get: Caller,
	about: IDataObject,
	path: string,
	rejections: Rejection[] = [],
) =>
	await rowsOf(about, async () => {
		const counts = await get(metricsCall(path, rejections));
		return [{ json: rowOf(about, asRecord(counts), null) }];
	});

const transactionalRows = async (get: Caller, kind = 'transactionalEmail') =>
	await rowsOf({ kind }, async () => {
		const { path } = transactionalEmail;
		const emails = await allOf(get, path);
		const published = emails.filter(({ publishedEmailMessageId }) => publishedEmailMessageId);
		return await allRows(
			published,
			async (email) => await countsRow(get, { ...email, kind }, `${path}/${String(email.id)}`),
		);
	});

const workflowRows = async (get: Caller, kind = 'workflowEmail') =>
	await rowsOf(
		{ kind },
		async () =>
			await allRows(
				await allOf(get, workflow.path),
				async ({ id: workflowId, name, url }) =>
					await rowsOf({ kind, name, url, workflowId }, async () => {
						const id = String(workflowId);
						const { nodes } = asRecord(await get(getCall(workflow, id)));
						const emails = Object.entries(asRecord(nodes) as Record<string, IDataObject>).filter(
							([, node]) => node.typeName === 'SendEmailAction' && node.emailMessageId,
						);
						return await allRows(emails, async ([nodeId, { subject }]) => {
							const about = { kind, id: nodeId, name: subject ?? name, url, workflowId };
							return await countsRow(get, about, `${workflow.path}/${id}${nodePath(nodeId)}`);
						});
					}),
			),
	);

/** A row for each sent campaign, and on request for each other email that Loops sends. */
export const getEngagement = operation({
	value: 'getEngagement',
	name: 'Get Engagement',
	action: 'Get campaign engagement',
	description: 'Count the sends, opens and clicks of all sent campaigns, with rates',
	fields: {
		createdAfter: timeBound(
			'Created After',
			'createdAfter',
			'Lists only campaigns that were created from this time on. Loops does not tell when a campaign was sent, only when it was scheduled for.',
		),
		createdBefore: timeBound(
			'Created Before',
			'createdBefore',
			'Lists only campaigns that were created before this time',
		),
		includesOthers: fieldOf(
			checkbox({
				displayName: 'Include Other Emails',
				name: 'includeOtherEmails',
				description:
					'Whether to also list published transactional emails and the emails of workflows. Created After and Created Before do not apply to them.',
			}),
		),
		simplify: simplify([
			...[...ABOUT, ...COUNTS, 'openRate', 'clickRate', 'problem'],
			...[...MORE_ABOUT, ...MORE_COUNTS],
		]),
	},
	isList: true,
	run: async (
		{ createdAfter: from = -Infinity, createdBefore: to = Infinity, ...values },
		{ get, warn },
	) => {
		const sentCampaigns = (await allOf(get, campaign.path)).filter(({ status, createdAt }) => {
			const ms = Date.parse(String(createdAt));
			return status === 'Sent' && !(ms < from || ms >= to);
		});
		const campaignRows = await allRows(sentCampaigns, async (sent) => {
			const scheduledAt = asRecord(sent.scheduling).timestamp;
			const about = { ...sent, kind: 'campaign', scheduledAt };
			return await countsRow(get, about, `${campaign.path}/${String(sent.id)}`, noMetrics);
		});
		const others = values.includesOthers
			? [...(await transactionalRows(get)), ...(await workflowRows(get))]
			: [];
		const rows = [...campaignRows, ...others];
		const problems = rows.flatMap(({ json }) => json.problem ?? []);
		const failed = problems.length;
		if (failed > 0 && failed === rows.length && !rows.some(({ isRefused }) => isRefused)) {
			throw new ItemRefused(problems[0], 'Try again later');
		}
		if (failed > 0)
			warn([
				`Loops returned no counts for ${failed} of ${rows.length}. The field 'problem' in the output says why`,
			]);
		return rows.map(({ json }) => values.simplify(json));
	},
});
