import type { Language } from '../../i18n/language.ts';
import type { StartOptions, TransportKind } from '../conversation.ts';
import { summarize } from '../transcript/transcript.ts';
import { findTurn } from '../turns.ts';
import { addSource, addText, changeFor, countSpoken, noteTour, type StateChange } from './changes.ts';
import { followMutes, followSwitches, initialMachine, phaseOf, type TransportCommand, transition } from './machine.ts';
import type { MachineEvent, State } from './machine-state.ts';

export const emptyState: State = {
  ...initialMachine,
  phase: phaseOf(initialMachine),
  turns: [],
  transport: undefined,
  room: undefined,
  tour: undefined,
  failure: undefined,
  spoken: undefined,
  openedIn: undefined,
  mayOpen: false,
  mutes: new Set(),
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
  const write = (change: StateChange | undefined): Result | undefined => change && { state: { ...state, ...change }, effects: [] };
  switch (event.type) {
    case 'text': {
      const change = addText(state, event, isWelcomed(state, language));
      const type = event.speaker === 'guide' ? 'answer-started' : 'understood';
      return change && (move(state, { type, turn: event.turn }, language, change) ?? write(change));
    }
    case 'source':
      return write(addSource(state, event));
    case 'spoken':
      return write(countSpoken(state, event));
    case 'tour':
      return write(noteTour(state, event));
    case 'room':
      return write({ room: event.room });
    case 'silence-passed':
      return findTurn(state.turns, event.turn)?.question === undefined ? reduce(state, { ...event, type: 'unheard' }, language) : undefined;
    case 'hearing-lost': {
      const lost = move(state, event, language);
      // If no recogniser exists, the spoken turn gets no more words.
      const silent = reduce(lost?.state ?? state, { type: 'silence-passed', turn: state.turn }, language);
      return silent ? { state: silent.state, effects: [...(lost?.effects ?? []), ...silent.effects] } : lost;
    }
    default:
      return move(state, event, language);
  }
}

/** @param given a change that the event's own rule has found */
function move(state: State, event: MachineEvent, language: Language | undefined, given?: StateChange): Result | undefined {
  const moved = transition(state, event);
  const { machine, commands } = moved ?? { machine: state, commands: [] };
  const mutes = followMutes(state.mutes, event, machine);
  if (!moved && mutes === state.mutes) return undefined;
  const change = moved && (given ?? changeFor(state, event, language));
  const next = { ...state, ...change, ...machine, mutes, voice: followSwitches(machine, mutes), phase: phaseOf(machine) };
  const isOpened = commands.includes('open');
  const wasSpokenTo = state.phase === 'speaking' && ['ready', 'listening', 'thinking'].includes(next.phase);
  const after: State = {
    ...next,
    openedIn: isOpened ? language : state.openedIn,
    mayOpen: (isOpened || state.mayOpen) && !endsOpening(next, event),
    isSummaryDue: isSummaryDue(next, event),
    spokenIn: wasSpokenTo ? state.openedIn : state.spokenIn,
  };
  const effects = [
    ...switches(state, after),
    ...emissions(state, event, after),
    ...commands.map((command) => effectOf(command, state, event, after)),
  ];
  return { state: after, effects };
}

/** A message that waited is this transport's first turn. An opening must not pass for its answer. */
function endsOpening({ exchange }: State, { type }: MachineEvent): boolean {
  const isFirstTurn = type === 'message-sent' || exchange === 'listening' || (type === 'connected' && exchange === 'thinking');
  return isFirstTurn || type === 'interrupted' || type === 'turn-completed';
}

function isSummaryDue({ transport, isSummaryDue: before }: State, { type }: MachineEvent): boolean {
  if (type === 'connected' && transport === 'voice') return true;
  return type === 'turn-completed' && transport === 'text' ? false : before;
}

const isWelcomed = ({ spokenIn }: State, language: Language | undefined): boolean => spokenIn !== undefined && spokenIn === language;

const isStarted = ({ connection }: State) => connection === 'open' || connection === 'lost';

/** Microphone open, guide muted. Both are false before the connection. */
const switchesOf = (state: State) => [state.voice?.isMicrophoneOpen === true, isStarted(state) && state.mutes.size > 0];

function switches(before: State, after: State): Effect[] {
  const [wasOpen, wasMuted] = switchesOf(before);
  const [isOpen, isMuted] = switchesOf(after);
  return wasOpen === isOpen && wasMuted === isMuted ? [] : [{ type: 'switch' }];
}

function emissions(before: State, { type }: MachineEvent, { transport, phase, turn }: State): Effect[] {
  const isHandedOver = before.phase === 'listening' && (phase === 'thinking' || phase === 'reconnecting');
  if (type === 'message-sent' || isHandedOver) return [{ type: 'turn-finished', speaker: 'visitor', turn }];
  const isAnswered = type === 'turn-completed' && turn > 0 && findTurn(before.turns, turn)?.state === 'arriving';
  if (isAnswered) return [{ type: 'turn-finished', speaker: 'guide', turn }];
  return type === 'connected' && transport ? [{ type: 'started', kind: transport }] : [];
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
