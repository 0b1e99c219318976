import type { Operation } from '../api.mts';
import { createCampaign, getCampaign, listCampaigns, updateCampaign } from './campaigns.mts';
import {
	createComponent,
	createTheme,
	getComponent,
	getTheme,
	listComponents,
	listThemes,
	updateComponent,
	updateTheme,
} from './designs.mts';
import {
	checkEmailMessage,
	getEmailMessage,
	previewEmailMessage,
	updateEmailMessage,
} from './emailMessages.mts';
import { groupOperations } from './groups.mts';
import { campaignMetrics, nodeMetrics, transactionalMetrics } from './metrics.mts';
import { createSegment, getSegment, listSegments } from './segments.mts';
import {
	createTemplate,
	ensureDraft,
	getTemplate,
	listTemplates,
	publishTemplate,
	updateTemplate,
} from './transactionalEmails.mts';
import { completeUpload, createUpload } from './uploads.mts';
import {
	addBranch,
	createNode,
	deleteNode,
	deleteNodes,
	getNode,
	rerouteNode,
	updateNode,
} from './workflowNodes.mts';
import {
	changeMailingList,
	createWorkflow,
	deleteWorkflow,
	getWorkflow,
	listWorkflows,
	updateWorkflow,
} from './workflows.mts';

const campaignGroups = groupOperations('campaign', 'campaignGroupId');
const transactionalGroups = groupOperations('transactional', 'transactionalGroupId');

/** The calls of the content API, by method and path. */
export const CONTENT_OPERATIONS: ReadonlyArray<[string, Operation]> = [
	['GET /v1/audience-segments', listSegments],
	['POST /v1/audience-segments', createSegment],
	['GET /v1/audience-segments/:audienceSegmentId', getSegment],
	['GET /v1/campaigns', listCampaigns],
	['POST /v1/campaigns', createCampaign],
	['GET /v1/campaigns/:campaignId', getCampaign],
	['POST /v1/campaigns/:campaignId', updateCampaign],
	['GET /v1/campaigns/:campaignId/metrics', campaignMetrics],
	['GET /v1/campaign-groups', campaignGroups.list],
	['POST /v1/campaign-groups', campaignGroups.create],
	['GET /v1/campaign-groups/:campaignGroupId', campaignGroups.get],
	['POST /v1/campaign-groups/:campaignGroupId', campaignGroups.update],
	['GET /v1/components', listComponents],
	['POST /v1/components', createComponent],
	['GET /v1/components/:componentId', getComponent],
	['POST /v1/components/:componentId', updateComponent],
	['GET /v1/email-messages/:emailMessageId', getEmailMessage],
	['POST /v1/email-messages/:emailMessageId', updateEmailMessage],
	['POST /v1/email-messages/:emailMessageId/preview', previewEmailMessage],
	['GET /v1/email-messages/:emailMessageId/guardian', checkEmailMessage],
	['GET /v1/themes', listThemes],
	['POST /v1/themes', createTheme],
	['GET /v1/themes/:themeId', getTheme],
	['POST /v1/themes/:themeId', updateTheme],
	['GET /v1/transactional-emails', listTemplates],
	['POST /v1/transactional-emails', createTemplate],
	['GET /v1/transactional-emails/:transactionalId', getTemplate],
	['POST /v1/transactional-emails/:transactionalId', updateTemplate],
	['POST /v1/transactional-emails/:transactionalId/draft', ensureDraft],
	['POST /v1/transactional-emails/:transactionalId/publish', publishTemplate],
	['GET /v1/transactional-emails/:transactionalId/metrics', transactionalMetrics],
	['GET /v1/transactional-groups', transactionalGroups.list],
	['POST /v1/transactional-groups', transactionalGroups.create],
	['GET /v1/transactional-groups/:transactionalGroupId', transactionalGroups.get],
	['POST /v1/transactional-groups/:transactionalGroupId', transactionalGroups.update],
	['POST /v1/uploads', createUpload],
	['POST /v1/uploads/:emailAssetId/complete', completeUpload],
	['GET /v1/workflows', listWorkflows],
	['POST /v1/workflows', createWorkflow],
	['GET /v1/workflows/:workflowId', getWorkflow],
	['POST /v1/workflows/:workflowId', updateWorkflow],
	['DELETE /v1/workflows/:workflowId', deleteWorkflow],
	['POST /v1/workflows/:workflowId/mailing-list', changeMailingList],
	['POST /v1/workflows/:workflowId/nodes', createNode],
	['GET /v1/workflows/:workflowId/nodes/:nodeId', getNode],
	['POST /v1/workflows/:workflowId/nodes/:nodeId', updateNode],
	['DELETE /v1/workflows/:workflowId/nodes/:nodeId', deleteNode],
	['GET /v1/workflows/:workflowId/nodes/:nodeId/metrics', nodeMetrics],
	['POST /v1/workflows/:workflowId/nodes/:nodeId/add-branch', addBranch],
	['POST /v1/workflows/:workflowId/nodes/:nodeId/reroute', rerouteNode],
	['DELETE /v1/workflows/:workflowId/nodes/:nodeId/recursive', deleteNodes],
];
