import type { Clock } from '@enfilade/shared-contracts/kit/clock';

/** Whoever paused for so long is between two words; a composed word takes its time. */
export const typingPauseMs = { written: 2_000, composed: 20_000 };

/** Tells whether something is being written just now. A composed word (Japanese, dead keys) lives in its field alone until it is done. */
export function watchTyping(page: EventTarget, clock: Clock): { isTyping(): boolean; end(): void } {
  const watching = new AbortController();
  const options = { capture: true, signal: watching.signal };
  let lastMs = Number.NEGATIVE_INFINITY;
  let isComposing = false;
  const note = ({ type }: Event) => {
    lastMs = clock.now();
    if (type !== 'input') isComposing = type === 'compositionstart';
  };
  for (const type of ['input', 'compositionstart', 'compositionend']) page.addEventListener(type, note, options);
  return { isTyping: () => clock.now() - lastMs < typingPauseMs[isComposing ? 'composed' : 'written'], end: () => watching.abort() };
}
