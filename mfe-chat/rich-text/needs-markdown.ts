/** Marks that mean something wherever they stand: emphasis, code, escapes, tags, links, character references. */
const anywhere = /[*_`\\\0\ufeff]|<[a-z/!?]|\][([:]|&(?:#|[a-z])\w{0,32};/i;
/** Marks that begin a line: heading, quote, list, number, rule, fence. */
const atLineStart = /^[ \t]*(?:>|#{1,6}(?![^\s])|[-+](?![^\s])|\d{1,9}[.)](?![^\s])|-(?:[ \t]*-){2,}[ \t]*$|~{3})/m;

/** Whether Markdown could make anything of this text but paragraphs and line breaks. In doubt it could. */
export const needsMarkdown = (text: string): boolean => anywhere.test(text) || atLineStart.test(text);
