import { addToSources } from '../../api/reply-events.ts';
import type { Language } from '../../i18n/language.ts';
import type { Turn } from '../conversation.ts';
import type { EventOf, TransportEvent } from '../transport.ts';
import { closeTurn, findTurn, updateTurn, writeOpening } from '../turns.ts';
import type { MachineEvent, State } from './machine-state.ts';

export type StateChange = Partial<State>;
type TextEvent = EventOf<TransportEvent, 'text'>;

/** For an event that changes the machine. `state` is the state before the event. @param language the page's present language */
export function changeFor(state: State, event: MachineEvent, language: Language | undefined): StateChange {
  const { turn, turns } = state;
  switch (event.type) {
    case 'start-requested': {
      const left = state.exchange === 'waiting' ? turns : closeTurn(turns, turn, 'broken');
      return { turns: left, transport: event.kind, failure: undefined, spoken: undefined };
    }
    case 'message-sent':
      return addMessage(state, event, language);
    case 'held':
    case 'visitor-speech-started':
      // A new turn ends the guide's answer.
      return { turns: updateTurn(closeTurn(turns, turn, 'complete'), turn + 1, {}), failure: undefined, spoken: undefined };
    case 'retried':
      return { turns: updateTurn(turns, turn, { state: 'arriving' }), failure: undefined };
    case 'interrupted':
      return { turns: closeTurn(turns, turn, 'complete') };
    case 'turn-completed':
      return { turns: closeTurn(turns, turn, 'complete', event.messageId) };
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

/** Keeps the words of the broken answer. The failure names the message without an answer. */
function failTurn({ turn, turns }: State, { failure }: EventOf<MachineEvent, 'turn-failed' | 'failed'>): StateChange {
  const failed = findTurn(turns, turn);
  const unanswered = failed?.state === 'arriving' ? failed.clientMessageId : undefined;
  return {
    turns: closeTurn(turns, turn, 'broken'),
    failure: { ...failure, ...(unanswered !== undefined && { clientMessageId: unanswered }) },
  };
}

function addMessage(
  { turn, turns, tour }: State,
  { text, newId }: EventOf<MachineEvent, 'message-sent'>,
  language?: Language,
): StateChange {
  const clientMessageId = tour?.phase === 'under-way' ? stepId(`${tour.mark} ${turn} ${text}`) : newId();
  const message = { question: text, clientMessageId, ...(language && { language }) };
  return { turns: updateTurn(closeTurn(turns, turn, 'broken'), turn + 1, message), failure: undefined, spoken: undefined };
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
export function addText(state: State, event: TextEvent, isWelcomed: boolean): StateChange | undefined {
  const { turns, openedIn } = state;
  const { turn, speaker, text, forced } = event;
  if (turn !== state.turn || !/\S/.test(text) || !isBeingSaid(state, event)) return undefined;
  const known = findTurn(turns, turn);
  const language = known?.language ?? openedIn;
  const spoken = language && { language };
  if (speaker === 'visitor') return addQuestion(state, known, { ...spoken, question: text.trim() });
  if (!forced) return reopenTurn(turns, turn, { ...spoken, ...answerOf(event, known) });
  // An opening is not part of the turn's answer, so that a broken answer stays broken.
  const opening = isWelcomed ? 'back' : 'welcome';
  return { turns: writeOpening(turns, { id: turn, opening, answer: text.trim(), ...(openedIn && { language: openedIn }) }) };
}

/** Typed questions stay unchanged. A failure remains until the guide answers. */
function addQuestion({ phase, turn, turns }: State, known: Turn | undefined, change: Partial<Turn>): StateChange | undefined {
  if (!known || known.clientMessageId !== undefined) return undefined;
  return phase === 'failed' ? { turns: updateTurn(turns, turn, change) } : reopenTurn(turns, turn, change);
}

const answerOf = ({ text, isMarkdown = false, generated }: TextEvent, known: Turn | undefined): Partial<Turn> => ({
  answer: text,
  ...((isMarkdown || known?.isMarkdown) && { isMarkdown }),
  ...(generated && { generated }),
});

function reopenTurn(turns: State['turns'], id: number, change: Partial<Turn>): StateChange {
  const isBroken = findTurn(turns, id)?.state === 'broken';
  return isBroken
    ? { turns: updateTurn(turns, id, { ...change, state: 'arriving' }), failure: undefined }
    : { turns: updateTurn(turns, id, change) };
}

function isBeingSaid(state: State, { turn, speaker, forced }: TextEvent): boolean {
  const { phase, turns, mayOpen } = state;
  const isLate = isAwaitedLate(state);
  const isFollowed = phase === 'ready' || phase === 'thinking' || phase === 'speaking' || (phase === 'failed' && isLate);
  if (phase === 'listening' ? speaker !== 'visitor' : !isFollowed) return false;
  const details = findTurn(turns, turn);
  return details && !forced ? details.state === 'arriving' || isLate : mayOpen;
}

/** A call continues after a turn that timed out or had no words, so a late answer is accepted. */
const isAwaitedLate = ({ phase, failure, voice }: State): boolean =>
  voice !== undefined && (voice.wasUnheard || (phase === 'failed' && failure?.category === 'timeout'));

export function addSource({ turn, turns }: State, event: EventOf<TransportEvent, 'source'>): StateChange | undefined {
  const details = findTurn(turns, event.turn);
  if (event.turn !== turn || details?.state !== 'arriving') return undefined;
  const sources = addToSources(details.sources, event.source);
  return sources === details.sources ? undefined : { turns: updateTurn(turns, turn, { sources }) };
}

/** The count never falls within a turn. */
export function countSpoken({ turn, phase, spoken }: State, event: EventOf<TransportEvent, 'spoken'>): StateChange | undefined {
  const before = spoken?.turn === turn ? spoken.words : 0;
  if (event.turn !== turn || phase !== 'speaking' || event.words <= before) return undefined;
  return { spoken: { turn, words: event.words } };
}

export function noteTour({ turns }: State, { turn, tour }: EventOf<TransportEvent, 'tour'>): StateChange {
  return { tour, ...(tour.action && findTurn(turns, turn) && { turns: updateTurn(turns, turn, { isStep: true }) }) };
}
