/** A draft as a tab keeps it; in another exhibition it is somebody else's question. */
export interface KeptDraft {
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
