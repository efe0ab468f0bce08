import { messageLimit } from '../../api/limits.ts';
import type { VisitConfig } from '../../visit/visit-config.ts';
import { markVoice } from '../../voice/mark-voice.ts';
import type { VoiceReadiness } from '../../voice/voice-state.ts';
import type { Conversation, StartOptions, TransportKind } from '../conversation.ts';
import { describeTurn, writeVisitorText } from '../transcript/transcript.ts';
import type { ConversationOptions } from './active-transport.ts';
import { ConversationNotAvailableError } from './conversation-error.ts';
import { Running } from './conversation-runtime.ts';
import { hear, hearFailed, hearSilence, raiseTurn } from './hear.ts';
import { createWatch } from './timers.ts';

/** Makes the visit's one conversation: the machine, its transcript, and whichever transport carries it. */
export function createConversation(options: ConversationOptions): Conversation {
  return new VisitConversation(options);
}

const noVoice: VoiceReadiness = { support: 'unsupported', microphone: 'prompt', hearing: 'none', dictation: 'none' };

function createRunning(options: ConversationOptions): Running {
  return new Running(options, (running) => {
    const watch = createWatch(options.clock, {
      hangOver: () => void running.take({ type: 'hang-over' }),
      silent: (turn) => hearSilence(running, turn),
      late: (turn) => hearFailed(running, { category: 'timeout' }, turn),
    });
    return { hear: (event) => hear(running, event), follow: watch.follow };
  });
}

class VisitConversation implements Conversation {
  readonly store: Running['store'];
  readonly levels: Running['levels'];
  readonly #options: ConversationOptions;
  readonly #running: Running;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#running = createRunning(options);
    this.store = this.#running.store;
    this.levels = this.#running.levels;
  }

  checkVoice(): Promise<VoiceReadiness> {
    return this.#options.checkVoice().catch(() => noVoice);
  }

  start(kind: TransportKind, terms: StartOptions = {}): void {
    const { transports, wishes } = this.#options;
    if (!transports[kind]) throw new ConversationNotAvailableError(kind);
    if (this.#running.link?.kind === kind) return;
    if (kind === 'voice') markVoice('asked');
    const turns = this.#running.machine.isQueued ? this.#running.state.turns : this.#running.settled('broken');
    const change = { transport: kind, failure: undefined, spoken: undefined, turns };
    this.#running.take({ type: 'started', wishes: kind === 'voice' ? wishes() : undefined }, { kind, terms, reason: 'replaced', change });
  }

  send(text: string): boolean {
    const words = text.trim();
    if (words === '' || words.length > messageLimit) return false;
    const { machine, state } = this.#running;
    const turn = machine.turn + 1;
    const turns = describeTurn(this.#running.settled('broken'), turn, { clientMessageId: this.#options.newId() });
    const transcript = writeVisitorText(state.transcript, turn, words);
    const tellSaid = () => this.#options.bus.emit('turn-finished', { turn, speaker: 'visitor' });
    const change = { transcript, turns, failure: undefined, spoken: undefined };
    return this.#running.take({ type: 'said' }, { change, facts: [tellSaid] });
  }

  retry(): boolean {
    const { machine, state } = this.#running;
    const last = state.turns[machine.turn];
    if (last?.state !== 'broken' || last.clientMessageId === undefined) return false;
    const turns = describeTurn(state.turns, machine.turn, { state: 'arriving' });
    return this.#running.take({ type: 'retried' }, { change: { turns, failure: undefined } });
  }

  interrupt(): void {
    const isTaken = this.#running.take({ type: 'interrupted' }, { change: { turns: this.#running.settled('complete') } });
    if (isTaken) this.#running.closeOpening();
  }

  stop(reason: string): void {
    const change = { turns: this.#running.settled('broken'), failure: undefined, transport: undefined, spoken: undefined };
    this.#running.take({ type: 'stopped' }, { reason, change });
  }

  reset(): void {
    this.stop('reset');
    this.#running.forget();
  }

  hold(): boolean {
    return this.#running.take({ type: 'held' }, { change: raiseTurn(this.#running) });
  }

  release(): void {
    this.#running.take({ type: 'released' });
  }

  setMicrophoneMuted(isMuted: boolean): void {
    this.#running.take({ type: 'microphone-switched', isMuted });
  }

  setTalkingMode(talkingMode: VisitConfig['talkingMode']): void {
    this.#running.take({ type: 'talking-mode-chosen', talkingMode });
  }

  setGuideMuted(isMuted: boolean): void {
    this.#running.take({ type: 'guide-switched', isMuted });
  }

  resumePlayback(): void {
    this.#running.link?.transport.voice?.resumePlayback();
  }
}
