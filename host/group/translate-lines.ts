import { groupLimits } from '@enfilade/shared-contracts/api/group';
import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { FollowedLine } from './follow-group.ts';

/** own: the leader's language is the follower's · waiting: for its words · said: in the follower's · foreign: it cannot be said in it. */
export type ShownLine = { kind: 'own' | 'foreign'; text: string } | { kind: 'said'; text: string } | { kind: 'waiting' };

/** null: it cannot be said. By language and text: a line that is changed is another one. */
type Translations = ReadonlyMap<string, string | null>;

const keyOf = (to: Language, { language, text }: Pick<FollowedLine, 'language' | 'text'>) => `${language} ${to} ${text}`;
const mostKept = 400;

/** How a follower reads a line. One that may go on is worth no translation yet. */
export function showLine(line: FollowedLine, to: Language, translations: Translations): ShownLine {
  if (line.language === to) return { kind: 'own', text: line.text };
  const text = line.isOpen ? undefined : translations.get(keyOf(to, line));
  if (text === undefined) return { kind: 'waiting' };
  return text === null ? { kind: 'foreign', text: line.text } : { kind: 'said', text };
}

const retryAfterMs = 10_000;

interface TranslatorOptions {
  api: Pick<GuideApi, 'translate'>;
  museumId: EntityId;
  clock: Clock;
}

/** Puts lines into a follower's language, several at once, one request at a time. */
export function createLineTranslator({ api, museumId, clock }: TranslatorOptions) {
  const { set, ...store } = createStore<Translations>(new Map());
  let controller = new AbortController();
  /** By line. A translation that failed is asked for again. */
  const failedAt = new Map<string, number>();
  let cancelRetry = () => {};
  let isAsking = false;
  let wanted: { lines: readonly FollowedLine[]; to: Language } | undefined;

  function pickNext() {
    if (!wanted) return undefined;
    const { lines, to } = wanted;
    const isDue = (key: string) => clock.now() - (failedAt.get(key) ?? Number.POSITIVE_INFINITY) >= retryAfterMs;
    const isMissing = (line: FollowedLine) => showLine(line, to, store.getState()).kind === 'waiting' || isDue(keyOf(to, line));
    const missing = lines.filter((line) => !line.isOpen && line.language !== to && isMissing(line));
    const from = missing.at(-1)?.language;
    const some = missing.filter(({ language }) => language === from).slice(-groupLimits.lines);
    return from && { from, to, some };
  }

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    for (let next = pickNext(); next; next = pickNext()) await translate(next, controller.signal);
    isAsking = false;
  }

  async function translate({ from, to, some }: NonNullable<ReturnType<typeof pickNext>>, signal: AbortSignal): Promise<void> {
    const request = { museumId, from, to, lines: some.map(({ text }) => text) };
    // Where it cannot be had, the leader's words are better than none.
    const said = await api.translate(request, signal).catch(() => undefined);
    if (signal.aborted) return;
    const found = some.map((line, index) => [keyOf(to, line), said?.[index] ?? null] as const);
    for (const [key] of found) failedAt.set(key, said ? Number.POSITIVE_INFINITY : clock.now());
    if (!said) retryLater();
    set(new Map([...store.getState(), ...found].slice(-mostKept)));
  }

  function retryLater() {
    cancelRetry();
    cancelRetry = clock.after(retryAfterMs, () => void ask());
  }

  return {
    ...store,
    want(lines: readonly FollowedLine[], to: Language): void {
      wanted = { lines, to };
      void ask();
    },
    /** Until something is wanted again. */
    stop(): void {
      wanted = undefined;
      controller.abort();
      controller = new AbortController();
      cancelRetry();
    },
  };
}
