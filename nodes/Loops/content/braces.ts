/** An expression of n8n, such as {{ $json.id }}, or its beginning. */
const EXPRESSION = /\{\{[^{}]{0,200}?\$[a-z(][^{}]{0,200}(?:\}\})?/i;

/** What other tools replace. A variable of Loops has single braces, and ${{ }} is code. */
const PLACEHOLDER =
	/(?<!\$)\{\{[^{}\n]{0,200}\}\}|\{%[^{}\n]{0,200}%\}|\*\|[\w:.-]{1,60}\|\*|__[A-Z\d]{1,40}(?:_[A-Z\d]{1,40}){1,4}__|%%\w{1,40}%%|%[A-Z][A-Z_\d]{3,40}%|&lt;%=[^%\n]{0,200}%>/g;

/** What to do about an expression in a field that is Fixed. */
export const EXPRESSION_HINT = 'For an n8n expression, switch the field from Fixed to Expression';

/** The first expression in a text that n8n did not evaluate. */
export const expressionIn = (text: string): string | undefined => EXPRESSION.exec(text)?.[0];

/** The placeholders of other tools in a text that people read. */
export const placeholdersIn = (text: string): string[] => text.match(PLACEHOLDER) ?? [];
