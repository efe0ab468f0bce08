import { useCallback, useEffect, useState } from 'react';
import { parseNotes, type VisitNotes } from './visit-ui-state.ts';

export type ChangeNotes = (change: (before: VisitNotes) => Partial<VisitNotes>) => void;

/**
 * The notes of the visit in an exhibition. They outlive the screen and a reload of the page, and end with
 * the tab: the next visitor with the same device finds nothing of them.
 */
export function useNotes(exhibitionId: string | undefined): { notes: VisitNotes; changeNotes: ChangeNotes } {
  const key = `visitNotes:${exhibitionId ?? ''}`;
  const [notes, setNotes] = useState(() => parseNotes(read(key)));
  useEffect(() => write(key, JSON.stringify(notes)), [key, notes]);
  const changeNotes = useCallback<ChangeNotes>((change) => setNotes((before) => ({ ...before, ...change(before) })), []);
  return { notes, changeNotes };
}

function read(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    window.sessionStorage.setItem(key, text);
  } catch {
    // Blocked or full: the notes live as long as the screen.
  }
}
