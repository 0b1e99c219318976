import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Answer } from '../answer.mts';
import type { Emulator } from '../server.mts';
import { content } from './contentSection.mts';
import { EMAIL_PATH, emailMessage } from './emailMessage.mts';
import { Markup, markup } from './markup.mts';
import { callForm, copyable, more } from './parts.mts';
import { requests } from './requestSection.mts';
import { contacts, emails, eventPatterns, events, faultForm, waitingFaults } from './sections.mts';
import { deliveries, webhookForm } from './webhookSection.mts';

const PATHS = ['/', '/api', '/api/', '/api/v1', '/api/v1/'];
const [STYLE, SCRIPT] = ['page.css', 'page.js'].map((name) =>
	readFileSync(new URL(name, import.meta.url), 'utf8'),
);
const ICON =
	"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='5' fill='none' stroke='%23e4572e' stroke-width='4'/%3E%3C/svg%3E";

/** Prevents injected scripts from running, even without escaping. */
const POLICY = [
	"default-src 'none'",
	`style-src 'sha256-${hashOf(STYLE)}'`,
	`script-src 'sha256-${hashOf(SCRIPT)}'`,
	"connect-src 'self'",
	'img-src data:',
	"form-action 'self'",
	"frame-ancestors 'none'",
	"base-uri 'none'",
].join('; ');

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}

/** Whether a browser requests the page. */
export function asksForPage({ method, url = '', headers }: IncomingMessage): boolean {
	const wantsHtml = headers.accept?.includes('text/html') === true;
	return method === 'GET' && wantsHtml && PATHS.includes(url.split('?')[0]);
}

export const pageOf = (emulator: Emulator): Answer => answerWith(overview(emulator));

/**
 * The page of an email message; undefined for another path.
 * @throws Refusal 404 for an unknown ID, 422 for LMX that does not compile
 */
export function emailPageOf(emulator: Emulator, path: string): Answer | undefined {
	if (!path.startsWith(EMAIL_PATH)) return undefined;
	const [id, sent] = path.slice(EMAIL_PATH.length).split('/');
	return answerWith(emailMessage(emulator, id, sent));
}

function answerWith(content: Markup): Answer {
	const body = `<!DOCTYPE html>\n${documentWith(content).html}`;
	const headers = {
		'cache-control': 'no-store',
		'content-security-policy': POLICY,
		'referrer-policy': 'same-origin',
		'x-content-type-options': 'nosniff',
	};
	return { status: 200, body, html: true, headers };
}

function documentWith(content: Markup): Markup {
	return markup`<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Loops emulator</title>
<link rel="icon" href="${new Markup(ICON)}">
<style>${new Markup(STYLE)}</style>
</head><body>
${content}
</body></html>`;
}

function overview(emulator: Emulator): Markup {
	return markup`<header><h1>Loops emulator</h1>
<p>No email leaves this machine.</p>
<dl><dt>Base URL</dt><dd>${copyable('Base URL', markup`<code>${emulator.baseUrl}</code>`)}</dd>
<dt>API key</dt><dd>${copyable('API key', markup`<code>${emulator.apiKey}</code>`)} (made up: use no real one here)</dd></dl>
${more(
	'reset',
	'Reset …',
	markup`<p>This deletes all requests, emails, events and deliveries, and brings the sample contacts back.</p>
${callForm('POST /__emulator/reset', [{ label: 'Reset everything' }])}`,
)}
</header>
<div class="bar">${live('counts', counts(emulator))}</div>
<p id="message" role="status"></p>
<main>
${section('emails', 'Emails', emails(emulator))}
${section('events', 'Events', events(emulator))}
${section('contacts', 'Contacts', contacts(emulator))}
${section('content', 'Campaigns and templates', content(emulator))}
${section('patterns', 'Event patterns', eventPatterns(emulator))}
${section('requests', 'Requests', requests(emulator))}
<section id="faults" aria-labelledby="faults-title"><h2 id="faults-title">Faults</h2>
${faultForm()}
${live('faults-waiting', waitingFaults(emulator))}
</section>
<section id="webhook" aria-labelledby="webhook-title"><h2 id="webhook-title">Webhook</h2>
${live('webhook-settings', webhookForm(emulator))}
${live('deliveries', deliveries(emulator))}
</section>
</main>
<script>${new Markup(SCRIPT)}</script>`;
}

function counts(emulator: Emulator): Markup {
	const { stats, outbox, marketingEmails, eventLog, contactCount, content: all } = emulator;
	const { requests: received, rateLimited, faulted } = stats;
	return markup`<nav aria-label="Sections"><ul>
<li><a href="#emails">Emails</a> ${outbox.length + marketingEmails.length}</li>
<li><a href="#events">Events</a> ${eventLog.length}</li>
<li><a href="#contacts">Contacts</a> ${contactCount}</li>
<li><a href="#content">Campaigns and templates</a> ${all.campaigns.size + emulator.templates().length}</li>
<li><a href="#requests">Requests</a> ${received}${rateLimited > 0 && `, ${rateLimited} rate-limited`}${faulted > 0 && `, ${faulted} with a fault`}</li>
<li><a href="#faults">Faults</a></li>
<li><a href="#webhook">Webhook</a></li>
</ul></nav>`;
}

function section(id: string, title: string, content: Markup): Markup {
	return markup`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${live(`${id}-live`, content)}
</section>`;
}

/** A part of the page that the script updates by itself. */
function live(id: string, content: Markup): Markup {
	return markup`<div id="${id}" data-live>${content}</div>`;
}
