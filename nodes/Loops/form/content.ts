import { MAX_LMX_KB } from '../api/content';
import { remarksAbout } from '../content/remarks';
import { beginsAsLmx, type ContentFormat, toLmx } from '../content/toLmx';
import type { Checked } from '../values/checked';
import { formatName } from '../values/format';
import { foreignTagIn, isEmptyLmx } from '../values/lmx';
import { type Beside, checkbox, choice, type Parameter, type WithDefault } from './parameter';
import type { ParameterValue } from './parameterValue';

const formatChoice = choice<ContentFormat | 'lmx'>({
	displayName: 'Content Format',
	name: 'contentFormat',
	type: 'options',
	options: [
		{ name: 'LMX', value: 'lmx', description: 'Markup language of Loops' },
		{ name: 'HTML', value: 'html', description: 'The node converts it, and warns of losses' },
		{ name: 'Plain Text', value: 'text', description: 'Blank lines separate paragraphs' },
	],
	default: 'lmx',
	description:
		'Format of the content. Convert Markdown to HTML with the Markdown node first. AI agents write HTML best.',
});

const contentFormat: WithDefault<ContentFormat | 'lmx'> = {
	...formatChoice,
	absent: 'lmx',
	isOmittable: true,
	read: (value, beside) => (value.isEmpty ? 'lmx' : formatChoice.read(value, beside)),
};

const allowVariables: WithDefault<boolean> = {
	...checkbox({
		displayName: 'Allow Loops Variables',
		name: 'allowVariables',
		description:
			'Whether {contact.firstName} in the content is a variable. If this is off, the node refuses braces outside code blocks.',
		displayOptions: { show: { contentFormat: ['html', 'text'] } },
	}),
	isOmittable: true,
};

/** What the node converts. HTML of emails is full of styles, which LMX leaves out. */
const MAX_SOURCE_KB = { lmx: MAX_LMX_KB, html: 500, text: MAX_LMX_KB };

function checkSize(value: ParameterValue, text: string, maxKb: number, as = ''): void {
	const size = Buffer.byteLength(text);
	if (size <= maxKb * 1024) return;
	const limit =
		maxKb === MAX_LMX_KB
			? `Loops accepts at most ${maxKb} KB`
			: `The node converts at most ${maxKb} KB`;
	value.refuse(
		`'${value.label}' is ${Math.ceil(size / 1024)} KB${as}`,
		`${limit}. Shorten the content, or upload images and link to them by URL`,
	);
}

/** Loops refuses text only after it has created the campaign (contract: lmx-text). */
function checkLmx(value: ParameterValue, content: string): void {
	if (!content.includes('<')) {
		value.refuse(
			`'${value.label}' is text without tags`,
			"Set 'Content Format' to Plain Text, or wrap each paragraph in the LMX tag Paragraph",
		);
	}
	const tag = foreignTagIn(content);
	if (tag === undefined) return;
	const isMjml = tag.startsWith('mj');
	const toHtml = `${isMjml ? 'Convert it to HTML, and set' : 'Set'} 'Content Format' to HTML`;
	value.refuse(
		`'${value.label}' is ${isMjml ? 'MJML' : 'HTML'}, not LMX: the content has the tag ${formatName(tag)}`,
		`Nothing was sent to Loops. ${beginsAsLmx(content) ? 'Use LMX tags, such as Br instead of br' : toHtml}`,
	);
}

function convert(value: ParameterValue, content: string, format: ContentFormat, beside: Beside) {
	const { lmx, warnings } = toLmx(content, format, {
		label: value.label,
		allowsVariables: beside(allowVariables),
		isFixed: value.isFixed,
	});
	checkSize(value, lmx, MAX_LMX_KB, ' as LMX');
	for (const warning of warnings) value.warn(warning);
	return lmx;
}

/**
 * The content of an email or a component, as LMX. The editor shows no placeholder, so the example is part of
 * the hint, which n8n renders as HTML.
 */
export function lmx({ hint }: { hint: string }): Parameter<Checked | undefined> {
	const property: Parameter['property'] = {
		displayName: 'Content',
		name: 'lmx',
		type: 'string',
		typeOptions: { editor: 'htmlEditor', rows: 8 },
		default: '',
		hint: `In LMX: ${hint}. For HTML or text, set Content Format`,
		description:
			'Content in the format that Content Format says. <a href="https://loops.so/docs/creating-emails/lmx">LMX</a> has tags such as Paragraph, H1, Button and Image. Close each of them, and write &lt; as &amp;lt;. In Fixed mode, {{ }} is no expression.',
	};
	return {
		property,
		properties: [contentFormat.property, property, allowVariables.property],
		read: (value, beside) => {
			const content = value.content({ isMarkup: true });
			if (content === undefined) return undefined;
			const format = beside(contentFormat);
			// It may be live at once, such as the content of a component.
			if (isEmptyLmx(content)) {
				value.refuse(`'${value.label}' is empty`, 'Enter content, such as a paragraph with text');
			}
			checkSize(value, content, MAX_SOURCE_KB[format]);
			if (format !== 'lmx') return convert(value, content, format, beside) as Checked;
			checkLmx(value, content);
			for (const remark of remarksAbout(content, value.isFixed)) value.warn(remark);
			return content;
		},
	};
}
