import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';

const cached = { en: new Map<string, string>(), de: new Map<string, string>(), fr: new Map<string, string>() };
const mostCached = 20_000;

/** The stem of one folded word; it need not be a word. Numbers and very short words stay as they are. */
export function stem(word: string, language: Language): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const known = cached[language].get(word);
  if (known !== undefined) return known;
  const made = makeStem(word, language) || word;
  // What visitors type has no end.
  if (cached[language].size < mostCached) cached[language].set(word, made);
  return made;
}

function makeStem(word: string, language: Language): string {
  if (language === 'en') return english(word);
  // Folding removed the accents that Snowball needs for these endings.
  if (language === 'fr') return french(word.replace(/erent$/, 'èrent').replace(/ee(s?)$/, 'ée$1')).replace(/[éèê]/g, 'e');
  // A verb's past and participle ("malte", "gemalt") meet its present; Snowball leaves them.
  // Snowball takes the end of "Kirchenfenster" for a verb's, not that of "Fenster".
  const bare = /st(?:e[mnrs]?|ern|ers)?$/.test(word) ? word.replace(/(?<=.{2}st)(?:e[mnrs]?|ern|ers)$/, '') : german(word);
  return bare
    .replace(/^(an|auf|aus|ab|ein|um|vor|zu|nach|mit|her|hin|weg)?ge(?=.{3,}t$)/, '$1')
    .replace(/(?<=.{3})e$/, '')
    .replace(/(?<=.{2}[^st])(?:te?|et)t?$/, '')
    .replace(/(?<=.{3})e$/, '')
    .replace(/(?<=.{3})el$/, 'l');
}
