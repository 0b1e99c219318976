import { describe, expect, it } from 'vitest';

import { agentWorkflow } from '../harness/agent.mts';
import { runWorkflow } from '../harness/engine.mts';
import { eventMapper, propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { fieldsOf, mapped, sentBody, setAccount } from '../harness/mapping.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { upsert, sendEmail, sendEvent } = parametersOf;
const body = () => sentBody(loops);

describe('a column with the very name of a property goes to no other one, whose label it is', () => {
	const before = { key: 'tariff', label: 'Plan' };
	const added = { key: 'plan', label: 'Plan 2' };

	it('of a property that is newer than the fields of the editor', async () => {
		setAccount(loops, before);
		const schema = await fieldsOf(loops);
		setAccount(loops, before, added);
		await loops.run({ ...upsert, ...mapped(schema) }, [{ plan: 'x' }]);
		expect(body()).toEqual({ email: 'kim@example.com', plan: 'x' });
	});

	it('of a property that is newer than the list in memory', async () => {
		setAccount(loops, before);
		await loops.run({ ...upsert, ...mapped() }, [{ tariff: 'x' }]);
		setAccount(loops, before, added);
		await loops.run({ ...upsert, ...mapped() }, [{ plan: 'x' }]);
		expect(body()).toEqual({ email: 'kim@example.com', plan: 'x' });
	});

	it('and nowhere where nobody knows: the account can not be read', async () => {
		setAccount(loops, before);
		const schema = await fieldsOf(loops);
		loops.emulator.clearFaults();
		loops.emulator.inject({ kind: 'status', status: 403, times: 'always', method: 'GET' });
		const { error } = await loops.run({ ...upsert, ...mapped(schema) }, [{ plan: 'x' }]);
		expect(error?.message).toContain("can't be mapped automatically");
		expect(loops.calls()).toEqual([]);
		await loops.run({ ...upsert, ...mapped(schema) }, [{ Plan: 'x' }]);
		expect(body()).toEqual({ email: 'kim@example.com', tariff: 'x' });
	});
});

describe('signs', () => {
	it.each([
		[{ key: 'week12', label: 'Week 12' }, 'Week 1-2'],
		[{ key: 'week12', label: 'Week 12' }, 'Week 1 2'],
		[{ key: 'score15', label: 'Score 15' }, 'Score 1.5'],
		[{ key: 'score15', label: 'Score 1.5' }, 'Score 1 . 5'],
		[{ key: 'q12', label: 'Q12' }, 'Q1/2'],
		[{ key: 'c', label: 'C' }, 'C++'],
		[{ key: 'seats', label: 'Seats' }, 'Seats (%)'],
		[{ key: 'blank', label: ' ' }, ''],
		[{ key: 'dash', label: '-' }, '_'],
	])(
		'make another name: %j does not get the values of the column "%s"',
		async (property, column) => {
			setAccount(loops, property);
			const { hints } = await loops.run({ ...upsert, ...mapped() }, [{ [column]: 'x' }]);
			expect(body()).toEqual({ email: 'kim@example.com' });
			expect(hints).toHaveLength(1);
		},
	);

	it.each([
		['Score 1.5', 'SCORE_1.5'],
		['Plan–Name', ' plan\u200bname '],
		['C++', 'c++'],
	])('are those of a label: "%s" is "%s"', async (label, column) => {
		setAccount(loops, { key: 'other', label });
		await loops.run({ ...upsert, ...mapped() }, [{ [column]: 'x' }]);
		expect(body()).toEqual({ email: 'kim@example.com', other: 'x' });
	});

	it('tell the labels of two properties apart', async () => {
		setAccount(loops, { key: 'goodGrade', label: 'A+' }, { key: 'badGrade', label: 'A-' });
		await loops.run({ ...upsert, ...mapped() }, [{ 'A+': 1 }]);
		expect(body()).toEqual({ email: 'kim@example.com', goodGrade: '1' });
	});
});

it('a label that ends with its own key is that label, with the fields of the editor, too', async () => {
	setAccount(loops, { key: 'plan', label: 'Price (plan)' }, { key: 'price', label: 'Amount' });
	const row = { 'Price (plan)': 'x', Price: 'y' };
	for (const schema of [[], await fieldsOf(loops)]) {
		const { hints } = await loops.run({ ...upsert, ...mapped(schema) }, [row]);
		expect.soft(body()).toEqual({ email: 'kim@example.com', plan: 'x', price: 'y' });
		expect(hints).toEqual([]);
	}
});

describe('what is newer than the fields of the editor', () => {
	// Needs firstName and resetUrl.
	const transactionalId = { mode: 'id', value: 'cm8tx0pwreset00000000002a' };
	const parameters = { ...sendEmail, transactionalId, ...variablesMapper(['firstName']) };
	const row = { firstName: 'K', resetUrl: 'https://example.com' };

	it.each(['sendAndWarn', 'dontSend'])('a variable gets its column: %s', async (choice) => {
		const options = { missingVariables: choice };
		const { error, hints } = await loops.run({ ...parameters, options }, [row]);
		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(body().dataVariables).toEqual(row);
	});

	it('is not looked for where the list can not be read', async () => {
		const path = '/v1/transactional';
		loops.emulator.inject({ kind: 'status', status: 403, path, method: 'GET', times: 'always' });
		const { error } = await loops.run(parameters, [row]);
		expect(body().dataVariables).toEqual({ firstName: 'K' });
		expect(error?.message).toContain('HTTP 400');
	});

	it('a property of an event gets its column', async () => {
		const eventName = { mode: 'list', value: 'signup' };
		const eventProperties = [
			{ name: 'plan', type: 'string' },
			{ name: 'seats', type: 'number' },
		];
		loops.emulator.inject({
			kind: 'body',
			path: '/v1/event-patterns/by-name/signup',
			times: 'always',
			body: { eventName: 'signup', eventProperties },
		});
		await loops.run({ ...sendEvent, eventName, ...eventMapper({ plan: 'string' }) }, [
			{ plan: 'team', Seats: '4' },
		]);
		expect(body().eventProperties).toEqual({ plan: 'team', seats: 4 });
	});
});

it('"null" of an agent is no second value for a property', async () => {
	const parameters = { ...upsert, ...propertiesMapper({ firstName: 'string' }) };
	const calls = [{ 'First Name': 'null', firstName: 'Bo' }];
	const workflow = agentWorkflow(parameters, { toolCalling: 'engine' });
	await runWorkflow(source, loops.credentials(), workflow, [{ json: { calls } }]);
	expect(body()).toEqual({ email: 'kim@example.com', firstName: 'Bo' });
});
