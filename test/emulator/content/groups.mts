import { type Answer, Refusal } from '../answer.mts';
import type { ApiRequest, Operation } from '../api.mts';
import { change, found, type GroupKind, nameOfGroup, UNSORTED } from './content.mts';
import { atLeastOne, object, optional, refuse, text } from './read.mts';

const name = (value: unknown, path: string): string => {
	const given = text()(value, path);
	if (given === UNSORTED) throw refuse(path, `"${UNSORTED}" is a reserved name`);
	return given;
};
const description = text({ mayBeEmpty: true });
const creation = object({ name, description: optional(description) });
const update = object({ name: optional(name), description: optional(description) });

/** The calls that change a kind of group. `param` names the ID in the path. */
export function groupOperations(kind: GroupKind, param: string) {
	const what = nameOfGroup(kind);
	const groupOf = ({ account, params }: ApiRequest) =>
		found(account.content.groups[kind], params[param], what);
	return {
		create: ({ account: { content }, body }): Answer => {
			const { name: given, description: about = '' } = creation(body, 'body');
			const group = content.add(content.groups[kind], 'group', { name: given, description: about });
			return { status: 200, body: group };
		},
		update: (request): Answer => {
			const group = groupOf(request);
			if (group.name === UNSORTED) {
				throw new Refusal(400, `The ${UNSORTED} group cannot be edited.`);
			}
			return { status: 200, body: change(group, atLeastOne(update(request.body, 'body'))) };
		},
	} satisfies Record<string, Operation>;
}
