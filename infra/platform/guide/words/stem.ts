import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';

const cached = { en: new Map<string, string>(), de: new Map<string, string>(), fr: new Map<string, string>() };
const mostCached = 20_000;

/** The stem need not be a word. Numbers and words of up to three letters stay unchanged. */
export function stem(word: string, language: Language): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const known = cached[language].get(word);
  if (known !== undefined) return known;
  const made = makeStem(word, language) || word;
  // The limit bounds the memory, because visitors may type any number of words.
  if (cached[language].size < mostCached) cached[language].set(word, made);
  return made;
}

function makeStem(word: string, language: Language): string {
  if (language === 'en') return english(word);
  // Restores the accents that Snowball needs for these endings and that folding removed.
  if (language === 'fr') return french(word.replace(/erent$/, 'èrent').replace(/ee(s?)$/, 'ée$1')).replace(/[éèê]/g, 'e');
  // Unlike Snowball, gives "malte" and "gemalt" the stem of the present, and "Kirchenfenster" the same ending as "Fenster".
  const bare = /st(?:e[mnrs]?|ern|ers)?$/.test(word) ? word.replace(/(?<=.{2}st)(?:e[mnrs]?|ern|ers)$/, '') : german(word);
  return bare
    .replace(/^(an|auf|aus|ab|ein|um|vor|zu|nach|mit|her|hin|weg)?ge(?=.{3,}t$)/, '$1')
    .replace(/(?<=.{3})e$/, '')
    .replace(/(?<=.{2}[^st])(?:te?|et)t?$/, '')
    .replace(/(?<=.{3})e$/, '')
    .replace(/(?<=.{3})el$/, 'l');
}
