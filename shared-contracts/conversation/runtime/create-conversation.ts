import { messageLimit } from '../../api/limits.ts';
import type { VisitConfig } from '../../visit/visit-config.ts';
import { markVoice } from '../../voice/mark-voice.ts';
import type { VoiceReadiness } from '../../voice/voice-state.ts';
import type { Conversation, StartOptions, TransportKind } from '../conversation.ts';
import { updateTurn, writeVisitorText } from '../transcript/transcript.ts';
import type { ConversationOptions } from './active-transport.ts';
import { ConversationNotAvailableError } from './conversation-error.ts';
import { ConversationRuntime } from './conversation-runtime.ts';
import { hear, hearFailed, hearSilence, startTurn } from './hear.ts';
import { createTimers } from './timers.ts';

/** Makes the visit's one conversation: the machine, its transcript, and whichever transport carries it. */
export function createConversation(options: ConversationOptions): Conversation {
  return new VisitConversation(options);
}

const noVoice: VoiceReadiness = { support: 'unsupported', microphone: 'prompt', hearing: 'none', dictation: 'none' };

function createRunning(options: ConversationOptions): ConversationRuntime {
  return new ConversationRuntime(options, (running) => {
    const watch = createTimers(options.clock, {
      hangOver: () => void running.dispatch({ type: 'hang-passed' }),
      silent: (turn) => hearSilence(running, turn),
      late: (turn) => hearFailed(running, { category: 'timeout' }, turn),
    });
    return { hear: (event) => hear(running, event), follow: watch.follow };
  });
}

class VisitConversation implements Conversation {
  readonly store: ConversationRuntime['store'];
  readonly levels: ConversationRuntime['levels'];
  readonly #options: ConversationOptions;
  readonly #running: ConversationRuntime;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#running = createRunning(options);
    this.store = this.#running.store;
    this.levels = this.#running.levels;
  }

  checkVoice(): Promise<VoiceReadiness> {
    return this.#options.checkVoice().catch(() => noVoice);
  }

  start(kind: TransportKind, options: StartOptions = {}): void {
    const { transports, preferences } = this.#options;
    if (!transports[kind]) throw new ConversationNotAvailableError(kind);
    if (this.#running.link?.kind === kind) return;
    if (kind === 'voice') markVoice('asked');
    const turns = this.#running.machine.isQueued ? this.#running.state.turns : this.#running.settled('broken');
    const change = { transport: kind, failure: undefined, spoken: undefined, turns };
    this.#running.dispatch(
      { type: 'start-requested', preferences: kind === 'voice' ? preferences() : undefined },
      { kind, options, reason: 'replaced', change },
    );
  }

  send(text: string): boolean {
    const words = text.trim();
    if (words === '' || words.length > messageLimit) return false;
    const { machine, state } = this.#running;
    const turn = machine.turn + 1;
    const turns = updateTurn(this.#running.settled('broken'), turn, { clientMessageId: this.#options.newId() });
    const transcript = writeVisitorText(state.transcript, turn, words);
    const tellSaid = () => this.#options.bus.emit('turn-finished', { turn, speaker: 'visitor' });
    const change = { transcript, turns, failure: undefined, spoken: undefined };
    return this.#running.dispatch({ type: 'message-sent' }, { change, events: [tellSaid] });
  }

  retry(): boolean {
    const { machine, state } = this.#running;
    const last = state.turns[machine.turn];
    if (last?.state !== 'broken' || last.clientMessageId === undefined) return false;
    const turns = updateTurn(state.turns, machine.turn, { state: 'arriving' });
    return this.#running.dispatch({ type: 'retried' }, { change: { turns, failure: undefined } });
  }

  interrupt(): void {
    const isTaken = this.#running.dispatch({ type: 'interrupted' }, { change: { turns: this.#running.settled('complete') } });
    if (isTaken) this.#running.closeOpening();
  }

  stop(reason: string): void {
    const change = { turns: this.#running.settled('broken'), failure: undefined, transport: undefined, spoken: undefined };
    this.#running.dispatch({ type: 'stopped' }, { reason, change });
  }

  reset(): void {
    this.stop('reset');
    this.#running.forget();
  }

  hold(): boolean {
    return this.#running.dispatch({ type: 'held' }, { change: startTurn(this.#running) });
  }

  release(): void {
    this.#running.dispatch({ type: 'released' });
  }

  setMicrophoneMuted(isMuted: boolean): void {
    this.#running.dispatch({ type: 'microphone-switched', isMuted });
  }

  setTalkingMode(talkingMode: VisitConfig['talkingMode']): void {
    this.#running.dispatch({ type: 'talking-mode-chosen', talkingMode });
  }

  setGuideMuted(isMuted: boolean): void {
    this.#running.dispatch({ type: 'guide-switched', isMuted });
  }

  resumePlayback(): void {
    this.#running.link?.transport.voice?.resumePlayback();
  }
}
