const property = 'Use only contact properties that exist, and none in transactional emails';
const event = 'Use event properties only in workflows, and only those of the event that starts it';
const variable = 'Use data variables only in transactional emails';
const fallback = 'Add a fallback: without one, the place stays empty for contacts without a value';
const address = 'Give each one an address that starts with https:// or mailto:';
const youTube = 'Use the full address of the video instead of youtu.be';
const mailto = 'Write mailto: before the email address';

/** Loops' rules for emails, in words: what is wrong, and what to do. */
export const RULES: Partial<Record<string, [problem: string, fix: string]>> = {
	unsupportedContactProperties: ['contact properties that the email cannot use', property],
	missingFallbackContactProperties: ['contact properties without a fallback', fallback],
	unsupportedEventProperties: ['event properties that the email cannot use', event],
	missingFallbackEventProperties: ['event properties without a fallback', fallback],
	unsupportedDataVariables: ['data variables that the email cannot use', variable],
	invalidCustomDataVariables: [
		'data variables with an invalid name',
		'Rename them, with letters, digits and underscores only',
	],
	missingRequiredDataVariables: ['required data variables that it lacks', 'Add them to the email'],
	missingButtonHrefs: ['buttons without an address', address],
	invalidButtonHrefs: ['buttons with an invalid address', address],
	shortenedYouTubeButtonHrefs: ['buttons with a shortened YouTube address', youTube],
	missingLinkHrefs: ['links without an address', address],
	invalidLinkHrefs: ['links with an invalid address', address],
	shortenedYouTubeLinkHrefs: ['links with a shortened YouTube address', youTube],
	shortenedYouTubeImageHrefs: ['images with a shortened YouTube address', youTube],
	emailWithoutMailtoButtonHrefs: ['buttons with an email address without mailto:', mailto],
	emailWithoutMailtoLinkHrefs: ['links with an email address without mailto:', mailto],
	emailWithoutMailtoImageHrefs: ['images with an email address without mailto:', mailto],
	bareArrayNodes: ['lists that are not inside a loop', 'Use one entry of the list, or a loop'],
	missingSocialIconHrefs: ['social icons without an address', address],
};
