import type { Conversation, ConversationState } from '../../conversation/conversation.ts';
import { listEntries, plainTextOf } from '../../conversation/transcript/entries.ts';
import { findTurn } from '../../conversation/turns.ts';
import { isUnderWay } from '../../kit/audio-player.ts';
import { splitSentences } from '../../kit/sentences.ts';
import { createStore } from '../../kit/store.ts';
import type { VisitorSession } from '../../visit/session.ts';
import type { Reader } from './reading/create-reader.ts';

export type Wish = 'again' | 'slower' | 'pause' | 'resume' | 'stop';

const polite =
  /\b(please|thanks?|(can|could) you|a (bit|little)|bitte|danke|kannst du|konnen sie|etwas|s il (vous|te) plait|merci|pouvez vous|vous pouvez|un peu)\b/g;

/** Whole messages without polite words, accents and punctuation. Longer messages are for the guide. */
const wishes: Record<Wish, RegExp> = {
  again:
    /^(((say|repeat) (that|it) )?(again|once more)|repeat( that| it)?|((sagen sie |sag )?(das|es) )?(noch ?(mal|einmal)|wiederholen)( sagen)?|encore une fois|(le )?(repeter|redire)|(repetez?|redites)( ca| cela)?)$/,
  slower:
    /^(((say (that|it)|speak|talk) )?(slower|more slowly)|slow down|(not so|too) fast|((sprich|sprechen sie) )?langsamer( sprechen)?|(nicht so|zu) schnell|(parlez?r? )?(plus lentement|moins vite)|trop vite)$/,
  pause: /^(pause|wait|moment|warten?( sie)?|attendez)$/,
  resume: /^(go on|continue|weiter|continuez)$/,
  stop: /^(stopp?|halt|arretez?|be quiet|silence|ruhe|enough|genug|ca suffit)$/,
};

/** Recognises wishes in any language. */
export function pickWish(text: string): Wish | undefined {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}]+/gu, ' ');
  const words = plain.replace(polite, '').replace(/ +/g, ' ').trim();
  return (Object.keys(wishes) as Wish[]).find((wish) => wishes[wish].test(words));
}

export function findLastAnswer({ turns }: Pick<ConversationState, 'turns'>, before = Number.POSITIVE_INFINITY) {
  const answer = listEntries(turns).findLast(({ speaker, turn }) => speaker === 'guide' && turn < before);
  return answer && { id: answer.key, text: plainTextOf(answer) };
}

/** Starts with the sentence that contains the word at `spoken`. */
export function restFrom(text: string, spoken: number): string {
  const sentences = splitSentences(text);
  let words = 0;
  const at = sentences.findIndex((sentence) => {
    words += sentence.split(/\s+/).length;
    return words > spoken;
  });
  return sentences.slice(Math.max(0, at)).join(' ');
}

interface SayAgainOptions {
  conversation: Conversation;
  session: Pick<VisitorSession, 'store' | 'changeSettings'>;
  reader: Reader;
}

const slowestRate = 0.7;
const rateStep = 0.2;

/** The reader repeats the answer while the guide is muted, also in a call on any platform (decisions/0048-display-and-sound.md). */
export function createSayAgain({ conversation, session, reader }: SayAgainOptions) {
  /** Words that the paused guide has spoken. */
  const { set: hold, ...held } = createStore<number | undefined>(undefined);
  let isSilenced = false;
  let fulfilledTurn = 0;

  const state = conversation.store.getState;
  const isReading = () => isUnderWay(reader.getState().state);
  const isPaused = () => reader.getState().state === 'paused';
  const isGuideSpeaking = () => state().transport === 'voice' && state().phase === 'speaking' && !isSilenced;
  const silenceGuide = () => {
    isSilenced = state().transport === 'voice';
    if (isSilenced) conversation.setGuideMuted(true, 'reading');
  };
  const read = (before?: number) => {
    const answer = findLastAnswer(state(), before);
    if (!answer) return false;
    silenceGuide();
    hold(undefined);
    reader.read(answer.id, answer.text);
    return true;
  };
  const pause = () => {
    if (isReading()) reader.pause();
    else if (isGuideSpeaking() && findLastAnswer(state())) {
      hold(state().spoken?.words ?? 0);
      silenceGuide();
    } else return false;
    return true;
  };
  const resume = () => {
    const spoken = held.getState();
    const answer = findLastAnswer(state());
    if (isPaused()) reader.resume();
    else if (spoken !== undefined && answer) {
      hold(undefined);
      reader.read(answer.id, restFrom(answer.text, spoken));
    } else return false;
    return true;
  };
  const slower = (before?: number) => {
    if (!findLastAnswer(state(), before)) return false;
    const { speechRate } = session.store.getState().settings;
    session.changeSettings({ speechRate: Math.max(slowestRate, Math.round((speechRate - rateStep) * 10) / 10) });
    return isReading() || resume() || (pause() ? resume() : read(before));
  };
  const stop = () => {
    if (!isReading() && !isPaused() && held.getState() === undefined && !isGuideSpeaking()) return false;
    if (isGuideSpeaking()) conversation.interrupt();
    reader.stop();
    hold(undefined);
    return true;
  };
  const fulfil = (wish: Wish, before?: number): boolean => ({ again: read, slower, pause, resume, stop })[wish](before);
  const end = () => {
    reader.stop();
    hold(undefined);
    if (isSilenced) conversation.setGuideMuted(false, 'reading');
    isSilenced = false;
  };

  /** Interrupts the guide's own answer to a spoken wish. */
  const fulfilSpoken = ({ turns, turn }: ConversationState) => {
    const wish = pickWish(findTurn(turns, turn)?.question ?? '');
    if (wish !== 'again' && wish !== 'slower' && wish !== 'stop') return;
    fulfilledTurn = turn;
    // The speaking visitor has already interrupted the guide, so that “stop” needs no action.
    if (wish === 'stop' || fulfil(wish, turn)) conversation.interrupt();
  };
  const onConversation = (now: ConversationState, before: ConversationState) => {
    const { transport, phase, turn } = now;
    if (turn !== before.turn || (phase !== before.phase && (phase === 'listening' || phase === 'connecting'))) end();
    const isAnswerDue = phase === 'thinking' || phase === 'speaking';
    if (transport === 'voice' && isAnswerDue && turn > fulfilledTurn) fulfilSpoken(now);
  };

  return {
    ...held,
    fulfil: (wish: Wish) => fulfil(wish),
    /** Follows spoken wishes until the returned function is called. */
    open() {
      const unsubscribe = conversation.store.subscribe(onConversation);
      return () => {
        unsubscribe();
        end();
      };
    },
  };
}
