import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useCallback, useState } from 'react';
import { recall, remember } from './tab-memory.ts';
import { type KeptDraft, pickKeptDraft } from './kept-draft.ts';

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
