import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { speechLimit, translationsLimit } from '@enfilade/shared-contracts/api/limits';
import { plainTextOf } from '@enfilade/shared-contracts/conversation/transcript/entries';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Entry, Piece } from './entries.ts';

export interface Direction {
  from: Language;
  to: Language;
}

/** By direction and sentence; null: it stays as it was said. What is not in it is on its way. */
export type Translations = ReadonlyMap<string, string | null>;

export const keyOf = ({ from, to }: Direction, sentence: string) => `${from} ${to} ${sentence}`;

/** A sentence that may still grow is not asked for. */
const isWhole = (sentence: string) => /[.!?…]["'”’»)\s]*$/.test(sentence);

interface Wanted {
  /** The guide's, where nothing says another. */
  language: Language;
  to: Language;
}

/** What of the transcript is to be asked for, by the language it was said in. */
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

/** In the place of a sentence that is on its way. */
const onItsWay = '…';

/** The entry in another language, sentence by sentence; what cannot be said there as it was said. */
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
    // Two sentences that are one there.
    if (last?.text === piece.text && last.language === to) last.said = `${last.said} ${piece.said}`;
    else pieces.push(piece);
  }
  // Nobody asked for a translation: the words stay until all of them can be read in the other language.
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

/** About where the translation is when so many words were spoken: as far within the sentence. */
export function translatedIndex(pieces: readonly Piece[], spoken: number): number {
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

/** What has not come after a failure is asked for again at the next change, not before. */
const retryAfterMs = 10_000;

interface TranslatorOptions {
  api: Pick<GuideApi, 'translate'>;
  museumId: EntityId;
  clock: Clock;
}

/** Asks for sentences as they come, those said last first, and keeps what came for as long as the screen is shown. */
export function createTranslator({ api, museumId, clock }: TranslatorOptions) {
  const { set, ...store } = createStore<Translations>(new Map());
  const askedAt = new Map<string, number>();
  const ending = new AbortController();
  let waiting: { direction: Direction; sentence: string }[] = [];
  let isAsking = false;

  const ask = async (direction: Direction, sentences: readonly string[]) => {
    const lines = await api.translate({ museumId, ...direction, lines: [...sentences] }, ending.signal).catch(() => undefined);
    if (ending.signal.aborted) return;
    const said = sentences.map((sentence, at) => [keyOf(direction, sentence), lines?.[at] ?? null] as const);
    // What failed stays as it was said, until it is asked for again.
    if (lines) for (const [key] of said) askedAt.set(key, Number.POSITIVE_INFINITY);
    set(new Map([...store.getState(), ...said]));
  };
  const work = async () => {
    isAsking = true;
    while (waiting.length > 0 && !ending.signal.aborted) {
      const { direction } = waiting[0] as (typeof waiting)[number];
      const isOwn = (one: (typeof waiting)[number]) => one.direction.from === direction.from && one.direction.to === direction.to;
      const next = waiting.filter(isOwn).slice(0, translationsLimit);
      waiting = waiting.filter((one) => !next.includes(one));
      await ask(
        direction,
        next.map(({ sentence }) => sentence),
      );
    }
    isAsking = false;
  };

  return {
    ...store,
    want(direction: Direction, sentences: readonly string[]): void {
      const now = clock.now();
      const fresh = [...new Set(sentences)].filter((sentence) => {
        const last = askedAt.get(keyOf(direction, sentence)) ?? Number.NEGATIVE_INFINITY;
        return sentence.length <= speechLimit && now - last >= retryAfterMs;
      });
      if (fresh.length === 0) return;
      for (const sentence of fresh) askedAt.set(keyOf(direction, sentence), now);
      waiting = [...fresh.reverse().map((sentence) => ({ direction, sentence })), ...waiting];
      if (!isAsking) void work();
    },
    end: () => ending.abort(),
  };
}
