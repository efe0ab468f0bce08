import type { Language } from '@enfilade/shared-contracts/i18n/language';

// Light stemming: the forms of a word need only meet in the same string, which need not be a word.
const stemmers: Record<Language, (word: string) => string> = { en: stemEnglish, de: stemGerman, fr: stemFrench };

/** The stem of one folded word. Numbers and very short words stay as they are. */
export function stem(word: string, language: Language): string {
  return word.length < 4 || /\d/.test(word) ? word : stemmers[language](word);
}

/** Removes the first ending that leaves at least `least` characters. */
function cut(word: string, endings: readonly string[], least: number): string {
  const ending = endings.find((candidate) => word.endsWith(candidate) && word.length - candidate.length >= least);
  return ending ? word.slice(0, -ending.length) : word;
}

function stemEnglish(word: string): string {
  const singular = word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|z|ch|sh)es$/, '$1')
    .replace(/([^siu])s$/, '$1');
  const bare = cut(singular, ['ation', 'ings', 'ing', 'ness', 'ion', 'ed', 'er', 'ly'], 4);
  const single = bare === singular ? bare : bare.replace(/([bdgmnprt])\1$/, '$1');
  return single
    .replace(/([^aeiou])y$/, '$1i')
    .replace(/ied$/, 'i')
    .replace(/(.{3})e$/, '$1');
}

function stemGerman(word: string): string {
  const verb = word.replace(/^ge(.{3,}t)$/, '$1');
  const bare = cut(cut(verb, ['ern', 'em', 'en', 'er', 'es', 'e', 's', 'n'], 4), ['er', 'e'], 4);
  return bare.replace(/(.{3})el$/, '$1l').replace(/(.{4})et$/, '$1');
}

function stemFrench(word: string): string {
  const singular = word
    .replace(/eaux$/, 'eau')
    .replace(/(.{2})aux$/, '$1al')
    .replace(/([^s])[sx]$/, '$1');
  const bare = cut(singular, ['aient', 'erent', 'ait', 'ee', 'er', 'ez', 'ent', 'e'], 4);
  return cut(bare, ['e'], 4);
}
