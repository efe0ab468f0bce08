import type { ConversationFailure } from '../conversation.ts';
import { updateTurn } from '../transcript/transcript.ts';
import type { TransportEvent } from '../transport.ts';
import { recordFailure, recordSource, recordSpoken, recordText } from './changes.ts';
import type { ConversationRuntime } from './conversation-runtime.ts';

type Told<Type extends TransportEvent['type']> = TransportEvent & { type: Type };
type Hearers = { readonly [Type in TransportEvent['type']]: (running: ConversationRuntime, event: Told<Type>) => void };

/** What a spoken turn that begins changes: whatever the guide was saying is over. */
export function startTurn(running: ConversationRuntime) {
  return { turns: updateTurn(running.settled('complete'), running.machine.turn + 1, {}), failure: undefined, spoken: undefined };
}

const move = (running: ConversationRuntime, event: Parameters<ConversationRuntime['dispatch']>[0]) => void running.dispatch(event);

/** What each thing a transport tells means for the conversation. */
const hearers: Hearers = {
  connected: hearConnected,
  text: hearText,
  source: (running, event) => running.change(recordSource(running.state, event)),
  room: (running, { room }) => running.change({ room }),
  spoken: (running, event) => running.change(recordSpoken(running.state, event)),
  'turn-completed': hearCompleted,
  failed: (running, { failure }) => hearFailed(running, failure, undefined),
  'turn-failed': (running, { failure, turn }) => hearFailed(running, failure, turn),
  ended: (running, { reason }) => {
    const change = { turns: running.settled('broken'), failure: undefined, transport: undefined };
    running.dispatch({ type: 'ended' }, { reason, change });
  },
  'visitor-speech-started': (running) => void running.dispatch({ type: 'visitor-speech-started' }, { change: startTurn(running) }),
  unheard: (running, { turn }) => void running.dispatch({ type: 'unheard', turn }, { change: { turns: running.settled('broken') } }),
  'connection-lost': (running) => {
    if (running.dispatch({ type: 'connection-lost' }, { change: { failure: undefined } }))
      running.levels.setState({ guide: 0, visitor: 0 });
  },
  levels: (running, { levels }) => running.levels.setState(levels),
  video: (running, { stream }) => running.showVideo(stream),
  'microphone-granted': move,
  slow: move,
  queued: move,
  'visitor-speech-ended': move,
  'connection-restored': move,
  hang: move,
  'playback-blocked': move,
  'playback-resumed': move,
};

/** Takes in what the transport in use tells. */
export function hear<Type extends TransportEvent['type']>(running: ConversationRuntime, event: Told<Type>): void {
  (hearers[event.type] as Hearers[Type])(running, event);
}

function hearConnected(running: ConversationRuntime): void {
  const { link, machine, options } = running;
  if (!link) return;
  link.isStarted = true;
  if (link.kind === 'voice') running.isSummaryDue = true;
  // A message that waited is the first turn here: no opening may pass for its answer.
  if (machine.isQueued) link.isOpeningOver = true;
  running.dispatch({ type: 'connected' }, { events: [() => options.bus.emit('conversation-started', { transport: link.kind })] });
}

function hearText(running: ConversationRuntime, event: Told<'text'>): void {
  const change = recordText(running.state, event, running.link?.isOpeningOver === false);
  if (!change) return;
  const type = event.speaker === 'guide' ? 'answer-started' : 'understood';
  if (!running.dispatch({ type, turn: event.turn }, { change })) running.change(change);
}

function hearCompleted(running: ConversationRuntime, { turn, messageId }: Told<'turn-completed'>): void {
  const isAnswer = turn > 0 && running.state.turns[turn]?.state === 'arriving';
  const events = isAnswer ? [() => running.options.bus.emit('turn-finished', { turn, speaker: 'guide' })] : [];
  const turns = running.settled('complete');
  const named = isAnswer && messageId !== undefined ? updateTurn(turns, turn, { messageId }) : turns;
  if (!running.dispatch({ type: 'turn-completed', turn }, { change: { turns: named }, events })) return;
  running.closeOpening();
  if (running.link?.kind === 'text') running.isSummaryDue = false;
}

/** With a turn only that breaks, without one the transport itself. */
export function hearFailed(running: ConversationRuntime, failure: ConversationFailure, turn: number | undefined): void {
  const change = recordFailure(running.state, failure);
  running.dispatch(turn === undefined ? { type: 'failed', failure } : { type: 'turn-failed', turn }, {
    change,
    reason: 'failed',
  });
}

/** A spoken turn that brought neither words nor an answer. */
export function hearSilence(running: ConversationRuntime, turn: number): void {
  const hasWords = running.state.transcript.some((line) => line.turn === turn && line.speaker === 'visitor');
  if (!hasWords) hear(running, { type: 'unheard', turn });
}
