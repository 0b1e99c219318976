/** What the index of the reference says below the list of operations. */
export const INDEX = `## Output

n8n shows the output fields of an operation before its first run, in the input of the next node.

- \`created\`, \`deleted\`, \`removed\`, \`existed\` and \`deduplicated\` are null if an answer was lost and Loops doesn't tell which run made the change. In an If node, \`null\` is neither true nor false.
- If Loops' answer has a field \`error\`, the output calls it \`errorProperty\`, because n8n takes an item with \`error\` for a failed one.
- **Simplify** keeps the ten most useful fields. It is on by default, except for Contact > Find, where it would drop your custom properties. Tools of AI agents have [Output](ai-agents.md#output-of-a-tool) instead.

## Lists

- Get Many returns all mailing lists, contact properties and sending IPs. Of anything else it returns 50: set **Limit**, or turn on **Return All**.
- Get Many and Get Engagement run once for each different set of parameters, not once for each input item.
- With **Cursor**, Get Many returns one page as an item with \`data\` and \`pagination\`. Leave it empty first, then enter \`{{ $json.pagination.nextCursor }}\`. On the last page, this is null.`;

/** What a resource (\`Contact\`) or an operation (\`Contact > Find\`) does that its description leaves out. */
export const NOTES: Record<string, string[]> = {
	Campaign: [
		'`scheduling` of a draft reads `{ "method": "now", "timestamp": null }`. This does not mean that it is sent.',
	],
	Contact: [
		'**Contacts that the API creates start "Contact added" workflows in Loops.** A CSV upload in Loops doesn\'t. So a large import can send many emails.',
		'**Loops subscribes every new contact**, unless you set Subscription (All Emails) to Unsubscribe. Contacts who exist keep their subscription.',
		'With Item With Found: False, the output repeats the `email` and `userId` that you gave. `found`, `success` and `removed` are false, and the rest is null.',
	],
	'Email Message': [
		'An email message is the subject and content of a campaign, a transactional email or an email of a Loops workflow. Its ID differs from that of the campaign.',
	],
	'Transactional Email': [
		'Loops sends transactional emails also to [people who unsubscribed](../README.md#people-who-unsubscribed).',
	],
	Workflow: ['`workflowRevisionId` is null until the first change.'],
	'Campaign > Get Engagement': [
		"Returns a row for each sent campaign, with null for what Loops doesn't count or keep. If a campaign can't be read, `problem` says why. A period filters by the date of creation.",
	],
	'Campaign > Get Metrics': [
		'Only sent campaigns have metrics, and they have no `deliveries`. For the others, the item fails: filter by `status` first.',
		'Counts over all time. Five opens by one person are one open. Two sends to one person are two.',
	],
	'Contact > Create': [
		'`created` is false if the contact existed, with If It Exists: Leave as Is.',
	],
	'Contact > Create or Update': [
		'With Email and User ID, the node looks for a contact with either one and writes the other. This can also change an email address.',
	],
	'Contact > Delete': ['`deleted` is false if the contact was gone already.'],
	'Contact > Find': [
		'A contact property called `found` is in `foundProperty`.',
		'`GET /lists` follows only if the contact is on a list, and at most once in a run.',
	],
	'Contact > Remove Suppression': [
		'Needs a paid plan in Loops, and counts against a quota of 30 days. If the answer is lost, the node does not use up a second removal.',
		'`removed` is false if the contact was not suppressed.',
	],
	'Contact > Update': [
		'Looks the contact up first. If the contact is deleted between the two calls, the node creates it, and Loops subscribes it, even if the person had opted out. This happens only if the contact had no user ID, or with Change Email To.',
	],
	'Email Message > Get': [
		"`approval` is a fingerprint of the email, and null if the email can't be read.",
	],
	'Email Message > Send Preview': [
		'The preview of a campaign takes only contact properties as examples. The preview of a transactional email takes only data variables.',
	],
	'Event > Send': [
		'With Email and User ID, the node looks for a contact with either one and writes the other. This can also change an email address.',
	],
	'Mailing List > Subscribe Contact': [
		'Changes one list, not `subscribed`. `found` is false if When Not Found created the contact.',
		'The node warns if the person unsubscribed from all emails, because Loops then probably adds them to no list.',
	],
	'Transactional Email > Get Many': [
		'Returns published emails, with the names of their `dataVariables`. With Include Drafts, it returns all.',
	],
	'Transactional Email > Get Metrics': ['Counts all published versions, over all time.'],
	'Transactional Email > Publish': [
		'`newVariables` names the variables that sends must give from now on.',
	],
	'Transactional Email > Save Content': [
		'`newVariables` names the variables that sends must give from now on.',
	],
	'Transactional Email > Send': ['**Add to Audience** creates a subscribed contact.'],
	'Workflow > Change Mailing List': ['With Dry Run, `status` is `dryRun`.'],
	'Workflow > Delete': ['With Dry Run, `status` is `dryRun`, and `deleted` is false.'],
	'Workflow Node > Reroute': [
		'Makes a node lead to another next node. The node must have exactly one next node, and another node must lead to that one as well.',
	],
	'Workflow Node > Update': [
		'Takes the [fields of the node](https://loops.so/docs/api-reference/update-workflow-node) as JSON. To change an email, use Email Message > Update with the `emailMessageId` of the node.',
	],
};

/** The fields of an event. */
export const EVENT_FIELDS: Record<string, string> = {
	event: "the event's name in Loops' API",
	email: 'the address of the contact',
	time: 'when it happened, in ISO 8601 and UTC',
	subject: 'the subject of the email',
	sourceType: 'what sent the email: `campaign`, `loop` (a Loops workflow) or `transactional`',
	sourceName: 'its name, which Loops gives only with the events of a send',
	mailingListName: 'the list that the contact joined or left',
	mailingLists: 'this list, or the lists that the email was sent to',
	contact: 'the contact with its properties',
	userId: 'the user ID of the contact',
	contactId: "Loops' ID of the contact",
	sourceId: 'the ID of what sent the email',
	emailId: 'the ID of the email',
	emailMessageId: 'the ID of its email message',
	mailingListId: 'the ID of the list that the contact joined or left',
	webhookId: 'an ID that stays the same when Loops repeats the event',
	payload: 'what Loops sent, only with Include Payload',
};
