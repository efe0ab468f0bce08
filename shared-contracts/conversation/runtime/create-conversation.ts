import { createStore } from 'zustand/vanilla';
import { messageLimit } from '../../api/limits.ts';
import { noSummary } from '../../api/voice-schemas.ts';
import type { EventBus } from '../../events/event-bus.ts';
import type { Clock } from '../../kit/clock.ts';
import type { VisitConfig } from '../../visit/visit-config.ts';
import { type ConnectLimit, createConnectLimit } from '../../voice/connect-limit.ts';
import type { VoiceReadiness } from '../../voice/voice-state.ts';
import type { Conversation, ConversationContext, Levels, MuteReason, StartOptions, TransportKind } from '../conversation.ts';
import { isActive } from '../machine/machine.ts';
import type { MachineEvent, State, VoicePreferences } from '../machine/machine-state.ts';
import { type Effect, emptyState, reduce, summarizeFor } from '../machine/reduce.ts';
import type { TextOptions, Transport, TransportEvent, VoiceOptions } from '../transport.ts';
import { findTurn } from '../turns.ts';
import type { RestoredConversation } from './conversation-memory.ts';

type ContextParts = { [Part in keyof ConversationContext]?: ConversationContext[Part] | undefined } & Pick<ConversationContext, 'language'>;

export interface ConversationOptions {
  /** If `voice` is missing, the page has text alone. A promise of a transport must resolve within the limit for connecting. */
  transports: {
    text(context: ConversationContext, options: TextOptions): Transport;
    voice?(context: ConversationContext, options: VoiceOptions): Transport | Promise<Transport>;
  };
  /** Read whenever a transport is opened. */
  context(): ContextParts | undefined;
  /** Read whenever a call begins. */
  preferences(): VoicePreferences;
  checkVoice(): Promise<VoiceReadiness>;
  bus: EventBus;
  clock: Clock;
  newId(): string;
  restored?: RestoredConversation;
}

/** Events of an earlier transport are ignored. */
interface ActiveTransport {
  create(): Transport | Promise<Transport>;
  transport?: Transport;
  loadLimit?: ConnectLimit;
}

const connectLimitMs = 10_000;
const hangGapMs = 100;
/** A spoken turn without words ends after this time. */
const unheardAfterMs = 4_000;
/** A turn in a call breaks if no answer starts within this time. */
const answerLimitMs = 12_000;

const zeroLevels: Levels = { guide: 0, visitor: 0 };
const noVoice: VoiceReadiness = { support: 'unsupported', microphone: 'prompt', hearing: 'none', dictation: 'none' };

/** The timers' names contain the turn, so no later turn reuses them. */
function timersOf({ phase, turn, voice, mutes }: State): Map<string, { ms: number; event: MachineEvent }> {
  const timers = new Map<string, { ms: number; event: MachineEvent }>();
  if (mutes.has('hang')) timers.set('hang', { ms: hangGapMs, event: { type: 'hang-passed' } });
  if (!voice || phase !== 'thinking') return timers;
  timers.set(`words ${turn}`, { ms: unheardAfterMs, event: { type: 'silence-passed', turn } });
  return timers.set(`answer ${turn}`, { ms: answerLimitMs, event: { type: 'turn-failed', turn, failure: { category: 'timeout' } } });
}

export function createConversation(options: ConversationOptions): Conversation {
  return new ConversationRuntime(options);
}

class ConversationRuntime implements Conversation {
  readonly store;
  readonly levels = createStore<Levels>(() => zeroLevels);
  readonly #options: ConversationOptions;
  readonly #effects: (() => void)[] = [];
  readonly #timers = new Map<string, () => void>();
  #active: ActiveTransport | undefined;
  #isPerforming: boolean = false;
  #isWithoutMicrophone: boolean = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.store = createStore<State>(() => restore(options.restored));
  }

  start(kind: TransportKind, startOptions: StartOptions = {}): void {
    const state = this.store.getState();
    if (isActive(state) && state.transport === kind) return;
    this.#isWithoutMicrophone = startOptions.withoutMicrophone ?? this.#isWithoutMicrophone;
    const preferences = kind === 'voice' ? this.#options.preferences() : undefined;
    this.#dispatch({ type: 'start-requested', kind, options: startOptions, preferences });
  }

  send(text: string): boolean {
    const words = text.trim();
    return (
      words !== '' && words.length <= messageLimit && this.#dispatch({ type: 'message-sent', text: words, newId: this.#options.newId })
    );
  }

  retry(): boolean {
    const { turn, turns } = this.store.getState();
    const last = findTurn(turns, turn);
    return last?.state === 'broken' && last.clientMessageId !== undefined && this.#dispatch({ type: 'retried' });
  }

  reset(): void {
    this.#dispatch({ type: 'stopped', reason: 'reset' });
    this.store.setState({ ...emptyState, mutes: this.store.getState().mutes }, true);
  }

  checkVoice(): Promise<VoiceReadiness> {
    return this.#options.checkVoice().catch(() => noVoice);
  }

  interrupt(): void {
    this.#dispatch({ type: 'interrupted' });
  }

  stop(reason: string): void {
    this.#dispatch({ type: 'stopped', reason });
  }

  hold(): boolean {
    return this.#dispatch({ type: 'held' });
  }

  release(): void {
    this.#dispatch({ type: 'released' });
  }

  setMicrophoneMuted(isMuted: boolean): void {
    this.#dispatch({ type: 'microphone-switched', isMuted });
  }

  setTalkingMode(talkingMode: VisitConfig['talkingMode']): void {
    this.#dispatch({ type: 'talking-mode-chosen', talkingMode });
  }

  setGuideMuted(isMuted: boolean, by: MuteReason = 'visitor'): void {
    this.#dispatch({ type: 'guide-switched', isMuted, by });
  }

  resumePlayback(): void {
    this.#active?.transport?.voice?.resumePlayback();
  }

  /** False if the event changes nothing. If opening throws, the state is unchanged. */
  #dispatch(event: MachineEvent): boolean {
    const before = this.store.getState();
    const result = reduce(before, event, this.#options.context()?.language);
    if (!result) return false;
    const { state } = result;
    const left = this.#active;
    const kept = isActive(state) ? left : undefined;
    const opening = result.effects.find((effect) => effect.type === 'open');
    const opened = opening ? this.#prepare(state, opening) : kept;
    this.#active = opened;
    this.#effects.push(...result.effects.map((effect) => () => this.#perform(effect, left, opened)));
    this.store.setState(state, true);
    if (before.connection === 'open' && state.connection !== 'open') this.levels.setState(zeroLevels);
    this.#followTimers(state);
    this.#performAll();
    return true;
  }

  /** Keeps the order even if an effect dispatches. All effects run, then the first error is thrown. */
  #performAll(): void {
    if (this.#isPerforming) return;
    this.#isPerforming = true;
    const errors: unknown[] = [];
    for (let effect = this.#effects.shift(); effect; effect = this.#effects.shift()) {
      try {
        effect();
      } catch (error) {
        errors.push(error);
      }
    }
    this.#isPerforming = false;
    if (errors.length > 0) throw errors[0];
  }

  #perform(effect: Effect, left: ActiveTransport | undefined, opened: ActiveTransport | undefined): void {
    const { bus } = this.#options;
    if (effect.type === 'switch') for (const active of new Set([left, this.#active])) active?.transport?.voice?.followSwitches();
    else if (effect.type === 'turn-finished') bus.emit('turn-finished', { turn: effect.turn, speaker: effect.speaker });
    else if (effect.type === 'started') bus.emit('conversation-started', { transport: effect.kind });
    else if (effect.type === 'close') this.#close(left, effect.reason, effect.wasStarted);
    else if (effect.type === 'cancel') opened?.transport?.cancel(effect.turn);
    // A listener of the bus may have stopped or replaced the transport.
    else if (opened === undefined || opened !== this.#active) return;
    else if (effect.type === 'open') this.#connect(opened, effect.kind);
    else if (effect.turn === this.store.getState().turn) this.#sendTurn(opened.transport, effect);
  }

  #sendTurn(transport: Transport | undefined, { type, turn }: { type: 'send' | 'listen' | 'finish'; turn: number }): void {
    const { question: text, clientMessageId, state } = findTurn(this.store.getState().turns, turn) ?? {};
    if (type !== 'send') transport?.voice?.[type](turn);
    else if (state === 'arriving' && text !== undefined && clientMessageId !== undefined) transport?.send({ turn, text, clientMessageId });
  }

  /** @throws Error if museum or exhibition are unknown, or the page has no such transport */
  #prepare(state: State, { kind, options: start }: Effect & { type: 'open' }): ActiveTransport {
    const { exhibitionId, museumId, language } = this.#options.context() ?? {};
    if (exhibitionId === undefined) throw new Error('Collection ID is undefined.');
    if (museumId === undefined) throw new Error('Museum ID is undefined.');
    if (language === undefined) throw new Error('The language is undefined.');
    const create = this.#options.transports[kind];
    if (!create) throw new Error(`This page has no ${kind} transport`);
    const pastTranscriptSummary = state.isSummaryDue ? summarizeFor(state, language) : undefined;
    const isOwn = () => opened === this.#active;
    const own = {
      ...{ limitMs: connectLimitMs, takesOver: false, ...start, withoutMicrophone: this.#isWithoutMicrophone, turn: state.turn },
      summary: () => summarizeFor(this.store.getState(), this.#options.context()?.language) ?? noSummary,
      isMicrophoneOpen: () => isOwn() && this.store.getState().voice?.isMicrophoneOpen === true,
      isGuideMuted: () => isOwn() && this.store.getState().mutes.size > 0,
      ...(pastTranscriptSummary !== undefined && { pastTranscriptSummary }),
    };
    const opened: ActiveTransport = { create: () => create({ museumId, exhibitionId, language }, own) };
    opened.loadLimit = createConnectLimit(this.#options.clock, own.limitMs, {
      slow: () => this.#onTransportEvent(opened, { type: 'slow' }),
      over: () => this.#onTransportEvent(opened, { type: 'failed', failure: { category: 'timeout' } }),
    });
    return opened;
  }

  /** A transport that throws is closed, then its error is thrown. */
  #connect(opened: ActiveTransport, kind: TransportKind): void {
    try {
      const created = opened.create();
      if (created instanceof Promise) void this.#load(opened, created);
      else this.#attach(opened, created);
    } catch (cause) {
      this.#onTransportEvent(opened, { type: 'failed', failure: { category: 'malformed' } });
      throw new Error(`The ${kind} transport could not be started`, { cause });
    }
  }

  async #load(opened: ActiveTransport, loading: Promise<Transport>): Promise<void> {
    opened.loadLimit?.run();
    const transport = await loading.catch(() => undefined);
    opened.loadLimit?.pause();
    if (opened !== this.#active) return;
    try {
      if (transport) this.#attach(opened, transport);
      else this.#onTransportEvent(opened, { type: 'failed', failure: { category: 'network' } });
    } catch {
      this.#onTransportEvent(opened, { type: 'failed', failure: { category: 'malformed' } });
    }
  }

  #attach(opened: ActiveTransport, transport: Transport): void {
    opened.transport = transport;
    transport.connect((event) => this.#onTransportEvent(opened, event));
  }

  #onTransportEvent(from: ActiveTransport, event: TransportEvent): void {
    if (from !== this.#active) return;
    if (event.type === 'guide-level') this.levels.setState({ guide: event.level });
    else if (event.type === 'visitor-level') this.levels.setState({ visitor: event.level });
    else this.#dispatch(event);
  }

  #close(left: ActiveTransport | undefined, reason: string, wasStarted: boolean): void {
    left?.loadLimit?.pause();
    left?.transport?.close(reason);
    if (wasStarted) this.#options.bus.emit('conversation-ended', { reason });
  }

  #followTimers(state: State): void {
    const wanted = timersOf(state);
    for (const [name, stop] of this.#timers) if (!wanted.has(name) && this.#timers.delete(name)) stop();
    for (const [name, { ms, event }] of wanted) {
      const run = () => void this.#dispatch(event);
      if (!this.#timers.has(name)) this.#timers.set(name, this.#options.clock.after(ms, run));
    }
  }
}

const nothingSaid: RestoredConversation = { turn: 0, turns: [], room: undefined, tour: undefined };

function restore({ isCarried, ...said } = nothingSaid): State {
  // The chat service does not have the turns of another device.
  return { ...emptyState, ...said, isSummaryDue: isCarried === true };
}
