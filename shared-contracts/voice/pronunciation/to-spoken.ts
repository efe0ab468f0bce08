import type { Language } from '../../i18n/language.ts';
import type { Pronunciation } from '../../museum/museum.ts';
import { englishRules } from './english.ts';
import { frenchRules } from './french.ts';
import { germanRules } from './german.ts';
import type { Rule } from './rules.ts';
import { createReplacer, textBefore } from './terms.ts';

export interface PronunciationOptions {
  language: Language;
  /** The exhibition's own list wins over the built-in rules. A list is read once: make a new list instead of changing one. */
  pronunciations: readonly Pronunciation[];
}

const families: Record<Language, () => Rule[]> = { en: englishRules, de: germanRules, fr: frenchRules };

export function builtInRules(language: Language): Rule[] {
  return families[language]();
}

/** Words that start a sentence more often than they follow an abbreviation. Nouns and names do not count. */
const starters: Record<Language, ReadonlySet<string>> = {
  en: wordSet(
    'A An And As At But By For From He Her Here His How In It Its Look Of On Or She So That The Their Then There These They This Those To We What When Where Which Who With You Your',
  ),
  de: wordSet(
    'Aber Als Am An Auf Auch Aus Bei Bis Da Damals Dann Das Dem Den Der Des Die Dies Diese Dieser Dieses Dort Ein Eine Einen Einer Er Es Für Hier Ich Ihr Ihre Im In Ist Man Mit Nach Nun Nur Ob Oder Schauen Sehen Sein Seine Seit Sie So Und Unter Von Vor Wann Warum Was Wenn Wer Wie Wir Wo Zu Zum Zur',
  ),
  fr: wordSet(
    'À Au Aux Avec Ce Ces Cet Cette Ceci Cela Chez Dans De Depuis Des Du Elle Elles En Et Ici Il Ils Je La Le Les Leur Lui Mais Nous On Ou Où Par Pour Puis Quand Que Qui Regardez Sa Sans Ses Son Sous Sur Un Une Voici Vous Y',
  ),
};

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

function endsSentence(text: string, index: number, language: Language): boolean {
  const rest = text.slice(index, index + 40);
  if (/^["”“»’')\]]*[^\S\n]*(?:\n|$)/.test(rest)) return true;
  const word = /^["”“»’')\]]*\s+["“„«(]*\s*(\p{Lu}\p{L}*)/u.exec(rest)?.[1];
  return word !== undefined && starters[language].has(word);
}

const createSpeaker = (language: Language) =>
  createReplacer<Rule>({
    rules: () => builtInRules(language),
    entriesOf: (rules) => rules.map((rule) => [rule.written, rule] as const),
    fold: (text) => text,
    replace(rules, text, start, end) {
      const rule = rules.find(({ fits }) => fits === undefined || fits(textBefore(text, start)));
      return rule && { by: rule.sharesStop && endsSentence(text, end, language) ? `${rule.spoken}.` : rule.spoken, end };
    },
  });
const speakers: Record<Language, ReturnType<typeof createSpeaker>> = {
  en: createSpeaker('en'),
  de: createSpeaker('de'),
  fr: createSpeaker('fr'),
};

/** Every written term, in its case and as a whole word, becomes its spoken form. The longest term wins. */
export function toSpoken(text: string, { language, pronunciations }: PronunciationOptions): string {
  return speakers[language](text, pronunciations);
}
