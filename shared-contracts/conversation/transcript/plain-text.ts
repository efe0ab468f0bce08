/** In order: inner marks before outer marks. */
const marks: readonly (readonly [RegExp, string])[] = [
  // Code fences, rules and the line under a heading or a table's head.
  [/^ {0,3}(?:`{3,}|~{3,}).*$/gm, ''],
  [/^ {0,3}(?:[-*_=](?: ?[-*_=]){2,}|\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?) *$/gm, ''],
  // Pictures and links are replaced by their words.
  [/!?\[([^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '$1'],
  [/!?\[([^\]\n]*)\]\[[^\]\n]*\]/g, '$1'],
  [/<((?:https?|mailto):[^\s<>]*)>/g, '$1'],
  // Marks at the start of a line: heading, quote, list.
  [/^(?: {0,3}>)+ ?/gm, ''],
  [/^ {0,3}#{1,6} +(.*?)(?: +#+)? *$/gm, '$1'],
  [/^ *[-+*] +(?=\S)/gm, ''],
  // Closed emphasis and code.
  [/(`+)([^`\n](?:.*?[^`\n])?)\1(?!`)/g, '$2'],
  [/(\*{1,3}|~~)(?=\S)(.*?\S)\1/g, '$2'],
  [/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)(.*?\S)\1(?![\p{L}\p{N}_])/gu, '$2'],
  // An arriving answer may end in an open mark.
  [/(?<=^|\s)[*_~`]{1,3}(?=\S*$)/g, ''],
];

/** Escaped marks move to private code points, which the patterns do not match. */
const hidingPlace = 0xe000;
const hide = (_: string, mark: string) => String.fromCharCode(hidingPlace + mark.charCodeAt(0));
const showAgain = (hidden: string) => String.fromCharCode(hidden.charCodeAt(0) - hidingPlace);

export function toPlainText(markdown: string): string {
  const hidden = markdown.replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, hide);
  return marks
    .reduce((text, [mark, words]) => text.replace(mark, words), hidden)
    .replace(/[\ue021-\ue07e]/g, showAgain)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Emphasis, code, escapes, tags, links, character references. */
const anywhere = /[*_`\\\0\ufeff]|<[a-z/!?]|\][([:]|&(?:#|[a-z])\w{0,32};/i;
/** Heading, quote, list, number, rule, fence. */
const atLineStart = /^[ \t]*(?:>|#{1,6}(?![^\s])|[-+](?![^\s])|\d{1,9}[.)](?![^\s])|-(?:[ \t]*-){2,}[ \t]*$|~{3})/m;

/** False if the text has only paragraphs and line breaks. */
export const needsMarkdown = (text: string): boolean => anywhere.test(text) || atLineStart.test(text);
