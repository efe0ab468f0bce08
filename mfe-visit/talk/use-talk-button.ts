import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { onEscape, pressedKey } from '@enfilade/shared-contracts/kit/pressed-key';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';

type Input = 'pointer' | 'key';

/**
 * `by` holds the button down. `since`: the opening of the microphone, in ms of the clock. A short tap keeps the microphone open until the
 * next tap. The press that ends a latch does not open the microphone.
 */
export interface TalkButton {
  readonly by?: Input;
  readonly since?: number;
}

export type TalkEvent =
  | { type: 'pressed' | 'lifted'; by: Input; at: number }
  /** Screen readers press and lift at once. */
  | { type: 'tapped'; at: number }
  /** The system took the pointer (cancel, lost capture, menu). A latch needs no pointer. */
  | { type: 'dropped' }
  /** The page lost the focus, the time is over, or the call ended. */
  | { type: 'ended' };

export const up: TalkButton = {};

/** A press of at least this time talks until lifted; a shorter press latches. */
const holdMs = 250;
/** No question is longer, but a button pressed in a pocket may be. */
const longestHoldMs = 60_000;

const toggle = (since: number | undefined, at: number): TalkButton => (since === undefined ? { since: at } : up);

export function nextTalkButton(button: TalkButton, event: TalkEvent): TalkButton {
  const { by, since } = button;
  switch (event.type) {
    case 'pressed':
      return by ? button : { ...toggle(since, event.at), by: event.by };
    case 'tapped':
      return by ? button : toggle(since, event.at);
    case 'lifted':
      if (by !== event.by) return button;
      return since !== undefined && event.at - since < holdMs ? { since } : up;
    case 'dropped':
      return by ? up : button;
    case 'ended':
      return up;
  }
}

const vibrationMs = 100;
/** A click so soon after a pointer was lifted belongs to that pointer. */
const ownClickMs = 700;
const isTalkKey = ({ nativeEvent }: KeyboardEvent) => [' ', 'Enter'].includes(pressedKey(nativeEvent));

interface TalkButtonOptions {
  conversation: Pick<Conversation, 'store' | 'hold' | 'release' | 'interrupt'>;
  clock: Clock;
  vibrates: boolean;
}

/** Closes the microphone in every case. */
export function useTalkButton({ conversation, clock, vibrates }: TalkButtonOptions) {
  const [button, setButton] = useState<TalkButton>(up);
  const current = useRef<TalkButton>(up);
  const dispatch = useCallback(
    (event: TalkEvent) => {
      const next = nextTalkButton(current.current, event);
      const isOpen = next.since !== undefined;
      const isSwitched = isOpen !== (current.current.since !== undefined);
      if (isSwitched && isOpen && !conversation.hold()) return;
      // Before `release`, which calls the subscriber below.
      current.current = next;
      setButton(next);
      if (isSwitched && !isOpen) conversation.release();
      if (isSwitched && vibrates && 'vibrate' in navigator) navigator.vibrate(vibrationMs);
    },
    [conversation, vibrates],
  );
  useEndings({ dispatch, since: button.since, conversation, clock });
  return { button, handlers: usePresses(dispatch, clock) };
}

type Dispatch = (event: TalkEvent) => void;

type EndingOptions = Omit<TalkButtonOptions, 'vibrates'> & { dispatch: Dispatch; since: number | undefined };

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
      // A long touch opens the context menu, and holding this button is a long touch.
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
