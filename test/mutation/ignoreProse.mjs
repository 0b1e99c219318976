import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Two words at least, one of them no name of something in a program, as in test/messages/prose.mts. */
const isProse = (text) => /[a-z]{2,}[,.:;]? +['"]?[a-z]{2,}/i.test(text);

/** Leaves out the texts of messages: test/messages/messages.txt has each of them word for word. */
export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'prose', {
		shouldIgnore: (path) =>
			path.isStringLiteral() && isProse(path.node.value) ? 'text of a message' : undefined,
	}),
];
