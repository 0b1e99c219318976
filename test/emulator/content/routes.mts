import type { Operation } from '../api.mts';
import { page } from '../pages.mts';
import * as campaigns from './campaigns.mts';
import { type Content, found, newestFirst } from './content.mts';
import * as designs from './designs.mts';
import * as emails from './emailMessages.mts';
import { groupOperations } from './groups.mts';
import * as metrics from './metrics.mts';
import { createSegment } from './segments.mts';
import * as templates from './transactionalEmails.mts';
import * as uploads from './uploads.mts';
import * as nodes from './workflowNodes.mts';
import * as workflows from './workflows.mts';

/** List and get of records that are answered as they are. */
function reads(
	path: string,
	param: string,
	what: string,
	recordsOf: (content: Content) => ReadonlyMap<string, { id: string }>,
): Array<[string, Operation]> {
	return [
		[
			`GET /v1/${path}`,
			(request) =>
				page(request, path, newestFirst(recordsOf(request.account.content)), (record) => record),
		],
		[
			`GET /v1/${path}/:${param}`,
			({ account, params }) => ({
				status: 200,
				body: found(recordsOf(account.content), params[param], what),
			}),
		],
	];
}

const campaignGroups = groupOperations('campaign', 'campaignGroupId');
const transactionalGroups = groupOperations('transactional', 'transactionalGroupId');
const workflowGroups = groupOperations('workflow', 'workflowGroupId');

/** The calls of the content API, by method and path. */
export const CONTENT_OPERATIONS: ReadonlyArray<[string, Operation]> = [
	...reads(
		'audience-segments',
		'audienceSegmentId',
		'Audience segment',
		({ segments }) => segments,
	),
	...reads('campaign-groups', 'campaignGroupId', 'Campaign group', ({ groups }) => groups.campaign),
	...reads(
		'transactional-groups',
		'transactionalGroupId',
		'Transactional group',
		({ groups }) => groups.transactional,
	),
	...reads('workflow-groups', 'workflowGroupId', 'Workflow group', ({ groups }) => groups.workflow),
	...reads('components', 'componentId', 'Component', ({ components }) => components),
	...reads('themes', 'themeId', 'Theme', ({ themes }) => themes),
	['POST /v1/audience-segments', createSegment],
	['GET /v1/campaigns', campaigns.listCampaigns],
	['POST /v1/campaigns', campaigns.createCampaign],
	['GET /v1/campaigns/:campaignId', campaigns.getCampaign],
	['POST /v1/campaigns/:campaignId', campaigns.updateCampaign],
	['GET /v1/campaigns/:campaignId/metrics', metrics.campaignMetrics],
	['POST /v1/campaign-groups', campaignGroups.create],
	['POST /v1/campaign-groups/:campaignGroupId', campaignGroups.update],
	['POST /v1/components', designs.createComponent],
	['POST /v1/components/:componentId', designs.updateComponent],
	['GET /v1/email-messages/:emailMessageId', emails.getEmailMessage],
	['POST /v1/email-messages/:emailMessageId', emails.updateEmailMessage],
	['POST /v1/email-messages/:emailMessageId/preview', emails.previewEmailMessage],
	['GET /v1/email-messages/:emailMessageId/guardian', emails.checkEmailMessage],
	['POST /v1/themes', designs.createTheme],
	['POST /v1/themes/:themeId', designs.updateTheme],
	['GET /v1/transactional-emails', templates.listTemplates],
	['POST /v1/transactional-emails', templates.createTemplate],
	['GET /v1/transactional-emails/:transactionalId', templates.getTemplate],
	['POST /v1/transactional-emails/:transactionalId', templates.updateTemplate],
	['POST /v1/transactional-emails/:transactionalId/draft', templates.ensureDraft],
	['POST /v1/transactional-emails/:transactionalId/publish', templates.publishTemplate],
	['GET /v1/transactional-emails/:transactionalId/metrics', metrics.transactionalMetrics],
	['POST /v1/transactional-groups', transactionalGroups.create],
	['POST /v1/transactional-groups/:transactionalGroupId', transactionalGroups.update],
	['POST /v1/uploads', uploads.createUpload],
	['POST /v1/uploads/:emailAssetId/complete', uploads.completeUpload],
	['POST /v1/workflow-groups', workflowGroups.create],
	['POST /v1/workflow-groups/:workflowGroupId', workflowGroups.update],
	['GET /v1/workflows', workflows.listWorkflows],
	['POST /v1/workflows', workflows.createWorkflow],
	['GET /v1/workflows/:workflowId', workflows.getWorkflow],
	['POST /v1/workflows/:workflowId', workflows.updateWorkflow],
	['DELETE /v1/workflows/:workflowId', workflows.deleteWorkflow],
	['POST /v1/workflows/:workflowId/mailing-list', workflows.changeMailingList],
	['POST /v1/workflows/:workflowId/nodes', nodes.createNode],
	['GET /v1/workflows/:workflowId/nodes/:nodeId', nodes.getNode],
	['POST /v1/workflows/:workflowId/nodes/:nodeId', nodes.updateNode],
	['DELETE /v1/workflows/:workflowId/nodes/:nodeId', nodes.deleteNode],
	['GET /v1/workflows/:workflowId/nodes/:nodeId/metrics', metrics.nodeMetrics],
	['POST /v1/workflows/:workflowId/nodes/:nodeId/add-branch', nodes.addBranch],
	['POST /v1/workflows/:workflowId/nodes/:nodeId/reroute', nodes.rerouteNode],
	['DELETE /v1/workflows/:workflowId/nodes/:nodeId/recursive', nodes.deleteNodes],
];
