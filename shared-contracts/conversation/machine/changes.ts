import { addToSources } from '../../api/reply-events.ts';
import type { Language } from '../../i18n/language.ts';
import type { ConversationState, Phase, Speaker, Turn } from '../conversation.ts';
import type { EventOf, TransportEvent } from '../transport.ts';
import { closeTurn, findTurn, updateTurn, writeOpening } from '../turns.ts';
import type { Carrier, MachineEvent, MachineState } from './machine-state.ts';

export type StateChange = Partial<ConversationState>;
type TextEvent = EventOf<TransportEvent, 'text'>;
type State = ConversationState & MachineState;

export function changeFor(state: State, event: MachineEvent): StateChange {
  const { turn, turns } = state;
  switch (event.type) {
    case 'start-requested': {
      const left = state.exchange === 'waiting' ? turns : closeTurn(turns, turn, 'broken');
      return { turns: left, transport: event.kind, failure: undefined, spoken: undefined };
    }
    case 'held':
    case 'visitor-speech-started':
      // A new turn ends the guide's answer.
      return { turns: updateTurn(closeTurn(turns, turn, 'complete'), turn + 1, {}), failure: undefined, spoken: undefined };
    case 'retried':
      return { turns: updateTurn(turns, turn, { state: 'arriving' }), failure: undefined };
    case 'interrupted':
      return { turns: closeTurn(turns, turn, 'complete') };
    case 'turn-completed':
      return { turns: completeTurn(state, event) };
    case 'turn-failed':
    case 'failed':
      return failTurn(state, event);
    case 'unheard':
      return { turns: closeTurn(turns, turn, 'broken') };
    case 'connection-lost':
      return { failure: undefined };
    case 'stopped':
      return { turns: closeTurn(turns, turn, 'broken'), failure: undefined, transport: undefined, spoken: undefined };
    case 'ended':
      return { turns: closeTurn(turns, turn, 'broken'), failure: undefined, transport: undefined };
    default:
      return {};
  }
}

const isAnswering = ({ turn, turns }: ConversationState) => turn > 0 && findTurn(turns, turn)?.state === 'arriving';

/** Speaker of the turn that the event finished. `state` is the state before the event. */
export function finishedSpeaker(state: ConversationState, { type }: MachineEvent, phase: Phase): Speaker | undefined {
  const isHandedOver = state.phase === 'listening' && (phase === 'thinking' || phase === 'reconnecting');
  if (type === 'message-sent' || isHandedOver) return 'visitor';
  return type === 'turn-completed' && isAnswering(state) ? 'guide' : undefined;
}

function completeTurn(state: ConversationState, { turn, messageId }: EventOf<MachineEvent, 'turn-completed'>) {
  const turns = closeTurn(state.turns, turn, 'complete');
  return isAnswering(state) && messageId !== undefined ? updateTurn(turns, turn, { messageId }) : turns;
}

/** Keeps the words of the broken answer. The failure names the message without an answer. */
function failTurn({ turn, turns }: ConversationState, { failure }: EventOf<MachineEvent, 'turn-failed' | 'failed'>): StateChange {
  const failed = findTurn(turns, turn);
  const unanswered = failed?.state === 'arriving' ? failed.clientMessageId : undefined;
  return {
    turns: closeTurn(turns, turn, 'broken'),
    failure: { ...failure, ...(unanswered !== undefined && { clientMessageId: unanswered }) },
  };
}

export function addMessage(
  { turn, turns, tour }: ConversationState,
  { text, newId }: EventOf<MachineEvent, 'message-sent'>,
  language: Language | undefined,
): StateChange {
  const clientMessageId = tour?.phase === 'under-way' ? stepId(`${tour.mark} ${turn} ${text}`) : newId();
  return {
    turns: updateTurn(closeTurn(turns, turn, 'broken'), turn + 1, { question: text, clientMessageId, ...(language && { language }) }),
    failure: undefined,
    spoken: undefined,
  };
}

/** As a UUID: FNV-1a with four offsets. Equal words at an equal state of the tour, even from two tabs, are one message for the gateway. */
function stepId(text: string): string {
  const hash = (offset: number) => {
    let sum = offset;
    for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
    return (sum >>> 0).toString(16).padStart(8, '0');
  };
  const [one, two, three, four] = [0x811c9dc5, 1, 2, 3].map(hash) as [string, string, string, string];
  return `${one}-${two.slice(0, 4)}-8${two.slice(5)}-8${three.slice(1, 4)}-${three.slice(4)}${four}`;
}

/** Undefined for words that belong to no current question, answer or opening. */
export function addText(
  state: ConversationState & { carrier: Carrier | undefined },
  event: TextEvent,
  isWelcomed: boolean,
): StateChange | undefined {
  const { turn, speaker, text, forced } = event;
  const { carrier } = state;
  if (turn !== state.turn || !/\S/.test(text) || !isBeingSaid(state, event, carrier?.mayOpen === true)) return undefined;
  const language = carrier?.language && { language: carrier.language };
  if (speaker === 'visitor') return addQuestion(state, text.trim(), language);
  // An opening is not part of the turn's answer, so that a broken answer stays broken.
  if (forced)
    return { turns: writeOpening(state.turns, { id: turn, opening: isWelcomed ? 'back' : 'welcome', answer: text.trim(), ...language }) };
  return addAnswer(state, event, language);
}

type Spoken = Pick<Turn, 'language'> | undefined;

function addAnswer({ turns }: ConversationState, { turn, text, isMarkdown = false, generated }: TextEvent, spoken: Spoken): StateChange {
  const known = findTurn(turns, turn);
  const isWritten = isMarkdown || known?.isMarkdown === true;
  const answer = { answer: text, ...(isWritten && { isMarkdown }), ...(generated && { generated }) };
  return reopenTurn(turns, turn, { ...spoken, ...(known?.language && { language: known.language }), ...answer });
}

/** Typed questions stay unchanged. A failure remains until the guide answers. */
function addQuestion({ phase, turn, turns }: ConversationState, question: string, spoken: Spoken): StateChange | undefined {
  const known = findTurn(turns, turn);
  if (!known || known.clientMessageId !== undefined) return undefined;
  const change = { ...spoken, ...(known.language && { language: known.language }), question };
  return phase === 'failed' ? { turns: updateTurn(turns, turn, change) } : reopenTurn(turns, turn, change);
}

function reopenTurn(turns: ConversationState['turns'], id: number, change: Partial<Turn>): StateChange {
  const isBroken = findTurn(turns, id)?.state === 'broken';
  return isBroken
    ? { turns: updateTurn(turns, id, { ...change, state: 'arriving' }), failure: undefined }
    : { turns: updateTurn(turns, id, change) };
}

function isBeingSaid(state: ConversationState, { turn, speaker, forced }: TextEvent, mayOpen: boolean): boolean {
  if (!isFollowed(state, speaker)) return false;
  const details = findTurn(state.turns, turn);
  return details && !forced ? details.state === 'arriving' || isAwaitedLate(state) : mayOpen;
}

function isFollowed(state: ConversationState, speaker: TextEvent['speaker']): boolean {
  const { phase } = state;
  if (phase === 'listening') return speaker === 'visitor';
  return phase === 'ready' || phase === 'thinking' || phase === 'speaking' || (phase === 'failed' && isAwaitedLate(state));
}

/** A call continues after a turn that timed out or had no words, so a late answer is accepted. */
function isAwaitedLate({ phase, failure, voice }: ConversationState): boolean {
  return voice !== undefined && (voice.wasUnheard || (phase === 'failed' && failure?.category === 'timeout'));
}

export function addSource({ turn, turns }: ConversationState, event: EventOf<TransportEvent, 'source'>): StateChange | undefined {
  const details = findTurn(turns, event.turn);
  if (event.turn !== turn || details?.state !== 'arriving') return undefined;
  const sources = addToSources(details.sources, event.source);
  return sources === details.sources ? undefined : { turns: updateTurn(turns, turn, { sources }) };
}

/** The count never falls within a turn. */
export function countSpoken({ turn, phase, spoken }: ConversationState, event: EventOf<TransportEvent, 'spoken'>): StateChange | undefined {
  const before = spoken?.turn === turn ? spoken.words : 0;
  if (event.turn !== turn || phase !== 'speaking' || event.words <= before) return undefined;
  return { spoken: { turn, words: event.words } };
}

export function noteTour({ turns }: ConversationState, { turn, tour }: EventOf<TransportEvent, 'tour'>): StateChange {
  return { tour, ...(tour.action && findTurn(turns, turn) && { turns: updateTurn(turns, turn, { isStep: true }) }) };
}
