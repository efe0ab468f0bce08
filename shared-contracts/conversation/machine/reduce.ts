import type { Language } from '../../i18n/language.ts';
import type { VoiceState } from '../../voice/voice-state.ts';
import type { ConversationState, StartOptions, TransportKind } from '../conversation.ts';
import { summarize } from '../transcript/transcript.ts';
import { findTurn } from '../turns.ts';
import { addMessage, addSource, addText, changeFor, countSpoken, finishedSpeaker, noteTour, type StateChange } from './changes.ts';
import { deriveVoice, followMutes, initialMachine, isMicrophoneOpen, phaseOf, type TransportCommand, transition } from './machine.ts';
import type { Carrier, GuideMute, MachineEvent, MachineState } from './machine-state.ts';

export interface State extends Omit<ConversationState, 'turn'>, MachineState {
  readonly carrier: Carrier | undefined;
  readonly mutes: ReadonlySet<GuideMute>;
  readonly video: VoiceState['video'];
  /** The call has words that the chat service lacks. */
  readonly isSummaryDue: boolean;
  /** Language of the last finished or interrupted words of the guide. */
  readonly spokenIn: Language | undefined;
}

export const emptyState: State = {
  ...initialMachine,
  phase: phaseOf(initialMachine),
  turns: [],
  transport: undefined,
  room: undefined,
  tour: undefined,
  failure: undefined,
  spoken: undefined,
  voice: undefined,
  carrier: undefined,
  mutes: new Set(),
  video: undefined,
  isSummaryDue: false,
  spokenIn: undefined,
};

/** In order. Each effect concerns the turn of its decision. */
export type Effect =
  | { type: 'send' | 'listen' | 'finish'; turn: number }
  | { type: 'cancel'; turn: number }
  | { type: 'open'; kind: TransportKind; options: StartOptions }
  | { type: 'close'; reason: string; wasStarted: boolean }
  | { type: 'switch' }
  | { type: 'turn-finished'; speaker: 'visitor' | 'guide'; turn: number }
  | { type: 'started'; kind: TransportKind };

export interface Result {
  readonly state: State;
  readonly effects: readonly Effect[];
}

/** Undefined if the event changes nothing. @param language the page's present language */
export function reduce(state: State, event: MachineEvent, language: Language | undefined): Result | undefined {
  switch (event.type) {
    case 'text': {
      const change = addText(state, event, isWelcomed(state, language));
      const type = event.speaker === 'guide' ? 'answer-started' : 'understood';
      return change && (move(state, { type, turn: event.turn }, language, change) ?? withChange(state, change));
    }
    case 'source':
      return withChange(state, addSource(state, event));
    case 'spoken':
      return withChange(state, countSpoken(state, event));
    case 'tour':
      return withChange(state, noteTour(state, event));
    case 'room':
      return withChange(state, { room: event.room });
    case 'video':
      return state.call && withChange(state, { video: event.stream, voice: deriveVoice(state, event.stream, state.voice) });
    case 'guide-switched':
    case 'guide-behind':
    case 'hang':
    case 'hang-passed':
      return mute(state, event);
    case 'silence-passed':
      return findTurn(state.turns, event.turn)?.question === undefined ? reduce(state, { ...event, type: 'unheard' }, language) : undefined;
    case 'hearing-lost': {
      const lost = move(state, event, language);
      // If no recogniser exists, the spoken turn gets no more words.
      const silent = reduce(lost?.state ?? state, { type: 'silence-passed', turn: state.turn }, language);
      return silent ? { state: silent.state, effects: [...(lost?.effects ?? []), ...silent.effects] } : lost;
    }
    case 'message-sent':
      return move(state, event, language, addMessage(state, event, language));
    default:
      return move(state, event, language);
  }
}

const withChange = (state: State, change: Partial<State> | undefined): Result | undefined =>
  change && { state: { ...state, ...change }, effects: [] };

function mute(state: State, event: MachineEvent): Result | undefined {
  const mutes = followMutes(state.mutes, event, state);
  if (mutes === state.mutes) return undefined;
  const next = { ...state, mutes };
  return { state: { ...next, voice: deriveVoice(next, state.video, state.voice) }, effects: switches(state, next) };
}

function move(state: State, event: MachineEvent, language: Language | undefined, change?: StateChange): Result | undefined {
  const moved = transition(state, event);
  if (!moved) return undefined;
  const { machine, commands } = moved;
  const carrier = pickCarrier(state, event, moved, language);
  const mutes = followMutes(state.mutes, event, machine);
  const video = carrier && !commands.includes('open') ? state.video : undefined;
  const next = { ...state, ...(change ?? changeFor(state, event)), ...machine, carrier, mutes, video, phase: phaseOf(machine) };
  const wasSpokenTo = state.phase === 'speaking' && ['ready', 'listening', 'thinking'].includes(next.phase);
  const after: State = {
    ...next,
    voice: deriveVoice(next, video, state.voice),
    isSummaryDue: isSummaryDue(next, event),
    spokenIn: wasSpokenTo ? carrier?.language : state.spokenIn,
  };
  const effects = [
    ...switches(state, after),
    ...emissions(state, event, after),
    ...commands.map((command) => effectOf(command, state, event, after)),
  ];
  return { state: after, effects };
}

function pickCarrier(
  { carrier }: State,
  event: MachineEvent,
  { machine, commands }: NonNullable<ReturnType<typeof transition>>,
  language: Language | undefined,
): Carrier | undefined {
  const { type } = event;
  const opened = commands.includes('open') ? { language, mayOpen: true } : carrier;
  if (!opened || machine.connection === 'off' || machine.connection === 'broken') return undefined;
  // A message that waited is this transport's first turn. An opening must not pass for its answer.
  const isFirstTurn =
    type === 'message-sent' || machine.exchange === 'listening' || (type === 'connected' && machine.exchange === 'thinking');
  const isOpeningOver = isFirstTurn || type === 'interrupted' || type === 'turn-completed';
  return { ...opened, mayOpen: opened.mayOpen && !isOpeningOver };
}

function isSummaryDue({ transport, isSummaryDue: before }: State, { type }: MachineEvent): boolean {
  if (type === 'connected' && transport === 'voice') return true;
  return type === 'turn-completed' && transport === 'text' ? false : before;
}

const isWelcomed = ({ spokenIn }: State, language: Language | undefined): boolean => spokenIn !== undefined && spokenIn === language;

const isStarted = ({ connection }: State) => connection === 'open' || connection === 'lost';

/** Microphone open, guide muted. Both are false before the connection. */
const switchesOf = (state: State) => [isMicrophoneOpen(state), isStarted(state) && state.mutes.size > 0];

function switches(before: State, after: State): Effect[] {
  const [wasOpen, wasMuted] = switchesOf(before);
  const [isOpen, isMuted] = switchesOf(after);
  return wasOpen === isOpen && wasMuted === isMuted ? [] : [{ type: 'switch' }];
}

function emissions(before: State, event: MachineEvent, { transport, phase, turn }: State): Effect[] {
  const speaker = finishedSpeaker(before, event, phase);
  if (speaker) return [{ type: 'turn-finished', speaker, turn }];
  return event.type === 'connected' && transport ? [{ type: 'started', kind: transport }] : [];
}

function effectOf(type: TransportCommand, before: State, event: MachineEvent, { transport, turn }: State): Effect {
  if (type === 'open') return { type, kind: transport ?? 'text', options: event.type === 'start-requested' ? event.options : {} };
  if (type !== 'close') return { type, turn };
  const wasStarted = isStarted(before);
  if (event.type === 'start-requested') return { type, reason: 'replaced', wasStarted };
  return { type, reason: 'reason' in event ? event.reason : event.type, wasStarted };
}

/** Excludes a waiting message. Undefined if the guide's welcome broke off, so that the guide welcomes the visitor again. */
export function summarizeFor(state: State, language: Language | undefined): string | undefined {
  const { turns, turn, room, tour, exchange } = state;
  const said = exchange === 'waiting' ? turns.filter(({ id }) => id !== turn) : turns;
  return isWelcomed(state, language) || said.some(({ question }) => question !== undefined)
    ? summarize({ turns: said, room, tour })
    : undefined;
}
