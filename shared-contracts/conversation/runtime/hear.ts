import type { ConversationFailure } from '../conversation.ts';
import { describeTurn } from '../transcript/transcript.ts';
import type { TransportEvent } from '../transport.ts';
import { recordFailure, recordSource, recordSpoken, recordText } from './changes.ts';
import type { Running } from './conversation-runtime.ts';

type Told<Type extends TransportEvent['type']> = TransportEvent & { type: Type };
type Hearers = { readonly [Type in TransportEvent['type']]: (running: Running, event: Told<Type>) => void };

/** What a spoken turn that begins changes: whatever the guide was saying is over. */
export function raiseTurn(running: Running) {
  return { turns: describeTurn(running.settled('complete'), running.machine.turn + 1, {}), failure: undefined, spoken: undefined };
}

const move = (running: Running, event: Parameters<Running['take']>[0]) => void running.take(event);

/** What each thing a transport tells means for the conversation. */
const hearers: Hearers = {
  connected: hearConnected,
  text: hearText,
  source: (running, event) => running.change(recordSource(running.state, event)),
  room: (running, { room }) => running.change({ room }),
  spoken: (running, event) => running.change(recordSpoken(running.state, event)),
  'turn-completed': hearCompleted,
  failed: (running, { failure, turn }) => hearFailed(running, failure, turn),
  ended: (running, { reason }) => {
    const change = { turns: running.settled('broken'), failure: undefined, transport: undefined };
    running.take({ type: 'ended' }, { reason, change });
  },
  heard: (running) => void running.take({ type: 'heard' }, { change: raiseTurn(running) }),
  unheard: (running, { turn }) => void running.take({ type: 'unheard', turn }, { change: { turns: running.settled('broken') } }),
  'line-lost': (running) => {
    if (running.take({ type: 'line-lost' }, { change: { failure: undefined } })) running.levels.setState({ guide: 0, visitor: 0 });
  },
  levels: (running, { levels }) => running.levels.setState(levels),
  video: (running, { stream }) => running.showVideo(stream),
  'microphone-granted': move,
  slow: move,
  queued: move,
  'heard-out': move,
  'line-restored': move,
  hang: move,
  'playback-blocked': move,
  'playback-resumed': move,
};

/** Takes in what the transport in use tells. */
export function hear<Type extends TransportEvent['type']>(running: Running, event: Told<Type>): void {
  (hearers[event.type] as Hearers[Type])(running, event);
}

function hearConnected(running: Running): void {
  const { link, machine, options } = running;
  if (!link) return;
  link.isStarted = true;
  if (link.kind === 'voice') running.isSummaryDue = true;
  // A message that waited is the first turn here: no opening may pass for its answer.
  if (machine.isQueued) link.isOpeningOver = true;
  running.take({ type: 'connected' }, { facts: [() => options.bus.emit('conversation-started', { transport: link.kind })] });
}

function hearText(running: Running, event: Told<'text'>): void {
  const change = recordText(running.state, event, running.link?.isOpeningOver === false);
  if (!change) return;
  const type = event.speaker === 'guide' ? 'answer-began' : 'understood';
  if (!running.take({ type, turn: event.turn }, { change })) running.change(change);
}

function hearCompleted(running: Running, { turn, messageId }: Told<'turn-completed'>): void {
  const isAnswer = turn > 0 && running.state.turns[turn]?.state === 'arriving';
  const facts = isAnswer ? [() => running.options.bus.emit('turn-finished', { turn, speaker: 'guide' })] : [];
  const turns = running.settled('complete');
  const named = isAnswer && messageId !== undefined ? describeTurn(turns, turn, { messageId }) : turns;
  if (!running.take({ type: 'answer-ended', turn }, { change: { turns: named }, facts })) return;
  running.closeOpening();
  if (running.link?.kind === 'text') running.isSummaryDue = false;
}

/** With a turn only that breaks, without one the transport itself. */
export function hearFailed(running: Running, failure: ConversationFailure, turn: number | undefined): void {
  const change = recordFailure(running.state, failure);
  running.take(turn === undefined ? { type: 'lost', category: failure.category } : { type: 'answer-broke', turn }, {
    change,
    reason: 'failed',
  });
}

/** A spoken turn that brought neither words nor an answer. */
export function hearSilence(running: Running, turn: number): void {
  const hasWords = running.state.transcript.some((line) => line.turn === turn && line.speaker === 'visitor');
  if (!hasWords) hear(running, { type: 'unheard', turn });
}
