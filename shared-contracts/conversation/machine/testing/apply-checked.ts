import { isMicrophoneOpen } from '../call-state.ts';
import { initialState, type MachineEvent, type MachineState } from '../machine-state.ts';
import { type TransitionResult, transition } from '../transition.ts';

const turnStarters = ['message-sent', 'held', 'visitor-speech-started'];
const connectedPhases = ['ready', 'listening', 'thinking', 'speaking'];
const waitingPhases = ['connecting', 'reconnecting'];

const isTransportUp = ({ phase, isConnected }: MachineState) => phase !== 'off' && (phase !== 'failed' || isConnected);

/** The laws of the machine: each names itself and says whether it was kept. */
const rules: Readonly<Record<string, (now: MachineState, event: MachineEvent, result: TransitionResult) => boolean>> = {
  'what is late moves nothing': (now, event) => !('turn' in event) || event.turn === now.turn,
  'a turn is raised by one, by the visitor alone': (now, event, { state }) =>
    state.turn === now.turn + (turnStarters.includes(event.type) ? 1 : 0),
  'only a transport that answers is sent to': (_, __, { state, commands }) =>
    !commands.includes('send') || (state.isConnected && state.phase === 'thinking'),
  'a message waits only while connecting': (_, __, { state }) => !state.isQueued || waitingPhases.includes(state.phase),
  'phases and connection agree': (_, __, { state }) =>
    state.phase === 'failed' || state.isConnected === connectedPhases.includes(state.phase),
  'who is listened to has an open microphone': (_, __, { state }) => state.phase !== 'listening' || isMicrophoneOpen(state),
  'the microphone is open only to listen, or in open talk unless muted': (_, __, { state }) =>
    !isMicrophoneOpen(state) || state.phase === 'listening' || (state.call?.talkingMode === 'continuous' && !state.call.isMicrophoneMuted),
  'a spoken turn is begun and handed over': (now, _, { state, commands }) =>
    commands.includes('listen') === (state.phase === 'listening' && now.turn !== state.turn) &&
    commands.includes('finish') === (now.phase === 'listening' && state.phase === 'thinking'),
  'one transport at a time, closed when it is left': (now, _, { state, commands }) => {
    const isUp = isTransportUp(now) && !commands.includes('close');
    return !(isUp && commands.includes('connect')) && (isUp || commands.includes('connect')) === isTransportUp(state);
  },
  'only a call knows a call’s phases': (_, __, { state }) =>
    state.call !== undefined || !['listening', 'reconnecting'].includes(state.phase),
};

/** Takes a step; throws an Error that names the law it breaks. */
export function applyChecked(now: MachineState, event: MachineEvent): MachineState {
  const result = transition(now, event);
  if (!result) return now;
  for (const [rule, holds] of Object.entries(rules)) {
    if (!holds(now, event, result)) throw new Error(`${rule}: ${JSON.stringify({ now, event, result })}`);
  }
  return result.state;
}

/** From nothing through one event after another. */
export function applyAll(makeEvents: readonly ((turn: number) => MachineEvent)[]): MachineState {
  return makeEvents.reduce((state, makeEvent) => applyChecked(state, makeEvent(state.turn)), initialState);
}
