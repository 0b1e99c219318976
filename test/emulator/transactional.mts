import { Refusal, type Answer } from './answer.mts';
import type { ApiRequest } from './api.mts';
import { enterContact } from './contactChanges.mts';
import type { SentEmail, Template } from './records.mts';
import { isAbsent, isEmailAddress, isObject, type JsonObject } from './values.mts';
import { announceSent, transactionalEmail } from './webhooks/emails.mts';

/** Accepts a transactional email; Loops never returns an id for the message. */
export function sendTransactional(request: ApiRequest): Answer {
	const { account, body } = request;
	const template = findTemplate(request);
	const email = readRecipient(body.email);
	const addToAudience = readAddToAudience(body.addToAudience);
	const dataVariables = readDataVariables(template, body.dataVariables);
	const attachments = readAttachments(body.attachments, request.attachmentsEnabled);

	if (addToAudience && !account.byEmail(email)) enterContact(account, email);
	account.outbox.push({
		at: request.at,
		transactionalId: template.id,
		templateName: template.name,
		email,
		dataVariables,
		attachments,
		idempotencyKey: request.idempotencyKey,
		addToAudience,
	});
	announceSent(account, transactionalEmail(account, account.outbox.length - 1));
	return { status: 200, body: { success: true } };
}

/** Seen in August 2026. */
const HAS_CONTACT_PROPERTY =
	'This transactional email contains a contact property. It cannot be sent until the contact property is removed.';

function findTemplate({ account, body: { transactionalId } }: ApiRequest): Template {
	if (typeof transactionalId !== 'string' || transactionalId === '') {
		const message = 'transactionalId is required.';
		throw new Refusal(400, message, { error: { path: 'transactionalId', message } });
	}
	const template = account.templates.get(transactionalId);
	if (!template) {
		const message = 'Transactional email not found.';
		throw new Refusal(404, message, { error: { path: 'transactionalId', message } });
	}
	if (!template.published) throw new Refusal(400, 'Transactional email is not published.');
	const { subject, lmx } = account.content.messages.get(template.publishedMessageId ?? '') ?? {};
	if (/\{contact\./.test(`${subject} ${lmx}`)) throw new Refusal(400, HAS_CONTACT_PROPERTY);
	return template;
}

function readRecipient(email: unknown): string {
	if (isAbsent(email) || email === '') throw new Refusal(400, 'Recipient email is required');
	if (!isEmailAddress(email)) throw new Refusal(400, 'Invalid email address.');
	return email;
}

function readAddToAudience(addToAudience: unknown): boolean {
	if (isAbsent(addToAudience)) return false;
	if (typeof addToAudience === 'boolean') return addToAudience;
	throw badField('addToAudience', 'Expected a boolean');
}

/** Guess: `error: { path, reason }`, which the spec declares, is for wrong types. */
function badField(path: string, reason: string): Refusal {
	return new Refusal(400, `Invalid ${path}: ${reason}`, { error: { path, reason } });
}

function readDataVariables(template: Template, dataVariables: unknown): JsonObject {
	const required = template.dataVariables;
	if (isAbsent(dataVariables)) {
		if (required.length === 0) return {};
		throw new Refusal(
			400,
			"There are required fields for this email. You need to include a 'dataVariables' object with the required fields.",
			{ path: 'dataVariables' },
		);
	}
	if (!isObject(dataVariables)) throw badField('dataVariables', 'Expected an object');

	const missing = required.filter(
		(name) =>
			!Object.hasOwn(dataVariables, name) ||
			dataVariables[name] === null ||
			// Observed: blank required variables count as missing.
			dataVariables[name] === '',
	);
	if (missing.length > 0) {
		const message = `Missing required data variable(s): ${missing.join(', ')}`;
		throw new Refusal(400, message, {
			error: { path: 'dataVariables', message },
			transactionalId: template.id,
		});
	}
	for (const [name, value] of Object.entries(dataVariables)) {
		if (isScalar(value)) continue;
		if (Array.isArray(value) && value.every(isFlatObject)) continue;
		throw badField(`dataVariables.${name}`, 'Expected a string, a number or an array of objects');
	}
	return dataVariables;
}

function isScalar(value: unknown): boolean {
	return typeof value === 'string' || typeof value === 'number';
}

function isFlatObject(value: unknown): boolean {
	return isObject(value) && Object.values(value).every(isScalar);
}

function readAttachments(attachments: unknown, enabled: boolean): SentEmail['attachments'] {
	if (isAbsent(attachments)) return [];
	if (!enabled) throw new Refusal(400, 'Attachments are not enabled for this team.');
	if (!Array.isArray(attachments)) throw badField('attachments', 'Expected an array');
	return attachments.map((attachment: unknown, index) => {
		const { filename, contentType, data } = isObject(attachment) ? attachment : {};
		return {
			filename: readText(filename, `attachments[${index}].filename`),
			contentType: readText(contentType, `attachments[${index}].contentType`),
			bytes: readBase64(data, `attachments[${index}].data`),
		};
	});
}

function readText(value: unknown, path: string): string {
	if (typeof value === 'string' && value !== '') return value;
	throw badField(path, 'Required');
}

/** The size of the decoded file, in bytes. */
function readBase64(value: unknown, path: string): number {
	const text = readText(value, path);
	if (text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
		return Buffer.byteLength(text, 'base64');
	}
	throw badField(path, 'Expected base64');
}
