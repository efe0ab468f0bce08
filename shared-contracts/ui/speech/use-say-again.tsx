import { useEffect, useMemo } from 'react';
import type { Conversation } from '../../conversation/conversation.ts';
import { isUnderWay } from '../../kit/audio-player.ts';
import { onEscape } from '../../kit/pressed-key.ts';
import { useStore } from '../../kit/use-store.ts';
import type { VisitorSession } from '../../visit/session.ts';
import { QuietButton } from '../button.tsx';
import type { IconName } from '../glyphs.ts';
import { Icon } from '../icon.tsx';
import type { Reader } from './reading/create-reader.ts';
import { type Wish as AnyWish, createSayAgain, findLastAnswer, pickWish } from './say-again.ts';
import { useT } from './texts/texts.ts';

interface SayAgainProps {
  conversation: Conversation;
  session: VisitorSession;
  reader: Reader;
}

export type SayAgain = ReturnType<typeof useSayAgain>;

export function useSayAgain({ conversation, session, reader }: SayAgainProps, isOffered: boolean) {
  const sayAgain = useMemo(() => createSayAgain({ conversation, session, reader }), [conversation, session, reader]);
  useEffect(() => (isOffered ? sayAgain.open() : undefined), [sayAgain, isOffered]);
  useEffect(() => (isOffered ? onEscape('guide', () => sayAgain.fulfil('stop')) : undefined), [sayAgain, isOffered]);

  const isHeld = useStore(sayAgain, (spoken) => spoken !== undefined);
  const reading = useStore(reader, ({ state }) => state);
  const isGuideSpeaking = useStore(conversation.store, ({ transport, phase }) => transport === 'voice' && phase === 'speaking');
  const hasAnswer = useStore(conversation.store, (state) => findLastAnswer(state) !== undefined);
  const isPaused = isHeld || reading === 'paused';
  const isSaying = isUnderWay(reading) || isGuideSpeaking;
  return {
    /** saying: the answer is audible · silent: the answer can be repeated. Undefined if there is no answer. */
    state: isOffered && hasAnswer ? pickState(isPaused, isSaying) : undefined,
    isReading: isUnderWay(reading),
    fulfil: sayAgain.fulfil,
    wishOf: pickWish,
    /** False if the message is for the guide. “Stop” is never sent, because the guide would answer. */
    fulfilMessage(text: string): boolean {
      const wish = pickWish(text);
      const isDone = isOffered && wish !== undefined && sayAgain.fulfil(wish);
      return isDone || wish === 'stop';
    },
  } as const;
}

function pickState(isPaused: boolean, isSaying: boolean): 'paused' | 'saying' | 'silent' {
  if (isPaused) return 'paused';
  return isSaying ? 'saying' : 'silent';
}

type Wish = Exclude<AnyWish, 'stop'>;

/** The first wish is the most frequent one, which is shown if only one key fits. */
const keysOf: Record<NonNullable<SayAgain['state']>, readonly Wish[]> = {
  saying: ['pause', 'slower'],
  paused: ['resume', 'again'],
  silent: ['again', 'slower'],
};
const icons: Record<Wish, IconName> = { again: 'retry', slower: 'slower', pause: 'pause', resume: 'play' };

export function SayAgainKeys({ sayAgain }: { sayAgain: SayAgain }) {
  const t = useT();
  const { state, fulfil } = sayAgain;
  if (!state) return null;
  return keysOf[state].map((wish) => (
    <QuietButton key={wish} aria-label={t(`again.${wish}`)} onClick={() => fulfil(wish)}>
      <Icon name={icons[wish]} />
      <span>{t(`again.${wish}`)}</span>
    </QuietButton>
  ));
}
