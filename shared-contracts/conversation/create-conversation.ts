import { createStore, type StoreApi } from 'zustand/vanilla';
import { messageLimit } from '../api/limits.ts';
import type { Conversation, ConversationFailure, ConversationState, TransportKind } from './conversation.ts';
import { ConversationNotAvailableError } from './conversation-error.ts';
import { createEffectQueue } from './effect-queue.ts';
import { type ConversationOptions, type Link, makeLink } from './link.ts';
import { type Command, type MachineEvent, type MachineState, silent, step } from './machine.ts';
import { recordFailure, recordSource, recordText } from './record.ts';
import { describeTurn, settleTurn, writeVisitorText } from './transcript.ts';
import type { TransportEvent } from './transport.ts';

/** What a step means beside the machine's own move. */
interface Meaning {
  change?: Partial<ConversationState>;
  /** Told on the bus once the state is in force. */
  facts?: (() => void)[];
  /** Why a transport is closed. */
  reason?: string;
  /** Which transport is connected; by default the one before. */
  kind?: TransportKind;
}

const nothingSaid: ConversationState = {
  phase: silent.phase,
  turn: silent.turn,
  transcript: [],
  turns: {},
  transport: undefined,
  room: undefined,
  failure: undefined,
};

/** Makes the visit's one conversation: the machine, its transcript, and whichever transport carries it. */
export function createConversation(options: ConversationOptions): Conversation {
  return new RunningConversation(options);
}

class RunningConversation implements Conversation {
  readonly store: StoreApi<ConversationState> = createStore<ConversationState>(() => nothingSaid);
  readonly #options: ConversationOptions;
  readonly #effects = createEffectQueue();
  #machine: MachineState = silent;
  #link: Link | undefined;

  constructor(options: ConversationOptions) {
    this.#options = options;
    const { saidBefore } = options;
    if (!saidBefore) return;
    this.#machine = { ...silent, turn: saidBefore.turn };
    this.store.setState(saidBefore);
  }

  start(kind: TransportKind): void {
    if (!this.#options.transports[kind]) throw new ConversationNotAvailableError(kind);
    if (this.#link?.kind === kind) return;
    const turns = this.#machine.isQueued ? this.#state.turns : this.#settled('broken');
    this.#take({ type: 'started' }, { kind, reason: 'replaced', change: { transport: kind, failure: undefined, turns } });
  }

  send(text: string): boolean {
    const words = text.trim();
    if (words === '' || words.length > messageLimit) return false;
    const turn = this.#machine.turn + 1;
    const turns = describeTurn(this.#state.turns, turn, { clientMessageId: this.#options.newId() });
    const transcript = writeVisitorText(this.#state.transcript, turn, words);
    const tellSaid = () => this.#options.bus.tell('turn-finished', { turn, speaker: 'visitor' });
    return this.#take({ type: 'said' }, { change: { transcript, turns, failure: undefined }, facts: [tellSaid] });
  }

  retry(): boolean {
    if (this.#state.failure?.clientMessageId === undefined) return false;
    const turns = describeTurn(this.#state.turns, this.#machine.turn, { state: 'arriving' });
    return this.#take({ type: 'retried' }, { change: { turns, failure: undefined } });
  }

  interrupt(): void {
    const isTaken = this.#take({ type: 'interrupted' }, { change: { turns: this.#settled('complete') } });
    if (isTaken) this.#closeOpening();
  }

  stop(reason: string): void {
    this.#take({ type: 'stopped' }, { reason, change: { turns: this.#settled('broken'), failure: undefined, transport: undefined } });
  }

  reset(): void {
    this.stop('reset');
    this.#machine = silent;
    this.store.setState(nothingSaid, true);
  }

  get #state(): ConversationState {
    return this.store.getState();
  }

  #settled(state: 'complete' | 'broken') {
    return settleTurn(this.#state.turns, this.#machine.turn, state);
  }

  #closeOpening(): void {
    if (this.#link) this.#link.isOpeningOver = true;
  }

  #change(change: Partial<ConversationState> | undefined): void {
    if (change) this.store.setState(change);
  }

  #hear(event: TransportEvent): void {
    if (event.type === 'connected') this.#hearConnected();
    else if (event.type === 'text') this.#hearText(event);
    else if (event.type === 'room') this.store.setState({ room: event.room });
    else if (event.type === 'source') this.#change(recordSource(this.#state, event));
    else if (event.type === 'turn-completed') this.#hearCompleted(event.turn);
    else if (event.type === 'failed') this.#hearFailed(event.failure, event.turn);
    else {
      const change = { turns: this.#settled('broken'), failure: undefined, transport: undefined };
      this.#take({ type: 'ended' }, { reason: event.reason, change });
    }
  }

  #hearConnected(): void {
    const link = this.#link;
    if (!link) return;
    link.isStarted = true;
    // A message that waited is the first turn here: no opening may pass for its answer.
    if (this.#machine.isQueued) link.isOpeningOver = true;
    this.#take({ type: 'connected' }, { facts: [() => this.#options.bus.tell('conversation-started', { transport: link.kind })] });
  }

  #hearText(event: TransportEvent & { type: 'text' }): void {
    const change = recordText(this.#state, event, this.#link?.isOpeningOver === false);
    if (!change) return;
    const hasBegun = event.speaker === 'guide' && this.#take({ type: 'answer-began', turn: event.turn }, { change });
    if (!hasBegun) this.#change(change);
  }

  #hearCompleted(turn: number): void {
    const isAnswer = turn > 0 && this.#state.turns[turn]?.state === 'arriving';
    const facts = isAnswer ? [() => this.#options.bus.tell('turn-finished', { turn, speaker: 'guide' })] : [];
    const isTaken = this.#take({ type: 'answer-ended', turn }, { change: { turns: this.#settled('complete') }, facts });
    if (isTaken) this.#closeOpening();
  }

  #hearFailed(failure: ConversationFailure, turn: number | undefined): void {
    const change = recordFailure(this.#state, failure);
    this.#take(turn === undefined ? { type: 'lost' } : { type: 'answer-broke', turn }, { change, reason: 'failed' });
  }

  /** Takes the machine's step with all it means; false when the event moves nothing. Throws before anything changes. */
  #take(event: MachineEvent, { change = {}, facts = [], reason = '', kind }: Meaning): boolean {
    const taken = step(this.#machine, event);
    if (!taken) return false;
    const before = this.#link;
    const next = taken.commands.includes('connect') ? makeLink(this.#options, kind ?? this.#state.transport ?? 'text') : before;
    const isClosed = taken.commands.includes('close') && next === before;
    this.#link = isClosed ? undefined : next;
    this.#machine = taken.state;
    if (event.type === 'said') this.#closeOpening();
    const run: Record<Command, () => void> = {
      connect: () => this.#connect(next),
      send: () => this.#send(next, taken.state.turn),
      cancel: () => next?.transport.cancel(taken.state.turn),
      close: () => this.#close(before, reason),
    };
    this.#effects.add([...facts, ...taken.commands.map((command) => run[command])]);
    this.store.setState({ ...change, phase: taken.state.phase, turn: taken.state.turn });
    this.#effects.run();
    return true;
  }

  #connect(link: Link | undefined): void {
    if (link && link === this.#link) link.transport.connect((event) => link === this.#link && this.#hear(event));
  }

  #send(link: Link | undefined, turn: number): void {
    const { transcript, turns } = this.#state;
    const text = transcript.find((line) => line.turn === turn && line.speaker === 'visitor')?.text;
    const clientMessageId = turns[turn]?.clientMessageId;
    // A listener of the fact told just before may have stopped or changed what was meant to carry it.
    const isWanted = link !== undefined && link === this.#link && turn === this.#machine.turn && turns[turn]?.state === 'arriving';
    if (isWanted && text !== undefined && clientMessageId !== undefined) link.transport.send({ turn, text, clientMessageId });
  }

  #close(link: Link | undefined, reason: string): void {
    if (!link) return;
    link.transport.close(reason);
    if (link.isStarted) this.#options.bus.tell('conversation-ended', { reason });
  }
}
