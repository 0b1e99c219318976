import { placeOf } from '../emulator/routes.mts';

/** A call as the pages name it: `GET /transactional-emails/{transactionalId}`, whatever the ID. */
export function callShown(method: string, path: string): string {
	const plain = path.replace('/v1', '');
	return Object.entries(placeOf(path)?.params ?? {}).reduce(
		(shown, [name, value]) => shown.replace(`/${value}`, `/{${name}}`),
		`${method} ${plain}`,
	);
}
