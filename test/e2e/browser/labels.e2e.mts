// n8n cuts off labels that are wider than what its form leaves for them.
import type { INodeProperties } from 'n8n-workflow';
import { beforeEach, expect, it } from 'vitest';

import { Loops } from '../../../nodes/Loops/Loops.node.ts';
import { LoopsTrigger } from '../../../nodes/LoopsTrigger/LoopsTrigger.node.ts';
import { parametersOf } from '../../harness/operations.mts';
import { perKey } from '../../harness/sendOnce.mts';
import { chain, loopsNode, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';
import type { Editor } from './editor.mts';
import { useEditor } from './useEditor.mts';

const n8n = useN8n({ keepsCredential: true });
// As in a browser on Windows and Linux, a scroll bar takes a part of the form.
const session = useEditor(['--hide-scrollbars']);
let editor: Editor;
beforeEach(() => ({ editor } = session));

/** What n8n 2.41 leaves at the default width of the form, in pixels. */
const ROW = { top: 372, perLevel: 32 };
const BESIDE = { text: 194.52, value: 170.52, none: 50 };

interface Label {
	text: string;
	/** What the form leaves for it. */
	room: number;
}

function roomOf({ type, noDataExpression }: INodeProperties, level: number): number {
	const row = ROW.top - level * ROW.perLevel;
	const isPart = ['collection', 'fixedCollection', 'assignmentCollection', 'resourceMapper'];
	if (isPart.includes(type) || noDataExpression) return row - BESIDE.none;
	return row - (['string', 'json'].includes(type) ? BESIDE.text : BESIDE.value);
}

/** The labels of a parameter and of all in it. */
function labelsOf(property: INodeProperties, level = 0): Label[] {
	if (['notice', 'hidden'].includes(property.type)) return [];
	const within = (property.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
	return [
		{ text: property.displayName, room: roomOf(property, level) },
		...within.flatMap((each) => labelsOf(each, level + 1)),
	];
}

const labels = [new Loops(), new LoopsTrigger()].flatMap(({ description }) =>
	description.properties.flatMap((each) => labelsOf(each)),
);

it('no label is wider than what the form leaves for it', async () => {
	await editor.openWorkflow(await n8n.store(chain([start])));
	const texts = JSON.stringify(labels.map(({ text }) => text));
	const widths = await editor.page.evaluate<number[]>(`(async () => {
		await document.fonts.load('12px InterVariable');
		const context = document.createElement('canvas').getContext('2d');
		context.font = '12px InterVariable';
		return ${texts}.map((text) => context.measureText(text).width);
	})()`);
	const cut = labels.filter(({ room }, index) => widths[index] > room);
	expect(labels.length).toBeGreaterThan(300);
	expect(cut).toEqual([]);
});

/** What a dropdown leaves for the description of an option at the top level, in pixels. */
const DESCRIPTION = 343;

interface Description {
	text: string;
	room: number;
}

/** The descriptions of the options of a parameter and of all in it. */
function descriptionsOf({ options = [] }: INodeProperties, level = 0): Description[] {
	return options.flatMap((option) => {
		if ('values' in option) return option.values.flatMap((each) => descriptionsOf(each, level + 1));
		if ('type' in option) return descriptionsOf(option, level + 1);
		if (!option.description) return [];
		return [{ text: option.description, room: DESCRIPTION - level * ROW.perLevel }];
	});
}

it('no description of an option is longer than the two lines that n8n shows of it', async () => {
	const descriptions = [new Loops(), new LoopsTrigger()].flatMap(({ description }) =>
		description.properties.flatMap((each) => descriptionsOf(each)),
	);
	await editor.openWorkflow(await n8n.store(chain([start])));
	const lines = await editor.page.evaluate<number[]>(`(async () => {
		await document.fonts.load('12px InterVariable');
		return ${JSON.stringify(descriptions)}.map(({ text, room }) => {
			const box = document.createElement('div');
			box.style = 'position: absolute; font: 12px/18px InterVariable; width: ' + room + 'px';
			box.textContent = text;
			document.body.append(box);
			const { offsetHeight } = box;
			box.remove();
			return offsetHeight / 18;
		});
	})()`);
	expect(descriptions.length).toBeGreaterThan(100);
	expect(descriptions.filter((_each, index) => lines[index] > 2)).toEqual([]);
});

it('the form leaves that room: ten of the widest labels are whole', async () => {
	const added: Record<string, unknown> = {
		...perKey(''),
		eventPropertiesJson: '{}',
		extraEventProperties: {},
		onlyForTeam: '',
	};
	const contact = {
		addToList: [],
		clearProperty: [],
		contactPropertiesJson: '{}',
		mailingListsJson: '{}',
		removeFromList: [],
		subscription: 'leaveAsIs',
	};
	const node = loopsNode('Loops', {
		...parametersOf.sendEvent,
		options: added,
		additionalFields: contact,
	} as never);
	await editor.openWorkflow(await n8n.store(chain([start, node])));
	await editor.openNode('Loops');
	await editor.field('Send Only Once').waitFor();
	const shown = await editor.panel.getByTestId('input-label').evaluateAll((all) =>
		all.flatMap((label) => {
			const text = label.querySelector('[class*="_title_"] span');
			const width = text?.getBoundingClientRect().width;
			if (!text || !width) return [];
			return [{ text: text.textContent ?? '', isCut: text.scrollWidth > Math.ceil(width) }];
		}),
	);
	const texts = shown.map(({ text }) => text.trim());
	expect(texts).toEqual(
		expect.arrayContaining([
			'Send Only Once',
			'Mode',
			'Key',
			'Event Properties (JSON)',
			'Extra Event Properties',
			'Only for Team',
			'Add to List Names or IDs',
			'Clear Property Names or IDs',
			'Contact Data (JSON)',
			'Mailing Lists (JSON)',
			'Take Off List Names or IDs',
			'Subscription (All Emails)',
		]),
	);
	expect(shown.filter(({ isCut }) => isCut)).toEqual([]);
});
