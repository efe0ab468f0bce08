import { groupLimits } from '@enfilade/shared-contracts/api/group';
import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
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

/** Puts lines into a follower's language, several at once, one request at a time. */
export function createLineTranslator({ api, museumId }: { api: Pick<GuideApi, 'translate'>; museumId: EntityId }) {
  const { set, ...store } = createStore<Translations>(new Map());
  const controller = new AbortController();
  let isAsking = false;
  let wanted: { lines: readonly FollowedLine[]; to: Language } | undefined;

  function pickNext() {
    if (!wanted) return undefined;
    const { lines, to } = wanted;
    const missing = lines.filter((line) => showLine(line, to, store.getState()).kind === 'waiting' && !line.isOpen);
    const from = missing.at(-1)?.language;
    const some = missing.filter(({ language }) => language === from).slice(-groupLimits.lines);
    return from && { from, to, some };
  }

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    for (let next = pickNext(); next && !controller.signal.aborted; next = pickNext()) {
      const { from, to, some } = next;
      const request = { museumId, from, to, lines: some.map(({ text }) => text) };
      // Where it cannot be had, the leader's words are better than none.
      const said = await api.translate(request, controller.signal).catch(() => []);
      const found = some.map((line, index) => [keyOf(to, line), said[index] ?? null] as const);
      set(new Map([...store.getState(), ...found].slice(-mostKept)));
    }
    isAsking = false;
  }

  return {
    ...store,
    want(lines: readonly FollowedLine[], to: Language): void {
      wanted = { lines, to };
      void ask();
    },
    stop: () => controller.abort(),
  };
}
