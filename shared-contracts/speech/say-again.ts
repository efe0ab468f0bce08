import type { Conversation, ConversationState } from '../conversation/conversation.ts';
import { isUnderWay } from '../kit/audio-player.ts';
import { splitSentences } from '../kit/sentences.ts';
import { createStore, type ReadableStore } from '../kit/store.ts';
import type { VisitorSession } from '../visit/session.ts';
import type { Reader } from './reading/create-reader.ts';

/** What a visitor can want of the answer that was given last. */
export type Wish = 'again' | 'slower' | 'pause' | 'resume' | 'stop';

/** Whole messages, without accents, marks and what is only polite. A message that says more is for the guide. */
const wishes: Record<Wish, RegExp> = {
  again:
    /^(again|once more|one more time|(can you |could you )?(say|read) (that|it|this)( to me)? (again|once more|one more time)|(can you |could you )?repeat( that| it| this)?( again)?|nochmal|noch (mal|einmal)|(kannst du|konnen sie|konntest du|konnten sie)? ?(das|es) (noch ?mal|noch einmal) (sagen|wiederholen)|(kannst du|konnen sie) das wiederholen|(sag|sagen sie|wiederhol|wiederhole|wiederholen sie) (das|es)( noch ?mal| noch einmal)?|encore une fois|(pouvez vous|vous pouvez|peux tu|tu peux) (le )?(repeter|redire)( ca| cela)?|repetez( ca| cela)?|repete|redites le|redis le)$/,
  slower:
    /^((can you |could you )?(say (that|it) |speak |talk |go |read )?(a bit |a little )?(slower|more slowly)|slow down|not so fast|(you are |you re |that s |that is )?too fast|((kannst du|konnen sie) )?(sprich |sprechen sie |rede |reden sie )?(bitte )?(etwas |ein bisschen |ein wenig )?langsamer( sprechen| reden)?|nicht so schnell|(das ist |das war )?zu schnell|((pouvez vous|vous pouvez|peux tu|tu peux) )?(parlez |parle |parler )?(un peu )?(plus lentement|moins vite|plus doucement)|(c est |vous parlez |tu parles )?trop vite)$/,
  pause: /^(pause|wait|wait a (moment|second|minute)|hold on|warte|warten sie|moment|einen moment|attendez|attends|un (moment|instant))$/,
  resume: /^(go on|continue|carry on|resume|weiter|mach weiter|machen sie weiter|fahr fort|fahren sie fort|continuez|reprenez|poursuivez)$/,
  stop: /^(stop|be quiet|quiet|silence|stopp|halt|ruhe|arretez|arrete|stoppez)$/,
};

/** Said in any language: "stop" is understood in every visit. */
export function pickWish(text: string): Wish | undefined {
  const words = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .replace(/\b(please|bitte|s il (vous|te) plait|merci|danke|thanks|thank you)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (Object.keys(wishes) as Wish[]).find((wish) => wishes[wish].test(words));
}

interface LastAnswer {
  /** Of its first line. */
  id: string;
  turn: number;
  text: string;
}

/** The guide's last words, those said before a turn where one is given. */
export function findLastAnswer(
  { transcript }: Pick<ConversationState, 'transcript'>,
  before = Number.POSITIVE_INFINITY,
): LastAnswer | undefined {
  const last = transcript.findLast(({ speaker, turn }) => speaker === 'guide' && turn < before);
  if (!last) return undefined;
  const lines = transcript.filter(
    ({ speaker, turn, isOpening }) => speaker === 'guide' && turn === last.turn && isOpening === last.isOpening,
  );
  return { id: lines[0]?.key ?? last.key, turn: last.turn, text: lines.map(({ text }) => text).join(' ') };
}

/** The text from the sentence on in which the word at `spoken` stands. */
export function restFrom(text: string, spoken: number): string {
  const sentences = splitSentences(text);
  let words = 0;
  const at = sentences.findIndex((sentence) => {
    words += sentence.split(/\s+/).length;
    return words > spoken;
  });
  return sentences.slice(Math.max(0, at)).join(' ');
}

export interface SayAgain extends ReadableStore<{ isHeld: boolean }> {
  /** False where there is nothing of which it could be wished. */
  fulfil(wish: Wish): boolean;
  /** Listens to what is wished aloud, and ends when somebody else speaks. */
  open(): () => void;
}

interface SayAgainOptions {
  conversation: Conversation;
  session: Pick<VisitorSession, 'store' | 'changeSettings'>;
  reader: Reader;
}

const slowestRate = 0.7;
const rateStep = 0.2;

/**
 * Says the last answer again, pauses it, slows it down, stops it. In writing the reader does so; in a call too, whatever
 * platform carries it: the guide is silent meanwhile (decisions/0048-display-and-sound.md).
 */
export function createSayAgain(options: SayAgainOptions): SayAgain {
  return new LastAnswerPlayer(options);
}

class LastAnswerPlayer implements SayAgain {
  readonly #options: SayAgainOptions;
  /** A call's answer that was paused, and how many of its words were said. */
  readonly #held = createStore({ isHeld: false, spoken: 0 });
  readonly getState = this.#held.getState;
  readonly subscribe = this.#held.subscribe;
  #isSilenced: boolean = false;
  /** The last turn in which a wish was said aloud. */
  #fulfilledTurn = 0;

  constructor(options: SayAgainOptions) {
    this.#options = options;
  }

  fulfil(wish: Wish, before?: number): boolean {
    if (wish === 'again') return this.#read(before);
    if (wish === 'slower') return this.#slower(before);
    if (wish === 'pause') return this.#pause();
    return wish === 'resume' ? this.#resume() : this.#stop();
  }

  open(): () => void {
    const unsubscribe = this.#options.conversation.store.subscribe((now, before) => this.#onConversation(now, before));
    return () => {
      unsubscribe();
      this.#giveVoiceBack();
    };
  }

  get #state(): ConversationState {
    return this.#options.conversation.store.getState();
  }

  get #isReading(): boolean {
    return isUnderWay(this.#options.reader.getState().state);
  }

  get #isGuideSpeaking(): boolean {
    return this.#state.transport === 'voice' && this.#state.phase === 'speaking' && !this.#isSilenced;
  }

  #read(before?: number): boolean {
    const answer = findLastAnswer(this.#state, before);
    if (!answer) return false;
    this.#silenceGuide();
    this.#release();
    this.#options.reader.read(answer.id, answer.text);
    return true;
  }

  #slower(before?: number): boolean {
    const { session } = this.#options;
    if (!findLastAnswer(this.#state, before)) return false;
    const { speechRate } = session.store.getState().settings;
    session.changeSettings({ speechRate: Math.max(slowestRate, Math.round((speechRate - rateStep) * 10) / 10) });
    if (this.#isReading || this.#resume()) return true;
    return this.#pause() ? this.#resume() : this.#read(before);
  }

  #pause(): boolean {
    if (this.#isReading) {
      this.#options.reader.pause();
      return true;
    }
    if (!this.#isGuideSpeaking || !findLastAnswer(this.#state)) return false;
    this.#held.set({ isHeld: true, spoken: this.#state.spoken?.words ?? 0 });
    this.#silenceGuide();
    return true;
  }

  #resume(): boolean {
    const { reader } = this.#options;
    const { id, state } = reader.getState();
    const { isHeld, spoken } = this.#held.getState();
    const answer = findLastAnswer(this.#state);
    if (state === 'paused' && id !== undefined) reader.toggle(id, '');
    else if (isHeld && answer) {
      this.#release();
      reader.read(answer.id, restFrom(answer.text, spoken));
    } else return false;
    return true;
  }

  #stop(): boolean {
    const { conversation, reader } = this.#options;
    const isPaused = reader.getState().state === 'paused' || this.#held.getState().isHeld;
    if (!this.#isReading && !isPaused && !this.#isGuideSpeaking) return false;
    if (this.#isGuideSpeaking) conversation.interrupt();
    reader.stop();
    this.#release();
    return true;
  }

  #release(): void {
    if (this.#held.getState().isHeld) this.#held.set({ isHeld: false, spoken: 0 });
  }

  #silenceGuide(): void {
    if (this.#state.transport !== 'voice') return;
    this.#isSilenced = true;
    this.#options.conversation.setGuideMuted(true);
  }

  #giveVoiceBack(): void {
    if (!this.#isSilenced) return;
    this.#isSilenced = false;
    this.#options.conversation.setGuideMuted(this.#options.session.store.getState().visitConfig.isAudioMuted);
  }

  #onConversation({ transport, phase, turn, transcript }: ConversationState, before: ConversationState): void {
    const isInterrupted = phase !== before.phase && (phase === 'listening' || phase === 'connecting');
    if (turn !== before.turn || isInterrupted) {
      this.#options.reader.stop();
      this.#release();
      this.#giveVoiceBack();
    }
    const isAnswerDue = phase === 'thinking' || phase === 'speaking';
    if (transport === 'voice' && isAnswerDue && turn > this.#fulfilledTurn) this.#fulfilSpoken(transcript, turn);
  }

  /** A wish said aloud, once its words are there: the guide's own answer to it is not needed. */
  #fulfilSpoken(transcript: ConversationState['transcript'], turn: number): void {
    const said = transcript.findLast((line) => line.turn === turn && line.speaker === 'visitor')?.text ?? '';
    const wish = pickWish(said);
    if (wish !== 'again' && wish !== 'slower') return;
    this.#fulfilledTurn = turn;
    if (this.fulfil(wish, turn)) this.#options.conversation.interrupt();
  }
}
