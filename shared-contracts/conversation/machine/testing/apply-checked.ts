import { isMicrophoneOpen } from '../machine.ts';
import type { MachineEvent } from '../machine-state.ts';
import { type Effect, emptyState, reduce, type State } from '../reduce.ts';

const turnStarters = ['message-sent', 'held', 'visitor-speech-started'];
const connectedPhases = ['ready', 'listening', 'thinking', 'speaking'];
const waitingPhases = ['connecting', 'reconnecting'];

const isTransportUp = ({ connection }: State) => connection !== 'off' && connection !== 'broken';

interface Checked {
  state: State;
  commands: Effect['type'][];
}

/** The rules of the machine: a sentence, and whether a transition follows it. */
const rules: Readonly<Record<string, (now: State, event: MachineEvent, result: Checked) => boolean>> = {
  'a late event changes nothing': (now, event) => !('turn' in event) || event.turn === now.turn,
  'a turn is started by the visitor alone, with the next number': (now, event, { state }) =>
    state.turn === now.turn + (turnStarters.includes(event.type) ? 1 : 0),
  'only a transport that answers is sent to': (_, __, { state, commands }) =>
    !commands.includes('send') || (state.connection === 'open' && state.phase === 'thinking'),
  'a message waits only while connecting': (_, __, { state }) => state.exchange !== 'waiting' || waitingPhases.includes(state.phase),
  'phases and connection agree': (_, __, { state }) =>
    state.phase === 'failed' || (state.connection === 'open') === connectedPhases.includes(state.phase),
  'who is listened to has an open microphone': (_, __, { state }) => state.phase !== 'listening' || isMicrophoneOpen(state),
  'the microphone is open only to listen, or in continuous talk unless muted': (_, __, { state }) =>
    !isMicrophoneOpen(state) || state.phase === 'listening' || (state.call?.talkingMode === 'continuous' && !state.call.isMicrophoneMuted),
  'a spoken turn is begun and handed over': (now, _, { state, commands }) =>
    commands.includes('listen') === (state.phase === 'listening' && now.turn !== state.turn) &&
    commands.includes('finish') === (now.phase === 'listening' && state.phase === 'thinking'),
  'one transport at a time, closed when it is left': (now, _, { state, commands }) => {
    const isUp = isTransportUp(now) && !commands.includes('close');
    return !(isUp && commands.includes('open')) && (isUp || commands.includes('open')) === isTransportUp(state);
  },
  'only a call has a call’s phases': (_, __, { state }) => state.call !== undefined || !['listening', 'reconnecting'].includes(state.phase),
};

/** Applies an event; throws an Error that names the rule it breaks. */
export function applyChecked(now: State, event: MachineEvent): State {
  const found = reduce(now, event, 'en');
  if (!found) return now;
  const result = { state: found.state, commands: found.effects.map(({ type }) => type) };
  for (const [rule, holds] of Object.entries(rules)) {
    if (!holds(now, event, result)) throw new Error(`${rule}: ${JSON.stringify({ now, event, result })}`);
  }
  return result.state;
}

/** Applies events one after another, from the initial state. */
export function applyAll(makeEvents: readonly ((turn: number) => MachineEvent)[]): State {
  return makeEvents.reduce((state, makeEvent) => applyChecked(state, makeEvent(state.turn)), emptyState);
}
