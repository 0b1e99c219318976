const property =
	'Use only contact properties that exist. Transactional emails have none: use data variables such as {data.firstName}';
const event = 'Use event properties only in workflows, and only those of the event that starts it';
const variable = 'Use data variables only in transactional emails';
const fallback =
	'Add a fallback. Otherwise, contacts without a value see nothing where the property is used';
const address = 'Enter a URL that starts with https:// or mailto: for each of them';
const youTube = 'Use the full URL of the video instead of youtu.be';
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
		'Rename the data variables with an invalid name, with letters, digits and underscores only',
	],
	missingRequiredDataVariables: [
		'required data variables that are missing from the email',
		'Add the missing data variables to the email',
	],
	missingButtonHrefs: ['buttons without a URL', address],
	invalidButtonHrefs: ['buttons with an invalid URL', address],
	shortenedYouTubeButtonHrefs: ['buttons with a shortened YouTube URL', youTube],
	missingLinkHrefs: ['links without a URL', address],
	invalidLinkHrefs: ['links with an invalid URL', address],
	shortenedYouTubeLinkHrefs: ['links with a shortened YouTube URL', youTube],
	shortenedYouTubeImageHrefs: ['images with a shortened YouTube URL', youTube],
	emailWithoutMailtoButtonHrefs: ['buttons with an email address without mailto:', mailto],
	emailWithoutMailtoLinkHrefs: ['links with an email address without mailto:', mailto],
	emailWithoutMailtoImageHrefs: ['images with an email address without mailto:', mailto],
	bareArrayNodes: [
		'lists that are not inside a loop',
		'Put the list inside a loop of the email, or use a single entry of the list',
	],
	missingSocialIconHrefs: ['social icons without a URL', address],
};
