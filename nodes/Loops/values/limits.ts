/** Loops' limit for a text in JSON, with its quotes (contract: value-too-long). */
export const MAX_TEXT = 500;

/** RFC 5321: 64 before the @, 255 after it. */
export const MAX_EMAIL = 320;

/** Nobody gives an item as many names or rows. Strangers give millions, each of which is read and compared. */
export const MAX_NAMES = 20_000;

/** In JSON text, at all levels: a list block with thousands of rows has fewer. Handling a million takes seconds. */
export const MAX_VALUES = 100_000;

/**
 * The size of all fields of an item, in characters: almost twice what a request can hold, since blanks in JSON
 * and line breaks in base64 are not sent. Strangers send 16 MB to a webhook, and eight expressions make 128 MB
 * of them: reading those takes seconds.
 */
export const MAX_FORM = 8_000_000;

/** Loops' limit for a request, with attachments in base64. */
export const MAX_REQUEST_MB = 4;

/** The same in bytes. */
export const MAX_REQUEST = MAX_REQUEST_MB * 1024 * 1024;
