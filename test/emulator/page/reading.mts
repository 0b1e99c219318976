// The page as text, for tests without a browser.
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
export const unescaped = (text: string) =>
	text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name]);

/** The text of the cells in a section by row. */
export function rowsOf(html: string, section: string): string[][] {
	const [, part] = new RegExp(`<section id="${section}"(.*?)</section>`, 's').exec(html) ?? [];
	return [...(part ?? '').matchAll(/<tr role="row" id=.*?<\/tr>/gs)].map(([row]) =>
		[...row.matchAll(/<td .*?>(.*?)<\/td>/gs)].map(([, cell]) =>
			unescaped(cell.replace(/<(details|form).*<\/\1>/gs, '').replace(/<[^>]+>/g, ' '))
				.replace(/\s+/g, ' ')
				.trim(),
		),
	);
}

/** The form data that a browser sends for a button. */
export function formOf(
	html: string,
	button: string,
	texts: Record<string, string> = {},
): URLSearchParams {
	const form = [...html.matchAll(/<form.*?<\/form>/gs)]
		.map(([text]) => text)
		.find((text) => text.includes(`>${button}</button>`));
	const fields = new URLSearchParams();
	for (const [, name, value] of form?.matchAll(/<input [^>]*?name="(\w+)"[^>]*? value="(.*?)"/g) ??
		[]) {
		fields.append(name, unescaped(texts[name] ?? value));
	}
	for (const [select] of form?.matchAll(/<select.*?<\/select>/gs) ?? []) {
		const options = [...select.matchAll(/<option value="(.*?)"( selected)?>(.*?)</g)];
		const option =
			options.find(([, , , label]) => Object.values(texts).includes(label)) ??
			options.find(([, , selected]) => selected) ??
			options[0];
		fields.append('json', unescaped(option[1]));
	}
	const [, value] =
		new RegExp(`<button name="json" value="([^"]*)">${button}<`).exec(form ?? '') ?? [];
	fields.append('json', unescaped(value));
	return fields;
}
