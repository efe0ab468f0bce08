import { createStore } from 'zustand/vanilla';
import { messageLimit } from '../../api/limits.ts';
import { noSummary } from '../../api/voice-schemas.ts';
import type { Language } from '../../i18n/language.ts';
import type { VisitConfig } from '../../visit/visit-config.ts';
import type { VoiceReadiness } from '../../voice/voice-state.ts';
import type { Conversation, ConversationState, Levels, MuteReason, StartOptions, TransportKind } from '../conversation.ts';
import { deriveVoice } from '../machine/call-state.ts';
import { type EventType, initialState, type MachineEvent, type MachineState, type TransportCommand } from '../machine/machine-state.ts';
import { transition } from '../machine/transition.ts';
import type { EventOf, TransportEvent } from '../transport.ts';
import { closeTurn, findTurn } from '../turns.ts';
import { ActiveTransport, ConversationNotAvailableError, type ConversationOptions } from './active-transport.ts';
import {
  addMessage,
  addSource,
  addText,
  changeFor,
  countSpoken,
  emptyConversation,
  finishedSpeaker,
  noteTour,
  type StateChange,
  summarizeFor,
} from './changes.ts';
import { createEffectQueue } from './effect-queue.ts';
import { createTimers } from './timers.ts';

/** What goes with an event beside the machine's own transition. */
interface TransitionDetails {
  /** By default what `changeFor` says. */
  change?: StateChange;
  /** Why a transport is closed. */
  reason?: string;
  /** Which transport is opened; by default the one before. */
  kind?: TransportKind;
  options?: StartOptions;
}

/** What a command is about, as it was decided. */
interface CommandScope {
  left: ActiveTransport | undefined;
  opened: ActiveTransport | undefined;
  turn: number;
  reason: string;
}

/** How long connecting may take unless a visitor chose to wait, in ms. */
const connectLimitMs = 10_000;

const zeroLevels: Levels = { guide: 0, visitor: 0 };
const noVoice: VoiceReadiness = { support: 'unsupported', microphone: 'prompt', hearing: 'none', dictation: 'none' };

/** Makes the visit's one conversation: the machine, its turns, and whichever transport carries it. */
export function createConversation(options: ConversationOptions): Conversation {
  return new ConversationRuntime(options);
}

class ConversationRuntime implements Conversation {
  readonly #store = createStore<ConversationState>(() => emptyConversation);
  readonly #levels = createStore<Levels>(() => zeroLevels);
  readonly store: Conversation['store'] = this.#store;
  readonly levels: Conversation['levels'] = this.#levels;
  readonly #options: ConversationOptions;
  readonly #timers;
  readonly #effects = createEffectQueue();
  #machine: MachineState = initialState;
  #active: ActiveTransport | undefined;
  /** Something was said in a call that the chat does not know. */
  #isSummaryDue: boolean = false;
  /** What the visitor was last spoken to in, until the guide had finished or the visitor spoke. */
  #spokenIn: Language | undefined;
  /** The visitor chose to listen and type. */
  #isWithoutMicrophone: boolean = false;
  #video: MediaStream | undefined;
  readonly #mutedBy = new Set<MuteReason>();

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#timers = createTimers(options.clock, (event) => {
      if (event.type === 'hang-passed') this.#dispatch(event);
      else if (event.type === 'silence-timeout') this.#onSilence(event.turn);
      else this.#dispatch({ type: 'turn-failed', turn: event.turn, failure: { category: 'timeout' } });
    });
    if (!options.restored) return;
    const { isCarried, ...restored } = options.restored;
    this.#machine = { ...initialState, turn: restored.turn };
    // The guide has heard nothing of what was said on another device.
    this.#isSummaryDue = isCarried === true;
    this.#store.setState(restored);
  }

  checkVoice(): Promise<VoiceReadiness> {
    return this.#options.checkVoice().catch(() => noVoice);
  }

  start(kind: TransportKind, options: StartOptions = {}): void {
    const { transports, preferences } = this.#options;
    if (!transports[kind]) throw new ConversationNotAvailableError(kind);
    if (this.#active?.kind === kind) return;
    this.#isWithoutMicrophone = options.withoutMicrophone ?? this.#isWithoutMicrophone;
    const { turns, turn } = this.#state;
    const change = {
      transport: kind,
      failure: undefined,
      spoken: undefined,
      turns: this.#machine.isQueued ? turns : closeTurn(turns, turn, 'broken'),
    };
    const { talkingMode, isAudioMuted } = preferences();
    const call = { talkingMode, isAudioMuted: this.#mute(isAudioMuted, 'visitor') };
    const event = { type: 'start-requested', preferences: kind === 'voice' ? call : undefined } as const;
    this.#dispatch(event, { kind, options, reason: 'replaced', change });
  }

  send(text: string): boolean {
    const words = text.trim();
    if (words === '' || words.length > messageLimit) return false;
    const { context, newId } = this.#options;
    const message = { text: words, language: context()?.language, newId };
    return this.#dispatch({ type: 'message-sent' }, { change: addMessage(this.#state, message) });
  }

  retry(): boolean {
    const { turn, turns } = this.#state;
    const last = findTurn(turns, turn);
    if (last?.state !== 'broken' || last.clientMessageId === undefined) return false;
    return this.#dispatch({ type: 'retried' });
  }

  interrupt(): void {
    this.#dispatch({ type: 'interrupted' });
  }

  stop(reason: string): void {
    this.#dispatch({ type: 'stopped' }, { reason });
  }

  reset(): void {
    this.stop('reset');
    this.#machine = initialState;
    this.#isSummaryDue = false;
    this.#spokenIn = undefined;
    this.#store.setState(emptyConversation, true);
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
    this.#dispatch({ type: 'guide-switched', isMuted: this.#mute(isMuted, by) });
  }

  /** Whether anything mutes the guide now. */
  #mute(isMuted: boolean, by: MuteReason): boolean {
    this.#mutedBy[isMuted ? 'add' : 'delete'](by);
    return this.#mutedBy.size > 0;
  }

  resumePlayback(): void {
    this.#active?.transport?.voice?.resumePlayback();
  }

  get #state(): ConversationState {
    return this.#store.getState();
  }

  #onTransportEvent(event: TransportEvent): void {
    if (event.type === 'text') this.#onText(event);
    else if (event.type === 'source') this.#change(addSource(this.#state, event));
    else if (event.type === 'spoken') this.#change(countSpoken(this.#state, event));
    else if (event.type === 'room') this.#change({ room: event.room });
    else if (event.type === 'tour') this.#change(noteTour(this.#state, event));
    else if (event.type === 'guide-level') this.#levels.setState({ guide: event.level });
    else if (event.type === 'visitor-level') this.#levels.setState({ visitor: event.level });
    else if (event.type === 'video') this.#onVideo(event.stream);
    else if (this.#dispatch(event) && event.type === 'connection-lost') this.#levels.setState(zeroLevels);
    // What was said into nothing brings no words any more.
    else if (event.type === 'hearing-lost') this.#onSilence(this.#machine.turn);
  }

  #onText(event: EventOf<TransportEvent, 'text'>): void {
    const change = addText(this.#state, event, { carrier: this.#active, isWelcomed: this.#isWelcomed() });
    if (!change) return;
    const type = event.speaker === 'guide' ? 'answer-started' : 'understood';
    if (!this.#dispatch({ type, turn: event.turn }, { change })) this.#change(change);
  }

  #onVideo(video: MediaStream | undefined): void {
    if (!this.#machine.call) return;
    this.#video = video;
    this.#change({ voice: deriveVoice(this.#machine, video, this.#state.voice) });
  }

  /** A spoken turn that brought neither words nor an answer. */
  #onSilence(turn: number): void {
    if (findTurn(this.#state.turns, turn)?.question === undefined) this.#dispatch({ type: 'unheard', turn });
  }

  #change(change: StateChange | undefined): void {
    if (change) this.#store.setState(change);
  }

  /** Follows the machine's transition with all that goes with it; false when the event changes nothing. Throws before anything changes. */
  #dispatch(event: MachineEvent, details: TransitionDetails = {}): boolean {
    const before = this.#machine;
    const result = transition(before, event);
    if (!result) return false;
    const { state: after, commands } = result;
    const left = this.#active;
    const opened = commands.includes('connect') ? this.#open(after, details) : left;
    const change = details.change ?? changeFor(this.#state, event);
    this.#active = commands.includes('close') && opened === left ? undefined : opened;
    if (this.#active !== left) this.#video = undefined;
    this.#machine = after;
    this.#active?.onTransition(event.type, before, after);
    this.#noteSummary(event.type);
    if (before.phase === 'speaking' && ['ready', 'listening', 'thinking'].includes(after.phase)) this.#spokenIn = this.#active?.language;
    const reason = details.reason ?? ('reason' in event ? event.reason : event.type);
    this.#effects.add([
      () => this.#applyVoice(left),
      ...this.#busEvents(event, after),
      ...commands.map((command) => () => this.#run(command, { left, opened, turn: after.turn, reason })),
    ]);
    const { phase, turn } = after;
    this.#store.setState({ ...change, phase, turn, voice: deriveVoice(after, this.#video, this.#state.voice) });
    this.#timers.follow(after);
    this.#effects.run();
    return true;
  }

  #noteSummary(type: EventType): void {
    if (type === 'connected' && this.#active?.kind === 'voice') this.#isSummaryDue = true;
    if (type === 'turn-completed' && this.#active?.kind === 'text') this.#isSummaryDue = false;
  }

  /** What is emitted on the bus once a transition is in force. */
  #busEvents(event: MachineEvent, { phase, turn }: MachineState): (() => void)[] {
    const { bus } = this.#options;
    const transport = this.#active?.kind;
    const speaker = finishedSpeaker(this.#state, event, phase);
    if (speaker) return [() => bus.emit('turn-finished', { turn, speaker })];
    return event.type === 'connected' && transport ? [() => bus.emit('conversation-started', { transport })] : [];
  }

  #open({ turn, isQueued }: MachineState, { kind, options }: TransitionDetails): ActiveTransport {
    const pastTranscriptSummary = this.#isSummaryDue ? this.#summary(isQueued ? turn : undefined) : undefined;
    return new ActiveTransport(this.#options, kind ?? this.#state.transport ?? 'text', {
      ...{ limitMs: connectLimitMs, takesOver: false, ...options, withoutMicrophone: this.#isWithoutMicrophone, turn },
      summary: () => this.#summary(this.#machine.isQueued ? this.#machine.turn : undefined) ?? noSummary,
      ...(pastTranscriptSummary !== undefined && { pastTranscriptSummary }),
    });
  }

  /** Whether another welcome would repeat one. In another language it is the first that the visitor understands. */
  readonly #isWelcomed = () => this.#spokenIn !== undefined && this.#spokenIn === this.#options.context()?.language;

  readonly #summary = (waitingTurn: number | undefined) => summarizeFor(this.#state, { waitingTurn, isWelcomed: this.#isWelcomed() });

  /** As things stand when it runs: a listener on the bus may have changed them meanwhile. */
  #applyVoice(left: ActiveTransport | undefined): void {
    if (left !== this.#active) left?.applyVoice(undefined);
    this.#active?.applyVoice(this.#machine);
  }

  #run(command: TransportCommand, { left, opened, turn, reason }: CommandScope): void {
    // A listener on the bus may have stopped or changed what was meant to carry it.
    const isCurrent = opened !== undefined && opened === this.#active;
    if (command === 'close') this.#close(left, reason);
    else if (command === 'cancel') opened?.transport?.cancel(turn);
    else if (!isCurrent) return;
    else if (command === 'connect') opened.connect((event) => opened === this.#active && this.#onTransportEvent(event));
    else if (turn !== this.#machine.turn) return;
    else if (command === 'send') this.#send(opened, turn);
    else opened.transport?.voice?.[command](turn);
  }

  #send({ transport }: ActiveTransport, turn: number): void {
    const { question: text, clientMessageId, state } = findTurn(this.#state.turns, turn) ?? {};
    if (state === 'arriving' && text !== undefined && clientMessageId !== undefined) transport?.send({ turn, text, clientMessageId });
  }

  #close(left: ActiveTransport | undefined, reason: string): void {
    if (!left) return;
    left.close(reason);
    if (left !== this.#active) this.#levels.setState(zeroLevels);
    if (left.isStarted) this.#options.bus.emit('conversation-ended', { reason });
  }
}
