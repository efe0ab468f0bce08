import type { TranscriptLine, Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { toPlainText } from '@enfilade/shared-contracts/conversation/transcript/plain-text';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { conversationKey, cookieNames, shownMuseumKey } from '@enfilade/shared-contracts/visit/stored-names';
import { cookieLifeSeconds, pickFirst } from '@enfilade/shared-contracts/visit/visit-cookies';

type Utterance = Pick<TranscriptLine, 'speaker' | 'text' | 'language'>;

interface Surroundings {
  window: { readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>; readonly localStorage: Pick<Storage, 'getItem' | 'setItem'> };
  cookie: string;
  address: URLSearchParams;
  nowMs: number;
}

/** Restores like `restoreConversation`, but validates by hand, because zod would be most of the offline page. */
export function readStoredConversation({ window, cookie, address, nowMs }: Surroundings): Utterance[] {
  const exhibitionId = pickExhibition(cookie, address);
  const isOfVisit = ({ exhibitionId: stored, savedAt }: { exhibitionId?: unknown; savedAt?: unknown }) =>
    stored === exhibitionId && typeof savedAt === 'number' && Math.abs(nowMs - savedAt) < cookieLifeSeconds * 1000;
  const memory = [safeStorage(() => window.sessionStorage), safeStorage(() => window.localStorage)]
    .map((storage) => Object(storage.readJson(conversationKey)))
    .find((found) => exhibitionId !== undefined && isOfVisit(found) && Array.isArray(found.turns) && found.turns.every(isTurn));
  return memory ? memory.turns.flatMap(utterancesOf) : [];
}

const parseId = (text: string | null) => (text !== null && /^[0-9a-f]{24}$/.test(text) ? text : undefined);

/** Undefined if the address names another museum or exhibition. */
function pickExhibition(cookie: string, address: URLSearchParams): string | undefined {
  const museumId = pickFirst(cookie, cookieNames.museumId, parseId);
  const exhibitionId = pickFirst(cookie, cookieNames.exhibitionId, parseId);
  const isElsewhere =
    (address.get('museum') ?? museumId) !== museumId || (parseId(address.get('collection')) ?? exhibitionId) !== exhibitionId;
  return museumId === undefined || isElsewhere ? undefined : exhibitionId;
}

function isTurn(turn: unknown): turn is Turn {
  const { question = '', answer = '', language = 'en' } = Object(turn);
  return turn instanceof Object && [question, answer, language].every((text) => typeof text === 'string');
}

function utterancesOf({ question, answer, isMarkdown, language }: Turn): Utterance[] {
  const common = language && { language };
  return [
    ...(question ? [{ ...common, speaker: 'visitor' as const, text: question }] : []),
    ...(answer ? [{ ...common, speaker: 'guide' as const, text: isMarkdown ? toPlainText(answer) : answer }] : []),
  ];
}

/** Written by `useMuseumTheme` for the museum that this tab showed last. */
export interface StoredMuseum {
  id: string;
  name: string;
  guideName: string;
  tokens: Record<string, string>;
}

/** Returns only the colours of the tokens, because the offline page has no fonts. */
export function readStoredMuseum({
  window,
  cookie,
  address,
}: Pick<Surroundings, 'window' | 'cookie' | 'address'>): StoredMuseum | undefined {
  const museumId = address.get('museum') ?? pickFirst(cookie, cookieNames.museumId, parseId);
  const { id, name, guideName, tokens } = Object(safeStorage(() => window.sessionStorage).readJson(shownMuseumKey));
  if (museumId === undefined || id !== museumId || typeof name !== 'string' || typeof guideName !== 'string') return undefined;
  const colours = Object.entries(Object(tokens)).filter(
    (token): token is [string, string] => /^--[a-z-]+$/.test(token[0]) && /^#[0-9a-f]{6}$/.test(String(token[1])),
  );
  return { id, name, guideName, tokens: Object.fromEntries(colours) };
}
