// Runs inline in the browser: updates the page, and keeps scroll position and focus.
const POLL_MS = 1500;
const parser = new DOMParser();
const message = document.getElementById('message');
const shown = new Map();
for (const unit of document.querySelectorAll('[data-live]')) shown.set(unit.id, unit.innerHTML);

let latest = 0;
async function refresh() {
	latest += 1;
	const number = latest;
	const response = await fetch('/', { headers: { accept: 'text/html' } });
	const fresh = parser.parseFromString(await response.text(), 'text/html');
	// A later refresh is newer.
	if (number !== latest) return;
	const landmark = [...document.querySelectorAll('tr[id], section')].find(
		(element) => element.getBoundingClientRect().bottom > 0 && !element.querySelector('tr[id]'),
	);
	const top = landmark?.getBoundingClientRect().top;
	for (const { id, innerHTML } of fresh.querySelectorAll('[data-live]')) {
		if (innerHTML !== shown.get(id)) replace(document.getElementById(id), innerHTML);
	}
	const moved = landmark && document.getElementById(landmark.id);
	if (moved) scrollBy({ top: moved.getBoundingClientRect().top - top, behavior: 'instant' });
}

function replace(unit, innerHTML) {
	const selection = getSelection();
	const isSelected = !selection.isCollapsed && unit.contains(selection.anchorNode);
	const isTypedIn = unit.contains(document.activeElement?.closest('input, select'));
	// Updated later, when the user no longer selects or types.
	if (isSelected || isTypedIn) return;
	shown.set(unit.id, innerHTML);

	const open = [...unit.querySelectorAll('details[open]')].map(({ id }) => id);
	const scrolled = unit.querySelector('.wrap')?.scrollLeft;
	const focused = unit.contains(document.activeElement) ? placeOf(document.activeElement) : null;
	unit.innerHTML = innerHTML;
	for (const id of open) document.getElementById(id)?.setAttribute('open', '');
	if (scrolled) unit.querySelector('.wrap')?.scrollTo(scrolled, 0);
	if (focused) controlsOf(document.getElementById(focused.id))[focused.index]?.focus();
}

/** The nearest element with an ID, and the index of this control in it. */
function placeOf(element) {
	const named = element.parentElement.closest('[id]');
	return { id: named.id, index: controlsOf(named).indexOf(element) };
}

function controlsOf(element) {
	return [...(element?.querySelectorAll('button, summary, .wrap') ?? [])];
}

async function submit(form, button) {
	const fields = [...new FormData(form, button)].map(([name, value]) =>
		name === 'json' ? JSON.parse(value) : { [name]: value },
	);
	const given = JSON.stringify(Object.assign({}, ...fields));
	const [method, path] = form.dataset.call.split(' ');
	const response = await fetch(path, { method, body: given === '{}' ? undefined : given });
	const answer = await response.json();
	say(response.ok ? `Done: ${button.textContent}` : answer.message);
	if (response.ok) form.closest('#reset')?.removeAttribute('open');
	await refresh();
}

let silence;
function say(text) {
	clearTimeout(silence);
	message.textContent = text;
	silence = setTimeout(() => (message.textContent = ''), 5000);
}

async function copy(button) {
	const copied = button.previousElementSibling;
	await navigator.clipboard.writeText(copied.value ?? copied.textContent);
	say('Copied.');
}
document.addEventListener('click', ({ target }) => {
	if (target.matches('.copy')) copy(target).catch(() => say('The browser does not allow copying.'));
});

let isLost = false;
function lose() {
	isLost = true;
	clearTimeout(silence);
	message.textContent = 'The emulator does not answer.';
}

document.addEventListener('submit', (event) => {
	event.preventDefault();
	submit(event.target, event.submitter).catch(lose);
});

async function poll() {
	if (!document.hidden) {
		await refresh().then(() => {
			if (isLost) message.textContent = '';
			isLost = false;
		}, lose);
	}
	setTimeout(poll, POLL_MS);
}
document.addEventListener('visibilitychange', () => void refresh().catch(lose));
setTimeout(poll, POLL_MS);
