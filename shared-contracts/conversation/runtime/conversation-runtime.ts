import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConversationState, Levels, StartOptions, TransportKind } from '../conversation.ts';
import { initialState, type MachineEvent, type MachineState, type TransportCommand } from '../machine/machine-state.ts';
import { type TransitionResult, transition } from '../machine/step.ts';
import { noSummary, summarize } from '../transcript/summarize.ts';
import { closeTurn } from '../transcript/transcript.ts';
import type { TransportEvent } from '../transport.ts';
import { type ActiveTransport, type ConversationOptions, openTransport } from './active-transport.ts';
import { applyVoice } from './apply-voice.ts';
import { TransportNotStartedError } from './conversation-error.ts';
import { createEffectQueue } from './effect-queue.ts';
import { keepVoice } from './keep-voice.ts';

/** What a step means beside the machine's own move. */
export interface TransitionDetails {
  change?: Partial<ConversationState>;
  /** Told on the bus once the state is in force. */
  events?: (() => void)[];
  /** Why a transport is closed. */
  reason?: string;
  /** Which transport is connected; by default the one before. */
  kind?: TransportKind;
  options?: StartOptions;
}

interface Listeners {
  /** Whatever the transport in use tells. */
  hear(event: TransportEvent): void;
  /** After every step. */
  follow(now: MachineState): void;
}

/** How long connecting may take unless a visitor chose to wait, in ms. */
const connectLimitMs = 10_000;

const nothingSaid: ConversationState = {
  phase: initialState.phase,
  turn: initialState.turn,
  transcript: [],
  turns: {},
  transport: undefined,
  room: undefined,
  failure: undefined,
  spoken: undefined,
  voice: undefined,
};
const quiet: Levels = { guide: 0, visitor: 0 };

/** The machine with its state, its transport, and the order in which things happen. What a step means is others' to say. */
export class ConversationRuntime {
  readonly store: StoreApi<ConversationState> = createStore<ConversationState>(() => nothingSaid);
  readonly levels: StoreApi<Levels> = createStore<Levels>(() => quiet);
  readonly options: ConversationOptions;
  machine: MachineState = initialState;
  link: ActiveTransport | undefined;
  /** Something was said in a call that the chat has not been told. */
  isSummaryDue: boolean = false;
  readonly #effects = createEffectQueue();
  readonly #listeners: Listeners;
  #video: MediaStream | undefined;

  constructor(options: ConversationOptions, listeners: (self: ConversationRuntime) => Listeners) {
    this.options = options;
    this.#listeners = listeners(this);
    const { restored } = options;
    if (!restored) return;
    this.machine = { ...initialState, turn: restored.turn };
    this.store.setState(restored);
  }

  get state(): ConversationState {
    return this.store.getState();
  }

  settled(state: 'complete' | 'broken') {
    return closeTurn(this.state.turns, this.machine.turn, state);
  }

  closeOpening(): void {
    if (this.link) this.link.isOpeningOver = true;
  }

  change(change: Partial<ConversationState> | undefined): void {
    if (change) this.store.setState(change);
  }

  showVideo(video: MediaStream | undefined): void {
    if (!this.machine.call) return;
    this.#video = video;
    this.store.setState({ voice: keepVoice(this.state.voice, this.machine, video) });
  }

  forget(): void {
    this.machine = initialState;
    this.isSummaryDue = false;
    this.store.setState(nothingSaid, true);
  }

  /** Takes the machine's step with all it means; false when the event moves nothing. Throws before anything changes. */
  dispatch(event: MachineEvent, meaning: TransitionDetails = {}): boolean {
    const taken = transition(this.machine, event);
    if (!taken) return false;
    const before = this.link;
    const next = taken.commands.includes('connect') ? this.#makeLink(taken, meaning) : before;
    const isClosed = taken.commands.includes('close') && next === before;
    this.link = isClosed ? undefined : next;
    if (this.link !== before) this.#video = undefined;
    const hasFinished = this.machine.phase === 'listening' && ['thinking', 'reconnecting'].includes(taken.state.phase);
    this.machine = taken.state;
    const { phase, turn } = taken.state;
    if (event.type === 'message-sent' || phase === 'listening') this.closeOpening();
    const tellFinished = () => this.options.bus.emit('turn-finished', { turn, speaker: 'visitor' });
    this.#effects.add([() => this.#applyVoice(before), ...(hasFinished ? [tellFinished] : []), ...(meaning.events ?? [])]);
    this.#effects.add(this.#plan(taken, { before, next, reason: meaning.reason ?? '' }));
    this.store.setState({ ...meaning.change, phase, turn, voice: keepVoice(this.state.voice, taken.state, this.#video) });
    this.#listeners.follow(taken.state);
    this.#effects.run();
    return true;
  }

  #makeLink({ state: { turn, isQueued } }: TransitionResult, { kind, options }: TransitionDetails): ActiveTransport {
    const picked = kind ?? this.state.transport ?? 'text';
    const pastTranscriptSummary = this.isSummaryDue ? this.#summary(isQueued ? turn : undefined) : undefined;
    return openTransport(this.options, picked, {
      limitMs: options?.limitMs ?? connectLimitMs,
      takesOver: options?.takesOver ?? false,
      turn,
      summary: () => this.#summary(this.machine.isQueued ? this.machine.turn : undefined) ?? noSummary,
      ...(pastTranscriptSummary !== undefined && { pastTranscriptSummary }),
    });
  }

  /** Without the turn whose message is still to be sent. */
  #summary(waitingTurn: number | undefined): string | undefined {
    const { transcript, room } = this.state;
    return summarize({ transcript: transcript.filter((line) => line.turn !== waitingTurn), room });
  }

  #plan(
    { commands, state: { turn } }: TransitionResult,
    { before, next, reason }: { before: ActiveTransport | undefined; next: ActiveTransport | undefined; reason: string },
  ) {
    const run: Record<TransportCommand, () => void> = {
      connect: () => this.#connect(next),
      send: () => this.#send(next, turn),
      cancel: () => next?.transport.cancel(turn),
      close: () => this.#close(before, reason),
      listen: () => this.#isCurrent(next, turn) && next?.transport.voice?.listen(turn),
      finish: () => this.#isCurrent(next, turn) && next?.transport.voice?.finish(turn),
    };
    return commands.map((command) => run[command]);
  }

  /** As things stand when it runs: what was told on the bus may have changed them meanwhile. */
  #applyVoice(before: ActiveTransport | undefined): void {
    if (before !== this.link) applyVoice(before, undefined);
    applyVoice(this.link, this.machine);
  }

  #isCurrent(link: ActiveTransport | undefined, turn: number): boolean {
    return link !== undefined && link === this.link && turn === this.machine.turn;
  }

  #connect(link: ActiveTransport | undefined): void {
    if (!link || link !== this.link) return;
    try {
      link.transport.connect((event) => link === this.link && this.#listeners.hear(event));
    } catch (cause) {
      if (link === this.link) this.#listeners.hear({ type: 'failed', failure: { category: 'malformed' } });
      throw new TransportNotStartedError(link.kind, cause);
    }
  }

  #send(link: ActiveTransport | undefined, turn: number): void {
    const { transcript, turns } = this.state;
    const text = transcript.find((line) => line.turn === turn && line.speaker === 'visitor')?.text;
    const clientMessageId = turns[turn]?.clientMessageId;
    // A listener of the fact told just before may have stopped or changed what was meant to carry it.
    const isWanted = this.#isCurrent(link, turn) && turns[turn]?.state === 'arriving';
    if (isWanted && text !== undefined && clientMessageId !== undefined) link?.transport.send({ turn, text, clientMessageId });
  }

  #close(link: ActiveTransport | undefined, reason: string): void {
    if (!link) return;
    link.transport.close(reason);
    if (link !== this.link) this.levels.setState(quiet);
    if (link.isStarted) this.options.bus.emit('conversation-ended', { reason });
  }
}
