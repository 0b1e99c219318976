/** Longer texts that n8n made of a value may stand for an array of a million values. */
const MAX_CHARACTERS = 10_000;

/** True if n8n may have made the text of an object, or of a long array. */
export const isLarge = (text: string): boolean => text.length > MAX_CHARACTERS || namesObject(text);

/** True for what JavaScript writes for an object, which people may also have typed. */
export const namesObject = (text: string): boolean => text.includes('[object ');

/**
 * An object, or an array with one, as n8n writes it within a text, such as `[object Object]`. To read the object
 * itself, n8n copies all of it, once for each field: 11 s for the 16 MB that a stranger may send to a webhook.
 */
export class JoinedObject {
	constructor(private readonly text: string) {}

	toString(): string {
		return this.text;
	}
}
