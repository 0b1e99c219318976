/** Loops' limit for a text in JSON, with its quotes (contract: value-too-long). */
export const MAX_TEXT = 500;

/** Loops' limit for a request, with attachments in base64. */
export const MAX_REQUEST_MB = 4;

/** The same in bytes. */
export const MAX_REQUEST = MAX_REQUEST_MB * 1024 * 1024;
