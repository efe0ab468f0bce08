import { useCallback, useState } from 'react';
import { canCopyText, copyText } from './copy-text.ts';

/** Which answer was copied last, for the word on its button. */
export function useCopying() {
  const [copied, setCopied] = useState<{ id: string; isDone: boolean }>();
  const copy = useCallback(async (id: string, text: string) => setCopied({ id, isDone: await copyText(text) }), []);
  return { copied, copy: canCopyText() ? copy : undefined };
}
