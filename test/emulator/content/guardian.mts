import type { Account } from '../account.mts';
import { all, type Element, parseLmx, textIn, variablesIn } from './lmx.mts';
import type { EmailMessage, ParentKind, VariableKind } from './records.mts';

interface Rule {
	rule: string;
	title: string;
	description: string;
	items: Array<{ label: string; codeName?: string }>;
}

/** The kinds of variables that emails can use by parent. */
export const VARIABLES: Record<ParentKind, VariableKind[]> = {
	campaign: ['contact'],
	workflow: ['contact', 'event'],
	transactional: ['data'],
};

const UNSUPPORTED: Record<VariableKind, string> = {
	contact: 'unsupportedContactProperties',
	event: 'unsupportedEventProperties',
	data: 'unsupportedDataVariables',
};

/** The spec's rules that depend on the document alone; titles and descriptions are guesses. */
export function guardian(
	account: Account,
	{ lmx, parent, fallbacks }: EmailMessage,
): { errors: Rule[]; warnings: Rule[] } {
	const elements = all(parseLmx(lmx));
	const broken = (rule: string, labels: string[]): Rule[] =>
		labels.length === 0
			? []
			: [{ rule, title: rule, description: '', items: labels.map((label) => ({ label })) }];
	const kinds = Object.keys(UNSUPPORTED) as VariableKind[];
	const unsupported = kinds
		.filter((kind) => !VARIABLES[parent.kind].includes(kind))
		.flatMap((kind) => broken(UNSUPPORTED[kind], variablesIn(lmx, kind)));
	const unknown =
		parent.kind === 'transactional'
			? []
			: variablesIn(lmx, 'contact').filter((name) => !isProperty(account, name));
	const withoutFallback = (kind: VariableKind) =>
		VARIABLES[parent.kind].includes(kind)
			? variablesIn(lmx, kind).filter((name) => !(name in fallbacks[kind]))
			: [];
	return {
		errors: [
			...unsupported,
			...broken('unsupportedContactProperties', [...unknown, ...bareVariablesIn(elements)]),
			...hrefs(elements, 'Button', 'missingButtonHrefs', 'invalidButtonHrefs', broken),
			...hrefs(elements, 'Link', 'missingLinkHrefs', 'invalidLinkHrefs', broken),
			...hrefs(elements, 'Icon', 'missingSocialIconHrefs', 'missingSocialIconHrefs', broken),
		],
		warnings: [
			...broken('missingFallbackContactProperties', withoutFallback('contact')),
			...broken('missingFallbackEventProperties', withoutFallback('event')),
		],
	};
}

/** Variables such as `{name}`, without the kind that they need outside code. */
function bareVariablesIn(elements: Element[]): Set<string> {
	const found = elements
		.filter(({ tag }) => tag !== 'CodeBlock')
		.flatMap((element) => [...textIn(element).matchAll(/\{([A-Za-z_]\w*)\}/g)]);
	return new Set(found.map(([, name]) => name));
}

const BUILT_IN = ['firstName', 'lastName', 'email', 'userId', 'userGroup', 'source', 'notes'];

const isProperty = ({ properties }: Account, name: string) =>
	properties.has(name) || BUILT_IN.includes(name);

const isAddress = (href: string) =>
	/^(https?:\/\/|mailto:|tel:|\{(contact|event|data)\.)/.test(href);

function hrefs(
	elements: Element[],
	tag: string,
	missing: string,
	invalid: string,
	broken: (rule: string, labels: string[]) => Rule[],
): Rule[] {
	const given = elements.filter((element) => element.tag === tag);
	const label = (element: Element) => textIn(element).trim() || element.attributes.href || tag;
	return [
		...broken(missing, given.filter(({ attributes }) => !attributes.href).map(label)),
		...broken(
			invalid,
			given.filter(({ attributes: { href } }) => href && !isAddress(href)).map(label),
		),
	];
}
