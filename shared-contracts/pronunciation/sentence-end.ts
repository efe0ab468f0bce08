import type { Language } from '../i18n/language.ts';

/** Words that begin a sentence more often than they follow an abbreviation in one; nouns and names do not count. */
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

/** Whether the full stop that stands before `index` also ends a sentence: nothing follows, or what begins one. */
export function endsSentence(text: string, index: number, language: Language): boolean {
  const rest = text.slice(index, index + 40);
  if (/^["”“»’')\]]*[^\S\n]*(?:\n|$)/.test(rest)) return true;
  const word = /^["”“»’')\]]*\s+["“„«(]*\s*(\p{Lu}\p{L}*)/u.exec(rest)?.[1];
  return word !== undefined && starters[language].has(word);
}
