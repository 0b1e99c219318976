import { HELP, messageOf, optionsOf, UsageError } from './commandLine.mts';
import { type Emulator, startEmulator } from './server.mts';

function greeting(emulator: Emulator): string {
	const { baseUrl, origin, apiKey, webhook } = emulator;
	const templates = emulator.templates();
	const published = templates.filter((template) => template.published).length;
	return `Loops emulator
  Page      ${origin}
  Base URL  ${baseUrl}
  API key   ${apiKey}
  Webhook   ${webhook.url ?? 'none; set one on the page'}
  Secret    ${webhook.secret}
  Seeded    ${emulator.contacts().length} contacts, ${emulator.properties().length} custom properties, ${emulator.mailingLists().length} mailing lists, ${published} published templates, ${templates.length - published} drafts

  curl -H 'Authorization: Bearer ${apiKey}' ${baseUrl}/api-key
  curl ${origin}/__emulator/state

Stop with Ctrl-C.`;
}

async function run(): Promise<void> {
	const options = optionsOf(process.argv.slice(2));
	if (!options) {
		console.log(HELP);
		return;
	}
	const emulator = await startEmulator(options);
	for (const signal of ['SIGINT', 'SIGTERM']) {
		process.once(signal, () => void emulator.close());
	}
	console.log(greeting(emulator));
}

try {
	await run();
} catch (error) {
	const isUsage = error instanceof UsageError;
	console.error(`${messageOf(error)}${isUsage ? '\nTry --help.' : ''}`);
	process.exitCode = isUsage ? 2 : 1;
}
