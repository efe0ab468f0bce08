import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';

/** What the page is in the middle of when a new set is there. */
export interface Moment extends Pick<ConversationState, 'phase' | 'transport'> {
  /** A screen is drawn; not while one is loaded, and not where one failed. */
  isDrawn: boolean;
  /** The screen says that something would be lost with it: a recording, or what is being read aloud. */
  isBusy: boolean;
  /** A word is being written just now. */
  isTyping: boolean;
  /** The new set's version of the drawn screen is here, or is the one that runs. */
  isHere: boolean;
}

/** wait: not now · load: fetch the new version of the drawn screen first · take: exchange it now. */
export type Taking = 'wait' | 'load' | 'take';

/**
 * A set is taken between conversations. Where no screen is drawn nothing can be lost: the next one is loaded from the
 * new set at once, so a screen that was left with its conversation is followed by one of the new set.
 */
export function decideTaking(moment: Moment): Taking {
  if (!moment.isDrawn) return 'take';
  if (isTalking(moment) || moment.isBusy || moment.isTyping) return 'wait';
  return moment.isHere ? 'take' : 'load';
}

/** A call counts from its first moment to its last; in writing, the time between an answer and the next question is free. */
function isTalking({ phase, transport }: Pick<Moment, 'phase' | 'transport'>): boolean {
  if (phase === 'off' || phase === 'failed') return false;
  return transport === 'voice' || phase !== 'ready';
}
