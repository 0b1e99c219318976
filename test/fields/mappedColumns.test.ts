import { describe, expect, it } from 'vitest';

import { eventMapper, variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { fieldsOf, mapped, sentBody, setAccount } from '../harness/mapping.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { upsert, sendEmail, sendEvent } = parametersOf;
const body = () => sentBody(loops);

describe('a column with the name of one property and the label of another', () => {
	const before = { key: 'tariff', label: 'Plan' };
	const added = { key: 'plan', label: 'Plan 2' };

	it('goes to the named property when it is newer than the editor fields', async () => {
		setAccount(loops, before);
		const schema = await fieldsOf(loops);
		setAccount(loops, before, added);
		await loops.run({ ...upsert, ...mapped(schema) }, [{ plan: 'x' }]);
		expect(body()).toEqual({ email: 'kim@example.com', plan: 'x' });
	});

	it('goes to the named property when it is newer than the cached list', async () => {
		setAccount(loops, before);
		await loops.run({ ...upsert, ...mapped() }, [{ tariff: 'x' }]);
		setAccount(loops, before, added);
		await loops.run({ ...upsert, ...mapped() }, [{ plan: 'x' }]);
		expect(body()).toEqual({ email: 'kim@example.com', plan: 'x' });
	});

	it('is refused when the account cannot be read', async () => {
		setAccount(loops, before);
		const schema = await fieldsOf(loops);
		loops.emulator.clearFaults();
		loops.emulator.inject({ kind: 'status', status: 403, times: 'always', method: 'GET' });
		const { error } = await loops.run({ ...upsert, ...mapped(schema) }, [{ plan: 'x' }]);
		expect(error?.message).toContain('The contact properties could not be looked up');
		expect(loops.calls()).toEqual([]);
		await loops.run({ ...upsert, ...mapped(schema) }, [{ Plan: 'x' }]);
		expect(body()).toEqual({ email: 'kim@example.com', tariff: 'x' });
	});
});

describe('another spelling of a column name', () => {
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
		[{ key: 'été2026', label: 'Été 2026' }, 'été 20 26'],
		// Marks on letters that are neither Latin nor Greek make another letter.
		[{ key: 'мой', label: 'Мой' }, 'мои'],
		[{ key: 'かぎ', label: 'かぎ' }, 'かき'],
		[{ key: 'ชื่อ', label: 'ชื่อ' }, 'ชอ'],
		[{ key: '❤️', label: '❤️' }, '❤'],
	])('makes another name: %j does not match the column "%s"', async (property, column) => {
		setAccount(loops, property);
		const { hints } = await loops.run({ ...upsert, ...mapped() }, [{ [column]: 'x' }]);
		expect(body()).toEqual({ email: 'kim@example.com' });
		expect(hints).toHaveLength(1);
	});

	it.each([
		['Score 1.5', 'SCORE_1.5'],
		['Plan–Name', ' plan\u200bname '],
		['C++', 'c++'],
		['Straße', 'STRASSE'],
		['Été 2026', 'e\u0301te_2026'],
		['Früher Zugang', 'FRU\u0308HER-ZUGANG'],
		['Ключ дня', '\ufeffключ - ДНЯ.'],
		['お 名 号', 'お名号'],
	])('matches that of a label: "%s" and "%s"', async (label, column) => {
		setAccount(loops, { key: 'other', label });
		await loops.run({ ...upsert, ...mapped() }, [{ [column]: 'x' }]);
		expect(body()).toEqual({ email: 'kim@example.com', other: 'x' });
	});

	it('distinguishes the labels of two properties', async () => {
		setAccount(loops, { key: 'goodGrade', label: 'A+' }, { key: 'badGrade', label: 'A-' });
		await loops.run({ ...upsert, ...mapped() }, [{ 'A+': 1 }]);
		expect(body()).toEqual({ email: 'kim@example.com', goodGrade: '1' });
	});
});

it('matches a label that ends with its own key, with and without editor fields', async () => {
	setAccount(loops, { key: 'plan', label: 'Price (plan)' }, { key: 'price', label: 'Amount' });
	const row = { 'Price (plan)': 'x', Price: 'y' };
	for (const schema of [[], await fieldsOf(loops)]) {
		const { hints } = await loops.run({ ...upsert, ...mapped(schema) }, [row]);
		expect.soft(body()).toEqual({ email: 'kim@example.com', plan: 'x', price: 'y' });
		expect(hints).toEqual([]);
	}
});

describe('a name that is newer than the editor fields', () => {
	// Needs firstName and resetUrl.
	const transactionalId = { mode: 'id', value: 'cm8tx0pwreset00000000002a' };
	const parameters = { ...sendEmail, transactionalId, ...variablesMapper(['firstName']) };
	const row = { firstName: 'K', resetUrl: 'https://example.com' };

	it.each(['sendAndWarn', 'dontSend'])('gets its column as a variable: %s', async (choice) => {
		const options = { missingVariables: choice };
		const { hints } = await loops.expectSuccess({ ...parameters, options }, [row]);
		expect(hints).toEqual([]);
		expect(body().dataVariables).toEqual(row);
	});

	it('gets no column when the list cannot be read', async () => {
		const path = '/v1/transactional';
		loops.emulator.inject({ kind: 'status', status: 403, path, method: 'GET', times: 'always' });
		const { error } = await loops.run(parameters, [row]);
		expect(body().dataVariables).toEqual({ firstName: 'K' });
		expect(error?.message).toContain('HTTP 400');
	});

	it('gets its column as an event property', async () => {
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
