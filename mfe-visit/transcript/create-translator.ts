import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { speechLimit, translationsLimit } from '@enfilade/shared-contracts/api/limits';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { type Direction, keyOf, type Translations } from './translate-entries.ts';

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
