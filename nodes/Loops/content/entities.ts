/** The names of HTML 4, in the order of Unicode, each range with the code of its first character. */
const RANGES: Array<[number, string]> = [
	[
		0xa0,
		'nbsp,iexcl,cent,pound,curren,yen,brvbar,sect,uml,copy,ordf,laquo,not,shy,reg,macr,deg,plusmn,sup2,sup3,acute,micro,para,middot,cedil,sup1,ordm,raquo,frac14,frac12,frac34,iquest,Agrave,Aacute,Acirc,Atilde,Auml,Aring,AElig,Ccedil,Egrave,Eacute,Ecirc,Euml,Igrave,Iacute,Icirc,Iuml,ETH,Ntilde,Ograve,Oacute,Ocirc,Otilde,Ouml,times,Oslash,Ugrave,Uacute,Ucirc,Uuml,Yacute,THORN,szlig,agrave,aacute,acirc,atilde,auml,aring,aelig,ccedil,egrave,eacute,ecirc,euml,igrave,iacute,icirc,iuml,eth,ntilde,ograve,oacute,ocirc,otilde,ouml,divide,oslash,ugrave,uacute,ucirc,uuml,yacute,thorn,yuml',
	],
	[0x152, 'OElig,oelig'],
	[0x160, 'Scaron,scaron'],
	[
		0x391,
		'Alpha,Beta,Gamma,Delta,Epsilon,Zeta,Eta,Theta,Iota,Kappa,Lambda,Mu,Nu,Xi,Omicron,Pi,Rho',
	],
	[0x3a3, 'Sigma,Tau,Upsilon,Phi,Chi,Psi,Omega'],
	[
		0x3b1,
		'alpha,beta,gamma,delta,epsilon,zeta,eta,theta,iota,kappa,lambda,mu,nu,xi,omicron,pi,rho,sigmaf,sigma,tau,upsilon,phi,chi,psi,omega',
	],
	[0x2013, 'ndash,mdash'],
	[0x2018, 'lsquo,rsquo,sbquo'],
	[0x201c, 'ldquo,rdquo,bdquo'],
	[0x2020, 'dagger,Dagger,bull'],
	[0x2032, 'prime,Prime'],
	[0x2039, 'lsaquo,rsaquo'],
	[0x2190, 'larr,uarr,rarr,darr,harr'],
	[0x21d0, 'lArr,uArr,rArr,dArr,hArr'],
];
const OTHERS = {
	quot: '"',
	amp: '&',
	apos: "'",
	lt: '<',
	gt: '>',
	Yuml: 'Ÿ',
	fnof: 'ƒ',
	circ: 'ˆ',
	tilde: '˜',
	ensp: '\u2002',
	emsp: '\u2003',
	thinsp: '\u2009',
	zwnj: '\u200c',
	zwj: '\u200d',
	hellip: '…',
	permil: '‰',
	euro: '€',
	trade: '™',
	minus: '−',
	radic: '√',
	infin: '∞',
	asymp: '≈',
	ne: '≠',
	le: '≤',
	ge: '≥',
	spades: '♠',
	clubs: '♣',
	hearts: '♥',
	diams: '♦',
	check: '✓',
	star: '☆',
	starf: '★',
};
const NAMED = new Map([
	...Object.entries(OTHERS),
	...RANGES.flatMap(([start, names]) =>
		names.split(',').map((name, at): [string, string] => [name, String.fromCharCode(start + at)]),
	),
]);

/** As browsers do, 0x80 to 0x9F are characters of Windows-1252. */
const WINDOWS = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';

function characterOf(code: number): string {
	if (code >= 0x80 && code < 0xa0) return WINDOWS[code - 0x80];
	const isText =
		code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff && code !== 127);
	return isText && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : '\ufffd';
}

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][\da-z]{1,31}));/gi;

/** Text with the characters that entities of HTML stand for. An unknown entity stays as it is. */
export const decode = (text: string): string =>
	text.replace(ENTITY, (all, decimal?: string, hex?: string, name?: string) => {
		if (name !== undefined) return NAMED.get(name) ?? all;
		return characterOf(decimal !== undefined ? Number(decimal) : parseInt(hex ?? '', 16));
	});

/** Text as LMX and HTML hold it between tags. */
export const escapeText = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Text as LMX and HTML hold it in an attribute with double quotes. */
export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');
