import type { TranscriptLine, Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { toPlainText } from '@enfilade/shared-contracts/conversation/transcript/plain-text';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { conversationKey, cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { cookieLifeSeconds, pickFirst } from '@enfilade/shared-contracts/visit/visit-cookies';

export type Utterance = Pick<TranscriptLine, 'speaker' | 'text' | 'language'>;

export interface Surroundings {
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

export const parseId = (text: string | null) => (text !== null && /^[0-9a-f]{24}$/.test(text) ? text : undefined);

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
