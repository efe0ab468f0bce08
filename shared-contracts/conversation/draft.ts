import { messageLimit } from '../api/limits.ts';

/** From here on the number of characters left is shown. */
const countdownFrom = 1800;

/** Characters left for a message, negative when it is too long; undefined while there is plenty of room. */
export function remainingCharacters(draft: string): number | undefined {
  const used = draft.trim().length;
  return used < countdownFrom ? undefined : messageLimit - used;
}

/** Whether the draft may go out as it stands. */
export function isSendable(draft: string): boolean {
  const used = draft.trim().length;
  return used > 0 && used <= messageLimit;
}
