import { main } from './cli.mts';

// The first Ctrl+C ends the checks, and what was written is removed.
const controller = new AbortController();
process.once('SIGINT', () => controller.abort());

process.exitCode = await main(process.argv.slice(2), process.env, {
	print: (text) => console.log(text),
	signal: controller.signal,
});
