// What the tests run within n8n's page.

/** Tells each click, key press and fill. */
export const COUNT_ACTIONS =
	"for (const type of ['pointerdown', 'keydown', 'input']) addEventListener(type, () => countAction(), true);";

/** n8n moves and fades its panels even with reduced motion, and a click waits until they stand still. */
export const STAND_STILL = `addEventListener('DOMContentLoaded', () => {
	const style = document.createElement('style');
	style.textContent = '*, ::before, ::after { transition: none !important; animation: none !important }';
	document.head.append(style);
});`;

/** Ends when what has just changed is shown. */
export const TWO_FRAMES =
	'new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))';

/** Whether the search for nodes has found ours. */
export const FINDS_LOOPS =
	"document.querySelector('[data-test-id=node-creator]')?.textContent.includes('Loops')";

/** Follows a path with n8n's own router, which can ask whether to save what was changed. */
export const goTo = (path: string): string =>
	`void document.querySelector('#app').__vue_app__.config.globalProperties.$router.push(${JSON.stringify(path)})`;
