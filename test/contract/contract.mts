import { createInterface } from 'node:readline';

import { main } from './cli.mts';

// The first Ctrl+C ends the checks, and what was made is removed. The second ends that as well.
const [signal, hurry] = [new AbortController(), new AbortController()];
let last = -Infinity;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(name, () => {
		// npm passes on what the terminal has sent already.
		if (performance.now() - last < 1_000) return;
		last = performance.now();
		(signal.signal.aborted ? hurry : signal).abort();
	});
}

async function ask(question: string): Promise<boolean> {
	const lines = createInterface({ input: process.stdin, output: process.stdout });
	return await new Promise<boolean>((resolve) => {
		// Also after Ctrl+C.
		lines.once('close', () => resolve(false));
		lines.question(question, (answer) => {
			resolve(/^y(es)?$/i.test(answer.trim()));
			lines.close();
		});
	});
}

process.exitCode = await main(process.argv.slice(2), process.env, {
	print: (text) => console.log(text),
	...(process.stdin.isTTY && { ask }),
	signal: signal.signal,
	hurry: hurry.signal,
});
