/** Marks around words that are not spoken: in this order, the inner before the outer. */
const marks: readonly (readonly [RegExp, string])[] = [
  // Fences of code, rules and the line under a heading or a table's head.
  [/^ {0,3}(?:`{3,}|~{3,}).*$/gm, ''],
  [/^ {0,3}(?:[-*_=](?: ?[-*_=]){2,}|\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?) *$/gm, ''],
  // Pictures and links leave their words.
  [/!?\[([^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '$1'],
  [/!?\[([^\]\n]*)\]\[[^\]\n]*\]/g, '$1'],
  [/<((?:https?|mailto):[^\s<>]*)>/g, '$1'],
  // What begins a line: heading, quote, list.
  [/^(?: {0,3}>)+ ?/gm, ''],
  [/^ {0,3}#{1,6} +(.*?)(?: +#+)? *$/gm, '$1'],
  [/^ *[-+*] +(?=\S)/gm, ''],
  // Emphasis and code, once they are closed.
  [/(`+)([^`\n](?:.*?[^`\n])?)\1(?!`)/g, '$2'],
  [/(\*{1,3}|~~)(?=\S)(.*?\S)\1/g, '$2'],
  [/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)(.*?\S)\1(?![\p{L}\p{N}_])/gu, '$2'],
  // An answer that is still arriving ends in a mark that is not closed yet.
  [/(?<=^|\s)[*_~`]{1,3}(?=\S*$)/g, ''],
];

/** Escaped marks are moved to code points no text uses, so that the patterns pass over them. */
const hidingPlace = 0xe000;
const hide = (_: string, mark: string) => String.fromCharCode(hidingPlace + mark.charCodeAt(0));
const showAgain = (hidden: string) => String.fromCharCode(hidden.charCodeAt(0) - hidingPlace);

/** Markdown as one would say it: the words and line breaks without the marks. For transcripts, voices and the clipboard. */
export function toPlainText(markdown: string): string {
  const hidden = markdown.replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, hide);
  return marks
    .reduce((text, [mark, words]) => text.replace(mark, words), hidden)
    .replace(/[\ue021-\ue07e]/g, showAgain)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Marks that have a meaning anywhere: emphasis, code, escapes, tags, links, character references. */
const anywhere = /[*_`\\\0\ufeff]|<[a-z/!?]|\][([:]|&(?:#|[a-z])\w{0,32};/i;
/** Marks that begin a line: heading, quote, list, number, rule, fence. */
const atLineStart = /^[ \t]*(?:>|#{1,6}(?![^\s])|[-+](?![^\s])|\d{1,9}[.)](?![^\s])|-(?:[ \t]*-){2,}[ \t]*$|~{3})/m;

/** Whether Markdown may find more in this text than paragraphs and line breaks. */
export const needsMarkdown = (text: string): boolean => anywhere.test(text) || atLineStart.test(text);

/** The same for a growing text: paragraphs without marks are read once, so the work is linear in the text's length. */
export function createMarkdownCheck(): (text: string) => boolean {
  let plain = '';
  return (text) => {
    if (!text.startsWith(plain)) plain = '';
    const isMarked = needsMarkdown(text.slice(plain.length));
    const end = text.lastIndexOf('\n\n');
    if (!isMarked && end > plain.length) plain = text.slice(0, end);
    return isMarked;
  };
}
