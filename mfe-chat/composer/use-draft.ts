import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useCallback, useState } from 'react';
import { recall, remember } from './tab-memory.ts';

/** A draft as a tab keeps it; in another exhibition it is somebody else's question. */
interface KeptDraft {
  exhibitionId: string | undefined;
  text: string;
}

/** The draft of this exhibition out of whatever was kept; empty when there is none. */
export function pickKeptDraft(kept: unknown, exhibitionId: string | undefined): string {
  const { exhibitionId: of, text } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<Record<keyof KeptDraft, unknown>>;
  return of === exhibitionId && typeof text === 'string' ? text : '';
}

/** Dictated words behind what was typed. */
export function appendWords(draft: string, words: string): string {
  const typed = draft.trimEnd();
  return typed === '' ? words : `${typed} ${words}`;
}

const draftKey = 'chatDraft';

/** What the visitor is about to say. It outlives a reload and another screen, within its exhibition. */
export function useDraft(session: Pick<VisitorSession, 'store'>) {
  const [draft, setDraft] = useState(() => pickKeptDraft(recall(window, draftKey), session.store.getState().exhibitionId));
  const change = useCallback(
    (next: string | ((before: string) => string)) =>
      setDraft((before) => {
        const text = typeof next === 'string' ? next : next(before);
        const kept: KeptDraft = { exhibitionId: session.store.getState().exhibitionId, text };
        remember(window, draftKey, kept);
        return text;
      }),
    [session],
  );
  return [draft, change] as const;
}
