import { speechLimit } from '@enfilade/shared-contracts/api/limits';
import { plainTextOf, type Entry as SaidEntry } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { keyOf, type Translations } from '@enfilade/shared-contracts/conversation/transcript/translations';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';

export interface Entry extends SaidEntry {
  /** The original sentences of an entry in another language. */
  said?: string | undefined;
  pieces?: readonly Piece[] | undefined;
  /** The position in the text after `spoken` words. */
  wordAt?(spoken: number): number;
}

export interface Piece {
  text: string;
  said: string;
  language: Language;
}

/** A sentence that may grow is not translated. */
const isWhole = (sentence: string) => /[.!?…]["'”’»)\s]*$/.test(sentence);

interface Wanted {
  language: Language;
  to: Language;
}

export function sentencesToAsk(entries: readonly Entry[], { language, to }: Wanted): Map<Language, string[]> {
  const asked = new Map<Language, string[]>();
  for (const entry of entries) {
    const { speaker, state, language: from = language } = entry;
    if (speaker !== 'guide' || from === to) continue;
    const sentences = splitSentences(plainTextOf(entry));
    const last = sentences.at(-1);
    const whole = state === 'arriving' && last && !isWhole(last) ? sentences.slice(0, -1) : sentences;
    asked.set(from, [...(asked.get(from) ?? []), ...whole]);
  }
  return asked;
}

const onItsWay = '…';

/** A sentence without translation stays in the guide's words. */
export function translateEntry(
  entry: Entry,
  translations: Translations,
  { language, to, isChosen }: Wanted & { isChosen: boolean },
): Entry {
  const from = entry.language ?? language;
  if (entry.speaker !== 'guide' || from === to) return entry;
  const pieceOf = (said: string): Piece => {
    const translated = said.length > speechLimit ? null : translations.get(keyOf({ from, to }, said));
    return translated === null ? { text: said, said, language: from } : { text: translated ?? onItsWay, said, language: to };
  };
  const pieces: Piece[] = [];
  const said = plainTextOf(entry);
  for (const piece of splitSentences(said).map(pieceOf)) {
    const last = pieces.at(-1);
    // Two sentences with one common translation.
    if (last?.text === piece.text && last.language === to) last.said = `${last.said} ${piece.said}`;
    else pieces.push(piece);
  }
  // If the visitor chose no captions language, the words stay until all translations have arrived.
  if (!isChosen && pieces.some((piece) => piece.text === onItsWay || piece.language !== to)) return entry;
  return {
    ...entry,
    text: pieces.map(({ text }) => text).join(' '),
    isMarkdown: false,
    said,
    language: to,
    pieces,
    wordAt: (spoken) => translatedIndex(pieces, spoken),
  };
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean);

/** An estimate, in proportion to the sentence. */
function translatedIndex(pieces: readonly Piece[], spoken: number): number {
  let before = 0;
  let saidBefore = 0;
  for (const { text, said } of pieces) {
    const [count, saidCount] = [wordsIn(text).length, wordsIn(said).length];
    if (spoken < saidBefore + saidCount) return before + Math.floor(((spoken - saidBefore) / saidCount) * count);
    before += count;
    saidBefore += saidCount;
  }
  return before;
}
