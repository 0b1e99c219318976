import { expect, it } from 'vitest';

import { runWorkflow } from '../harness/engine.mts';
import { pinnedTo, readExample } from '../harness/examples.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { emailColumnOf, exportFiles, rowsOf } from '../harness/exports.mts';

const loops = useEmulator();

/** Imports a file with the example, whose user has renamed the column of addresses. */
async function importOf(file: string) {
	const rows = rowsOf(file).map((row) => {
		const { [emailColumnOf(row)]: Email, ...others } = row;
		return { Email, ...others };
	});
	const example = readExample('csv-import.json');
	const pinData = pinnedTo('Rows', rows);
	return { rows, ...(await runWorkflow(source, loops.credentials(), { ...example, pinData })) };
}

/** The step of the example knows the other platforms. */
const known = exportFiles.filter((name) => !/^(shopify|stripe)/.test(name));

it.each(known)(
	'the example imports only those who may get email, without a warning: %s',
	async (file) => {
		const { rows, data } = await importOf(file);
		expect(data.resultData.error).toBeUndefined();
		const imported = rows
			.filter(({ Email }) => loops.emulator.contact(Email))
			.map(({ Email }) => Email);
		const [may, mayNot] = ['@example.com', '@example.org'].map((domain) =>
			rows.map(({ Email }) => Email).filter((address) => address.endsWith(domain)),
		);
		expect(imported).toEqual(may);
		const leftOut = data.resultData.runData['Left Out']?.[0].data?.main[0] ?? [];
		expect(leftOut.map(({ json }) => json.Email)).toEqual(mayNot);
		const hints =
			data.resultData.runData['Import Contacts']?.flatMap((run) => run.hints ?? []) ?? [];
		expect(hints.filter(({ message }) => message.includes('should get no email'))).toEqual([]);
	},
);

it.each([
	{ status: 'Unsubscribed' },
	{ status: 'BOUNCED' },
	{ EMAIL_BLACKLISTED: 'yes' },
	{ subscribed: false },
	{ subscribed: 'FALSE' },
	{ CLEAN_TIME: '2021-11-30 18:00:00' },
	{ Status: 'cancelled' },
	{ state: 'inactive' },
	{ status: 'unconfirmed ' },
	{ Subscribed: 'no' },
	{ subscribed: 'Unsubscribed' },
	{ EMAIL_BLACKLISTED: 'TRUE' },
	{ EMAIL_BLACKLISTED: 1 },
	{ EMAIL_BLACKLISTED: 'yes ' },
	{ '\ufeffEMAIL_BLACKLISTED': 'Oui' },
])('the step of the example also leaves out %j', async (fields) => {
	const example = readExample('csv-import.json');
	const pinData = pinnedTo('Rows', [{ Email: 'dora@example.org', ...fields }]);
	await runWorkflow(source, loops.credentials(), { ...example, pinData });
	expect(loops.calls()).toEqual([]);
});

it.each([
	{ EMAIL_BLACKLISTED: 'No' },
	{ state: 'CA' },
	{ status: 'active' },
	{ status: null },
	{ subscribed: 'true' },
	{ UNSUB_TIME: null },
])('the step of the example lets through %j', async (fields) => {
	const example = readExample('csv-import.json');
	const pinData = pinnedTo('Rows', [{ Email: 'dora@example.com', ...fields }]);
	await runWorkflow(source, loops.credentials(), { ...example, pinData });
	expect(loops.emulator.contact('dora@example.com')).toBeDefined();
});
