import type { GuideApi } from '../../api/guide-api.ts';
import { speechLimit, translationsLimit } from '../../api/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { createStore } from '../../kit/store.ts';
import type { EntityId } from '../../museum/id.ts';
import { type Direction, keyOf, type Translations } from './translations.ts';

const retryAfterMs = 10_000;

interface TranslatorOptions {
  api: Pick<GuideApi, 'translate'>;
  museumId: EntityId;
  clock: Pick<Clock, 'after'>;
}

interface Wanted extends Direction {
  sentence: string;
}

/** Translates the latest sentences first, with one request at a time. */
export function createTranslator({ api, museumId, clock }: TranslatorOptions) {
  const { set, ...store } = createStore<Translations>(new Map());
  const asked = new Set<string>();
  let ending = new AbortController();
  let waiting: Wanted[] = [];
  let isAsking = false;

  async function ask(some: readonly Wanted[], { from, to }: Direction, signal: AbortSignal): Promise<void> {
    const request = { museumId, from, to, lines: some.map(({ sentence }) => sentence) };
    const lines = await api.translate(request, signal).catch(() => undefined);
    if (signal.aborted) return;
    // Untranslated sentences are shown in their own language until the retry.
    if (!lines)
      signal.addEventListener(
        'abort',
        clock.after(retryAfterMs, () => add(some)),
      );
    set(new Map([...store.getState(), ...some.map((one, at) => [keyOf(one, one.sentence), lines?.[at] ?? null] as const)]));
  }

  async function work({ signal }: AbortController): Promise<void> {
    isAsking = true;
    for (let [first] = waiting; first && !signal.aborted; [first] = waiting) {
      const direction = first;
      const some = waiting.filter(({ from, to }) => from === direction.from && to === direction.to).slice(0, translationsLimit);
      waiting = waiting.filter((one) => !some.includes(one));
      await ask(some, direction, signal);
    }
    if (!signal.aborted) isAsking = false;
  }

  function add(wanted: readonly Wanted[]): void {
    waiting = [...wanted, ...waiting];
    if (!isAsking && waiting.length > 0) void work(ending);
  }

  return {
    ...store,
    want(direction: Direction, sentences: readonly string[]): void {
      const isFresh = (sentence: string) => sentence.length <= speechLimit && !asked.has(keyOf(direction, sentence));
      const fresh = [...new Set(sentences)].filter(isFresh);
      for (const sentence of fresh) asked.add(keyOf(direction, sentence));
      add(fresh.reverse().map((sentence) => ({ ...direction, sentence })));
    },
    stop(): void {
      ending.abort();
      ending = new AbortController();
      [waiting, isAsking] = [[], false];
      asked.clear();
    },
  };
}
