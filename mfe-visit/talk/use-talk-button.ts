import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { longestHoldMs, openSince, stepTalkButton, type TalkButton, type TalkEvent, up } from './talk-button.ts';

const vibrationMs = 100;
/** A click this soon after a finger was lifted is that finger's own. */
const ownClickMs = 700;
const isTalkKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';

interface Talk {
  conversation: Pick<Conversation, 'store' | 'hold' | 'release' | 'interrupt'>;
  clock: Clock;
}

/** The button to talk: where it stands, and what its element needs. It closes the microphone whatever happens. */
export function useTalkButton({ conversation, clock }: Talk) {
  const [button, setButton] = useState<TalkButton>(up);
  const current = useRef<TalkButton>(up);
  const take = useCallback(
    (event: TalkEvent) => {
      const { state, command } = stepTalkButton(current.current, event);
      if (command === 'hold' && !conversation.hold()) return;
      // Before the closing, which is told to us as well.
      current.current = state;
      setButton(state);
      if (command === 'release') conversation.release();
      if (command && 'vibrate' in navigator) navigator.vibrate(vibrationMs);
    },
    [conversation],
  );
  const since = openSince(button);
  useEndings({ take, since, conversation, clock });
  return { button, since, handlers: usePresses(take, clock) };
}

type Take = (event: TalkEvent) => void;

/** Everything that closes the microphone beside the hand that opened it. */
function useEndings({ take, since, conversation, clock }: Talk & { take: Take; since: number | undefined }) {
  useEffect(() => () => take({ type: 'ended' }), [take]);
  useEffect(() => {
    const end = () => take({ type: 'ended' });
    return conversation.store.subscribe((now, before) => {
      if (before.phase === 'listening' && now.phase !== 'listening') end();
    });
  }, [conversation, take]);
  useEffect(() => {
    if (since === undefined) return;
    const end = () => take({ type: 'ended' });
    const endWhenHidden = () => document.visibilityState === 'hidden' && end();
    const stopClock = clock.after(longestHoldMs, end);
    window.addEventListener('blur', end);
    window.addEventListener('pagehide', end);
    document.addEventListener('visibilitychange', endWhenHidden);
    return () => {
      stopClock();
      window.removeEventListener('blur', end);
      window.removeEventListener('pagehide', end);
      document.removeEventListener('visibilitychange', endWhenHidden);
    };
  }, [since, clock, take]);
  useEffect(() => {
    const quieten = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (since === undefined) conversation.interrupt();
      else take({ type: 'ended' });
    };
    window.addEventListener('keydown', quieten);
    return () => window.removeEventListener('keydown', quieten);
  }, [since, conversation, take]);
}

/** What the hand does, as the button's own events. */
function usePresses(take: Take, clock: Clock) {
  const finger = useRef<{ id: number; isTouch: boolean } | undefined>(undefined);
  const liftedAt = useRef(Number.NEGATIVE_INFINITY);
  const isFinger = (event: PointerEvent) => event.pointerId === finger.current?.id;
  const drop = () => {
    finger.current = undefined;
    take({ type: 'dropped' });
  };
  return {
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      if (event.button !== 0 || finger.current) return;
      finger.current = { id: event.pointerId, isTouch: event.pointerType !== 'mouse' };
      event.currentTarget.setPointerCapture(event.pointerId);
      take({ type: 'pressed', by: 'pointer', at: clock.now() });
    },
    onPointerUp(event: PointerEvent) {
      if (!isFinger(event)) return;
      finger.current = undefined;
      liftedAt.current = clock.now();
      take({ type: 'lifted', by: 'pointer', at: liftedAt.current });
    },
    onPointerCancel: (event: PointerEvent) => isFinger(event) && drop(),
    onLostPointerCapture: (event: PointerEvent) => isFinger(event) && drop(),
    onContextMenu(event: MouseEvent) {
      event.preventDefault();
      // A long touch asks for a menu; that is how this button is held.
      if (!finger.current?.isTouch) drop();
    },
    onKeyDown(event: KeyboardEvent) {
      if (!isTalkKey(event)) return;
      event.preventDefault();
      if (!event.repeat) take({ type: 'pressed', by: 'key', at: clock.now() });
    },
    onKeyUp(event: KeyboardEvent) {
      if (!isTalkKey(event)) return;
      event.preventDefault();
      take({ type: 'lifted', by: 'key', at: clock.now() });
    },
    onBlur: drop,
    onClick(event: MouseEvent) {
      const isOwn = event.detail > 0 || clock.now() - liftedAt.current < ownClickMs;
      if (!isOwn) take({ type: 'tapped', at: clock.now() });
    },
  };
}
