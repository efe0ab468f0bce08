import type { Language } from '@enfilade/shared-contracts/i18n/language';

const wordLimit = 10;
const characterLimit = 120;

/** Whole words in any script. */
const words = (pattern: string) => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'iu');

/** What turns a question to somebody's own person and feelings, or addresses without respect. */
const personal: Record<Language, RegExp> = {
  en: words('your|yours|yourself|are you|you (?:feel|like|love|think|prefer|enjoy|believe)'),
  de: words('du|dich|dir|dein(?:e[mnrs]?)?|(?:fühl|mög|lieb|find|denk|glaub)en sie'),
  fr: words('tu|toi|tes|votre|vos|vous (?:aimez|pensez|préférez|ressentez|sentez)|(?:aim|pens|préfér|ressent|sent)ez-vous'),
};

/**
 * The three questions of a model's answer, one a line: short, without dashes, not personal, none asked before. Fewer
 * than three that keep the rules are none: the fixed questions are better than half a set.
 */
export function pickFollowUpQuestions(text: string, asked: readonly string[], language: Language): [string, string, string] | [] {
  const known = new Set(asked.map(normalise));
  const kept: string[] = [];
  for (const line of text.split(/\r?\n/).map(withoutMark).filter(Boolean).slice(0, 3)) {
    if (!keepsRules(line) || personal[language].test(line) || known.has(normalise(line))) continue;
    known.add(normalise(line));
    kept.push(line);
  }
  const [first, second, third] = kept;
  return first && second && third ? [first, second, third] : [];
}

/** Models number their lines whatever they are told. */
const withoutMark = (line: string): string =>
  line
    .trim()
    .replace(/^(?:\d{1,2}[.)]|[-–—*•])\s+/, '')
    .replace(/^["“„«]\s*|\s*["”“»]$/g, '')
    .trim();

/** A hyphen inside a word (« Qu’est-ce ») is no dash. */
function keepsRules(line: string): boolean {
  return line.length <= characterLimit && line.split(/\s+/).length <= wordLimit && !/[_–—]|(?:^|\s)-|-(?:\s|$)/.test(line);
}

const normalise = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[\s?!.¿…]+/g, ' ')
    .trim();
