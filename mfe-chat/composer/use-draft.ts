import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useCallback, useState } from 'react';

const draftKey = 'chatDraft';
const storage = safeStorage(() => window.sessionStorage);

/** What the visitor has typed and not sent. It is kept through a reload and on other screens, within its exhibition. */
export function useDraft(session: Pick<VisitorSession, 'store'>) {
  const [draft, setDraft] = useState(() => pickStoredDraft(storage.readJson(draftKey), session.store.getState().exhibitionId));
  const change = useCallback(
    (next: string | ((before: string) => string)) =>
      setDraft((before) => {
        const text = typeof next === 'string' ? next : next(before);
        const stored: StoredDraft = { exhibitionId: session.store.getState().exhibitionId, text };
        storage.writeJson(draftKey, stored);
        return text;
      }),
    [session],
  );
  return [draft, change] as const;
}

/** In another exhibition a draft is another question. */
interface StoredDraft {
  exhibitionId: string | undefined;
  text: string;
}

/** The draft of this exhibition in a stored value; empty when there is none. */
export function pickStoredDraft(stored: unknown, exhibitionId: string | undefined): string {
  const draft = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Record<keyof StoredDraft, unknown>>;
  return draft.exhibitionId === exhibitionId && typeof draft.text === 'string' ? draft.text : '';
}

/** Dictated words behind what was typed. */
export function appendWords(draft: string, words: string): string {
  const typed = draft.trimEnd();
  return typed === '' ? words : `${typed} ${words}`;
}
