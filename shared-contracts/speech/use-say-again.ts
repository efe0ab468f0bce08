import { useEffect, useMemo } from 'react';
import type { Conversation } from '../conversation/conversation.ts';
import { isUnderWay } from '../kit/audio-player.ts';
import { onEscape } from '../kit/pressed-key.ts';
import { useStore } from '../kit/use-store.ts';
import type { VisitorSession } from '../visit/session.ts';
import type { Reader } from './reading/create-reader.ts';
import { createSayAgain, findLastAnswer, pickWish, type SayAgain, type Wish } from './say-again.ts';

interface SayAgainProps {
  conversation: Conversation;
  session: VisitorSession;
  reader: Reader;
}

/** With Alt, so that nothing that is typed is taken for one. */
const keys: Record<string, Wish> = { KeyA: 'again', KeyP: 'pause', KeyS: 'slower' };

/** Says the last answer again, as long as the screen is shown: by button, by key, and by asking. */
export function useSayAgain({ conversation, session, reader }: SayAgainProps, isOffered: boolean) {
  const sayAgain = useMemo(() => createSayAgain({ conversation, session, reader }), [conversation, session, reader]);
  useEffect(() => (isOffered ? sayAgain.open() : undefined), [sayAgain, isOffered]);
  useEffect(() => {
    if (!isOffered) return;
    const onKeyDown = (event: KeyboardEvent) => onKey(event, sayAgain);
    const stopEscape = onEscape('guide', () => sayAgain.fulfil('stop'));
    window.addEventListener('keydown', onKeyDown);
    return () => {
      stopEscape();
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [sayAgain, isOffered]);

  const isHeld = useStore(sayAgain, (state) => state.isHeld);
  const reading = useStore(reader, ({ state }) => state);
  const isGuideSpeaking = useStore(conversation.store, ({ transport, phase }) => transport === 'voice' && phase === 'speaking');
  const hasAnswer = useStore(conversation.store, (state) => findLastAnswer(state) !== undefined);
  const isPaused = isHeld || reading === 'paused';
  const isSaying = isUnderWay(reading) || isGuideSpeaking;
  return {
    /** paused: until it is resumed · saying: aloud now · silent: it can be said again. Undefined: there is nothing to be said. */
    state: isOffered && hasAnswer ? pickState(isPaused, isSaying) : undefined,
    isReading: isUnderWay(reading),
    fulfil: sayAgain.fulfil,
    /** Does what a whole message wishes; false: it is for the guide. */
    fulfilMessage(text: string): boolean {
      const wish = isOffered ? pickWish(text) : undefined;
      return wish !== undefined && sayAgain.fulfil(wish);
    },
  } as const;
}

function pickState(isPaused: boolean, isSaying: boolean): 'paused' | 'saying' | 'silent' {
  if (isPaused) return 'paused';
  return isSaying ? 'saying' : 'silent';
}

function onKey(event: KeyboardEvent, sayAgain: Pick<SayAgain, 'fulfil'>): void {
  if (event.defaultPrevented) return;
  const wish = event.altKey ? keys[event.code] : undefined;
  // The same key pauses and goes on.
  if (wish && (sayAgain.fulfil(wish) || (wish === 'pause' && sayAgain.fulfil('resume')))) event.preventDefault();
}
