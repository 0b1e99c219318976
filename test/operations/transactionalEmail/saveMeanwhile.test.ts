import { expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { HAND, publish, restarted, WELCOME, welcomeOf } from './welcome.mts';

const loops = useEmulator();

const PATH = `/v1/transactional-emails/${WELCOME}`;
const { messages, welcome, draft, published, edit } = welcomeOf(loops);

it('an edit of a colleague during Save Content is never lost, and never goes out, whenever it happens', async () => {
	let kept = 0;
	for (let at = 1, isOver = false; !isOver; at++) {
		let seen = 0;
		// No call prevents a change between the last look and the publishing.
		isOver = true;
		loops.onRequest = ({ path }) => {
			if (++seen !== at) return;
			isOver = path.endsWith('/guardian');
			return { onProcessed: () => void edit() };
		};
		const subject = `Push ${at}`;
		const { error } = await loops.run({ ...publish, subject }, [{}], { workflowId: subject });
		loops.onRequest = undefined;
		expect(published().lmx).not.toBe(HAND);
		expect(error?.message).toMatch(/changes in its draft|has changed since|did not change/);
		expect(draft().lmx).toBe(HAND);
		welcome().draftMessageId = null;
		kept++;
	}
	expect(kept).toBe(7);
});

const name = (value: string) => ({ transactionalId: { __rl: true, mode: 'name', value } });

it.each(['Welcome', 'From git'])(
	'a lost answer during Save Content of %s does nothing twice, and the next run ends well',
	async (email) => {
		for (let at = 1, isOver = false; !isOver; at++) {
			for (const isLasting of [false, true]) {
				const target = email === 'Welcome' ? email : `${email} ${at} ${isLasting}`;
				const parameters = { ...publish, ...name(target), subject: `Push ${at} ${isLasting}` };
				const of = () => loops.emulator.templates().filter((each) => each.name === target);
				let seen = 0;
				loops.onRequest = () =>
					++seen === at || (isLasting && seen > at) ? { fault: { kind: 'resetAfter' } } : undefined;
				const identity = { workflowId: 'lost', retryOnFail: true, maxTries: 2 };
				const { error } = await loops.run(parameters, [{}], identity);
				loops.onRequest = undefined;
				isOver = seen < at;
				if (isLasting && !isOver) expect(error).toBeDefined();
				const again = await loops.run(parameters, [{}], restarted());
				expect(again.error).toBeUndefined();
				expect(of()).toHaveLength(1);
				const [{ publishedMessageId, draftMessageId }] = of();
				expect(messages().get(publishedMessageId!)).toMatchObject({
					subject: parameters.subject,
				});
				expect(draftMessageId).toBeNull();
			}
		}
	},
);

/** Loops answers 504, and publishes after the node has looked. */
function publishLate() {
	let posted = false;
	let looked = false;
	loops.onRequest = ({ method, path }) => {
		if (path === `${PATH}/publish` && !posted) {
			posted = true;
			return { fault: { kind: 'status', status: 504 } };
		}
		if (!posted || looked || method !== 'GET' || path !== PATH) return undefined;
		looked = true;
		const publishNow = (of = welcome()) =>
			Object.assign(of, {
				published: true,
				publishedMessageId: of.draftMessageId,
				draftMessageId: null,
			});
		return { onProcessed: () => void publishNow() };
	};
}

it('a change that an attempt made although it seemed lost is found by the look before the next attempt', async () => {
	publishLate();
	const { json } = await loops.run(publish);
	expect(json).toMatchObject([{ published: true }]);
});
