import { createEventStreamParser } from '@enfilade/shared-contracts/api/event-stream';
import type { Emit } from '../chat/turn-event.ts';
import { GatewayFault } from '../http/gateway-fault.ts';
import { parseJson } from '../upstream/parse-json.ts';
import type { UpstreamStream } from '../upstream/upstream.ts';
import { emitContext, guideChunkSchema, noReplyText, pickContexts, pickReply } from './guide-answer.ts';

export interface GuideStreamListener {
  emit: Emit;
  /** Something came: the idle time begins anew. */
  arrived(): void;
}

const answerLimitBytes = 512 * 1024;
const answerLimitCharacters = 64 * 1024;
const endMark = '[DONE]';

/**
 * Reads a streamed answer to its end and resolves with the conversation's id.
 * @throws GatewayFault when it broke off or was not of its shape
 */
export async function readGuideStream(answer: UpstreamStream, { emit, arrived }: GuideStreamListener): Promise<string | undefined> {
  const reading = createReading(emit);
  const parser = createEventStreamParser();
  let length = 0;
  for await (const bytes of answer.body as AsyncIterable<Uint8Array>) {
    arrived();
    length += bytes.byteLength;
    if (length > answerLimitBytes) throw new GatewayFault('upstream-failed', { reason: 'the answer does not end' });
    for (const { data } of parser.push(bytes)) reading.take(data);
    // Nothing after the mark matters; who waits for the connection's end waits for nothing.
    if (reading.isDone()) break;
  }
  if (!reading.isDone() && !endsForSure(answer)) throw new GatewayFault('upstream-failed', { reason: 'the answer broke off' });
  return reading.finish();
}

/** Whether HTTP itself would have shown a broken connection. */
function endsForSure({ headers }: UpstreamStream): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

/** What has been read of an answer so far. */
function createReading(emit: Emit) {
  let chatId: string | undefined;
  let characters = 0;
  let whole: string | undefined;
  let done = false;

  const say = (delta: string) => {
    if (delta === '') return;
    characters += delta.length;
    if (characters > answerLimitCharacters) throw new GatewayFault('upstream-failed', { reason: 'the answer does not end' });
    emit({ event: 'text', data: { delta } });
  };

  return {
    isDone: () => done,
    take(data: string): void {
      if (done) return;
      if (data === endMark) {
        done = true;
        return;
      }
      const chunk = guideChunkSchema.safeParse(parseJson(data));
      if (!chunk.success) throw new GatewayFault('upstream-failed', { reason: 'the answer is not of its shape' });
      const { id, delta = '', output = [] } = chunk.data;
      chatId = id ?? chatId;
      for (const context of pickContexts(output)) emitContext(context, emit);
      whole = pickReply(output) ?? whole;
      say(delta);
    },
    finish(): string | undefined {
      if (characters === 0 && chatId === undefined)
        throw new GatewayFault('upstream-failed', { reason: 'the answer ended before it began' });
      if (characters === 0) say(whole ?? noReplyText);
      return chatId;
    },
  };
}
