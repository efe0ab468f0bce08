import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { onEscape, pressedKey } from '@enfilade/shared-contracts/kit/pressed-key';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { longestHoldMs, openSince, pickTalkTransition, type TalkButton, type TalkEvent, up } from './talk-button.ts';

const vibrationMs = 100;
/** A click so soon after a pointer was lifted belongs to it. */
const ownClickMs = 700;
const isTalkKey = ({ nativeEvent }: KeyboardEvent) => [' ', 'Enter'].includes(pressedKey(nativeEvent));

interface TalkButtonOptions {
  conversation: Pick<Conversation, 'store' | 'hold' | 'release' | 'interrupt'>;
  clock: Clock;
  vibrates: boolean;
}

/** The talk button's state and event handlers. Whatever happens, it closes the microphone. */
export function useTalkButton({ conversation, clock, vibrates }: TalkButtonOptions) {
  const [button, setButton] = useState<TalkButton>(up);
  const current = useRef<TalkButton>(up);
  const dispatch = useCallback(
    (event: TalkEvent) => {
      const { state, command } = pickTalkTransition(current.current, event);
      if (command === 'hold' && !conversation.hold()) return;
      // Before `release`, which calls the subscriber below.
      current.current = state;
      setButton(state);
      if (command === 'release') conversation.release();
      if (command && vibrates && 'vibrate' in navigator) navigator.vibrate(vibrationMs);
    },
    [conversation, vibrates],
  );
  const since = openSince(button);
  useEndings({ dispatch, since, conversation, clock });
  return { button, since, handlers: usePresses(dispatch, clock) };
}

type Dispatch = (event: TalkEvent) => void;

type EndingOptions = Omit<TalkButtonOptions, 'vibrates'> & { dispatch: Dispatch; since: number | undefined };

/** Everything else that closes the microphone. */
function useEndings({ dispatch, since, conversation, clock }: EndingOptions) {
  useEffect(() => () => dispatch({ type: 'ended' }), [dispatch]);
  useEffect(() => {
    const end = () => dispatch({ type: 'ended' });
    return conversation.store.subscribe((now, before) => {
      if (before.phase === 'listening' && now.phase !== 'listening') end();
    });
  }, [conversation, dispatch]);
  useEffect(() => {
    if (since === undefined) return;
    const end = () => dispatch({ type: 'ended' });
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
  }, [since, clock, dispatch]);
  useEffect(() => {
    if (since === undefined) return onEscape('guide', () => conversation.interrupt());
    return onEscape('microphone', () => dispatch({ type: 'ended' }));
  }, [since, conversation, dispatch]);
}

/** The events of the button's element. */
function usePresses(dispatch: Dispatch, clock: Clock) {
  const pointer = useRef<{ id: number; isTouch: boolean } | undefined>(undefined);
  const liftedAt = useRef(Number.NEGATIVE_INFINITY);
  const isOwnPointer = (event: PointerEvent) => event.pointerId === pointer.current?.id;
  const drop = () => {
    pointer.current = undefined;
    dispatch({ type: 'dropped' });
  };
  return {
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      if (event.button !== 0 || pointer.current) return;
      pointer.current = { id: event.pointerId, isTouch: event.pointerType !== 'mouse' };
      event.currentTarget.setPointerCapture(event.pointerId);
      dispatch({ type: 'pressed', by: 'pointer', at: clock.now() });
    },
    onPointerUp(event: PointerEvent) {
      if (!isOwnPointer(event)) return;
      pointer.current = undefined;
      liftedAt.current = clock.now();
      dispatch({ type: 'lifted', by: 'pointer', at: liftedAt.current });
    },
    onPointerCancel: (event: PointerEvent) => isOwnPointer(event) && drop(),
    onLostPointerCapture: (event: PointerEvent) => isOwnPointer(event) && drop(),
    onContextMenu(event: MouseEvent) {
      event.preventDefault();
      // A long touch opens the context menu; that is how this button is held.
      if (!pointer.current?.isTouch) drop();
    },
    onKeyDown(event: KeyboardEvent) {
      if (!isTalkKey(event)) return;
      event.preventDefault();
      if (!event.repeat) dispatch({ type: 'pressed', by: 'key', at: clock.now() });
    },
    onKeyUp(event: KeyboardEvent) {
      if (!isTalkKey(event)) return;
      event.preventDefault();
      dispatch({ type: 'lifted', by: 'key', at: clock.now() });
    },
    onBlur: drop,
    onClick(event: MouseEvent) {
      const isOwn = event.detail > 0 || clock.now() - liftedAt.current < ownClickMs;
      if (!isOwn) dispatch({ type: 'tapped', at: clock.now() });
    },
  };
}
