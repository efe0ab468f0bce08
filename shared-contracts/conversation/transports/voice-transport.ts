import type { Clock } from '../../kit/clock.ts';
import type { VisitorSession } from '../../visit/session.ts';
import { markVoice } from '../../voice/mark-voice.ts';
import type { Call, CallEvent, VoiceClient } from '../../voice/voice-client.ts';
import { ConversationNotInstantiatedError } from '../../voice/voice-error.ts';
import type { Levels } from '../conversation.ts';
import { pickVisit } from '../pick-visit.ts';
import type { VoiceOptions } from '../runtime/active-transport.ts';
import type { Transport, TransportEvent, VoiceControls } from '../transport.ts';
import { Answer, type AnswerKind } from './answer.ts';
import { GuideVoice } from './guide-voice.ts';
import { hearMessage } from './hear-message.ts';
import { addMessage } from './typed-message.ts';

export interface VoiceTransportOptions {
  client: VoiceClient;
  clock: Clock;
  /** The call goes out with the visit as it is when it begins. */
  session: Pick<VisitorSession, 'store'>;
  call: VoiceOptions;
  /** How words are written that were heard as they are spoken: by the rules of the call's language and the exhibition's list. */
  toWritten(text: string): string;
}

/** Carries spoken and typed turns over one call. */
export function createVoiceTransport(options: VoiceTransportOptions): Transport {
  return new VoiceTransport(options);
}

class VoiceTransport implements Transport {
  readonly kind = 'voice';
  readonly voice: VoiceControls = {
    listen: (turn) => this.#listen(turn),
    finish: (turn) => this.#answer.turn === turn && this.#answer.finish(),
    setMicrophoneOpen: (isOpen) => this.#running.setMicrophoneOpen(isOpen),
    setGuideMuted: (isMuted) => this.#guide.setMuted(isMuted),
    resumePlayback: () => this.#running.resumePlayback(),
  };
  readonly #options: VoiceTransportOptions;
  readonly #guide = new GuideVoice((control) => this.#running.send({ type: 'control', control }));
  #tell: (event: TransportEvent) => void = () => {};
  #call: Call | undefined;
  #answer: Answer;
  #levels: Levels = { guide: 0, visitor: 0 };
  #isVisitorSpeaking = false;
  #isLineLost = false;
  /** Messages of the visitor's that the guide's side has told of. */
  #userCount = 0;

  constructor(options: VoiceTransportOptions) {
    this.#options = options;
    this.#answer = this.#makeAnswer('opening', options.call.turn);
  }

  connect(tell: (event: TransportEvent) => void): void {
    this.#tell = tell;
    const { client, session, call } = this.#options;
    const { summary, limitMs, takesOver } = call;
    const visit = JSON.stringify(pickVisit(session));
    this.#call = client.call({ visit, summary, limitMs, takesOver }, (event) => this.#follow(event));
  }

  send({ turn, text }: Parameters<Transport['send']>[0]): void {
    this.#begin('typed', turn);
    const message = addMessage(text);
    if (!message) this.#tell({ type: 'turn-failed', turn, failure: { category: 'malformed' } });
    else if (!this.#running.send(message)) this.#tell({ type: 'turn-failed', turn, failure: { category: 'network' } });
    else markVoice('sent');
  }

  cancel(turn: number): void {
    if (this.#answer.turn !== turn) return;
    this.#answer.end();
    this.#guide.mute();
  }

  close(reason: string): void {
    this.#tell = () => {};
    this.#answer.end();
    this.#call?.end(reason);
  }

  get #running(): Call {
    if (!this.#call) throw new ConversationNotInstantiatedError();
    return this.#call;
  }

  #listen(turn: number): void {
    this.#begin('spoken', turn);
    this.#guide.mute();
  }

  #begin(kind: AnswerKind, turn: number): void {
    this.#answer.end();
    this.#answer = this.#makeAnswer(kind, turn);
  }

  #makeAnswer(kind: AnswerKind, turn: number): Answer {
    const { clock, toWritten } = this.#options;
    return new Answer({
      ...{ kind, turn, clock, toWritten, userCount: this.#userCount, isBehind: this.#guide.isSpeaking },
      tell: (event) => this.#tell(event),
      onBegin: () => this.#guide.uncut(),
    });
  }

  #follow(event: CallEvent): void {
    if (event.type === 'message') this.#hear(event.message);
    else if (event.type === 'connected') this.#tell({ type: 'connected' });
    else if (event.type === 'guide-level') this.#tellLevels({ guide: event.level });
    else if (event.type === 'visitor-level') this.#tellLevels({ visitor: event.level });
    else if (event.type === 'speech-started') this.#answer.hearSound();
    else if (event.type === 'speech-ended') this.#hearQuiet();
    else if (event.type === 'connection-restored') this.#goOn(event.isNewCall);
    else {
      if (event.type === 'connection-lost') this.#loseLine();
      this.#tell(event);
    }
  }

  /** A line that is lost is silent, too: that ends no answer. */
  #hearQuiet(): void {
    if (!this.#isLineLost) this.#answer.hearQuiet();
  }

  #loseLine(): void {
    this.#isLineLost = true;
    this.#answer.keepOpen();
  }

  #tellLevels(change: Partial<Levels>): void {
    this.#levels = { ...this.#levels, ...change };
    this.#tell({ type: 'levels', levels: this.#levels });
  }

  /** In a new call nobody is at the turn that was on its way. */
  #goOn(isNewCall: boolean): void {
    const answer = this.#answer;
    this.#isLineLost = false;
    if (isNewCall) {
      this.#userCount = 0;
      this.#isVisitorSpeaking = false;
      this.#guide.forget();
    }
    const isLost = isNewCall && !answer.isOver;
    if (isNewCall) answer.end();
    this.#tell({ type: 'connection-restored' });
    if (isLost) this.#tell({ type: 'turn-failed', turn: answer.turn, failure: { category: 'interrupted' } });
    else answer.expectEnd();
  }

  #hear(raw: unknown): void {
    hearMessage(raw, {
      answer: () => this.#answer,
      guide: this.#guide,
      tell: (event) => this.#tell(event),
      isVisitorSpeaking: () => this.#isVisitorSpeaking,
      setVisitorSpeaking: (isSpeaking) => {
        this.#isVisitorSpeaking = isSpeaking;
      },
      countUsers: (count) => {
        this.#userCount = count;
      },
    });
  }
}
