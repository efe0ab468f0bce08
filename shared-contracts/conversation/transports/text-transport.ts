import { ApiError } from '../../api/api-error.ts';
import type { ChatEvent, GuideApi } from '../../api/guide-api.ts';
import type { Generated } from '../../api/schemas.ts';
import type { Clock } from '../../kit/clock.ts';
import type { VisitorSession } from '../../visit/session.ts';
import { type Failure, toFailure } from '../../voice/failure.ts';
import { pickVisit } from '../pick-visit.ts';
import type { Transport, TransportEvent } from '../transport.ts';

export interface TextTransportOptions {
  api: Pick<GuideApi, 'chat'>;
  session: Pick<VisitorSession, 'store'>;
  clock: Clock;
  /** Summary of an earlier call, sent with every message until the first answer. */
  pastTranscriptSummary?: string;
}

type Emit = (event: TransportEvent) => void;

/** A stopping gateway sends a Retry-After this short. Another gateway then answers the automatic retry. */
const shortSeconds = 2;

/** The transport is connected at once, and each turn fails by itself. */
export function createTextTransport({ api, session, clock, pastTranscriptSummary }: TextTransportOptions): Transport {
  let handover = pastTranscriptSummary === undefined ? {} : { pastTranscriptSummary };
  let asking: { turn: number; ending: AbortController } | undefined;
  let emit: Emit = () => {};

  async function ask({ turn, text, clientMessageId }: Parameters<Transport['send']>[0], signal: AbortSignal): Promise<string> {
    const onChatEvent = createAnswerHandler(turn, (event) => !signal.aborted && emit(event));
    const answer = await api.chat({ visit: pickVisit(session), clientMessageId, text, ...handover }, onChatEvent, signal);
    handover = {};
    return answer.messageId;
  }

  async function askTwice(message: Parameters<Transport['send']>[0], signal: AbortSignal): Promise<void> {
    const { turn } = message;
    const askLater = async (error: unknown) => {
      if (!isBriefly(error)) throw error;
      await new Promise<void>((resolve) => void clock.after(shortSeconds * 1_000, resolve));
      signal.throwIfAborted();
      return ask(message, signal);
    };
    try {
      const messageId = await ask(message, signal).catch(askLater);
      if (!signal.aborted) emit({ type: 'turn-completed', turn, messageId });
    } catch (error) {
      if (!signal.aborted) emit({ type: 'turn-failed', turn, failure: pickFailure(error) });
    }
  }

  return {
    connect(listener) {
      emit = listener;
      emit({ type: 'connected' });
    },
    send(message) {
      asking?.ending.abort();
      const ending = new AbortController();
      asking = { turn: message.turn, ending };
      void askTwice(message, ending.signal);
    },
    cancel(turn) {
      if (asking?.turn === turn) asking.ending.abort();
    },
    close() {
      asking?.ending.abort();
      emit = () => {};
    },
  };
}

function createAnswerHandler(turn: number, emit: Emit): (event: ChatEvent) => void {
  let markdown = '';
  let generated: Generated | undefined;
  return (event) => {
    if (event.type === 'generated') {
      const { type: _, ...mark } = event;
      generated = mark;
      return;
    }
    if (event.type === 'room') return emit(event);
    if (event.type === 'tour') return emit({ type: 'tour', turn, tour: event.tour });
    if (event.type === 'source') return emit({ type: 'source', turn, source: event.source });
    markdown += event.delta;
    return emit({ type: 'text', turn, speaker: 'guide', text: markdown, isMarkdown: true, ...(generated && { generated }) });
  };
}

const isBriefly = (error: unknown) =>
  error instanceof ApiError && error.code === 'busy' && (error.retryAfterSeconds ?? Number.POSITIVE_INFINITY) <= shortSeconds;

/** Any other error is a bug of our own code and is shown like a malformed answer. */
function pickFailure(error: unknown): Failure {
  return error instanceof ApiError ? toFailure(error) : { category: 'malformed' };
}
