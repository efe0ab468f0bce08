import { createEventStreamParser } from '@enfilade/shared-contracts/api/event-stream';
import { roomSchema, sourceSchema } from '@enfilade/shared-contracts/api/schemas';
import { z } from 'zod';
import { HttpError } from '../../http/http-error.ts';
import type { Emit } from '../chat/turn-event.ts';
import { parseJson } from '../upstream/parse-json.ts';
import { assertNoSecret } from '../upstream/refuse-echo.ts';
import type { UpstreamStream } from '../upstream/upstream-call.ts';

/** What the visitor reads when the platform answered nothing. */
export const noReplyText = "I'm sorry, I couldn't process your request. Please try again.";

const messageSchema = z.object({
  role: z.string(),
  content: z.string().nullish(),
  name: z.string().optional(),
  tool_calls: z.array(z.unknown()).nullish(),
});
type GuideMessage = z.infer<typeof messageSchema>;

/** `POST /chat` in one piece. */
export const guideAnswerSchema = z.object({ id: z.string().min(1).max(256), output: z.array(messageSchema) });

/** One event of the streamed answer: a piece of text, or messages that came whole. */
const guideChunkSchema = z.object({
  id: z.string().min(1).max(256).optional(),
  delta: z.string().optional(),
  output: z.array(messageSchema).optional(),
});

const contextSchema = z.object({
  sources: z.array(sourceSchema).max(20).catch([]).default([]),
  room: roomSchema.optional().catch(undefined),
});
type GuideContext = z.infer<typeof contextSchema>;

const contextTool = 'guide_context';
const isContext = ({ role, name }: GuideMessage) => role === 'tool' && name === contextTool;

/** Sources and room, which come as a tool's result. What cannot be read is left out: the answer matters more. */
export function pickContexts(output: readonly GuideMessage[]): GuideContext[] {
  return output.filter(isContext).flatMap(({ content }) => contextSchema.safeParse(parseJson(content ?? '')).data ?? []);
}

/** The last assistant message without tool calls, else the first content there is; undefined when there is none. */
export function pickReply(output: readonly GuideMessage[]): string | undefined {
  const said = output.filter((message) => !isContext(message));
  const reply = said.findLast(({ role, content, tool_calls: calls }) => role === 'assistant' && content && !calls?.length);
  return reply?.content ?? said.find(({ content }) => content)?.content ?? undefined;
}

/** Tells sources and room of an answer. */
export function emitContext({ sources, room }: GuideContext, emit: Emit): void {
  for (const source of sources) emit({ event: 'source', data: source });
  if (room) emit({ event: 'room', data: room });
}

export interface GuideStreamListener {
  emit: Emit;
  /** Something came: the idle time begins anew. */
  arrived(): void;
  /** What no visitor may be told, as what the call was authorized with: an answer that says it is refused. */
  secrets: readonly string[];
}

/** Of a whole answer, and of one line of its stream. A letter an event makes a long answer of text fifty times as long. */
export const answerLimitBytes = 1_000_000;
const lineLimitBytes = 64 * 1024;
const answerLimitCharacters = 64 * 1024;
const endMark = '[DONE]';

/**
 * Reads a streamed answer to its end and resolves with the conversation's id.
 * @throws HttpError when it broke off or was not of its shape
 */
export async function readGuideStream(answer: UpstreamStream, listener: GuideStreamListener): Promise<string | undefined> {
  const reading = createReading(listener);
  const isLineTooLong = createLineCounter(lineLimitBytes);
  const parser = createEventStreamParser();
  let length = 0;
  for await (const bytes of answer.body as AsyncIterable<Uint8Array>) {
    listener.arrived();
    length += bytes.byteLength;
    if (length > answerLimitBytes || isLineTooLong(bytes)) throw new HttpError('upstream-failed', { reason: 'the answer does not end' });
    for (const { data } of parser.push(bytes)) reading.take(data);
    // Nothing after the mark matters; who waits for the connection's end waits for nothing.
    if (reading.isDone()) break;
  }
  if (!reading.isDone() && !endsForSure(answer)) throw new HttpError('upstream-failed', { reason: 'the answer broke off' });
  return reading.finish();
}

/** Whether HTTP itself would have shown a broken connection. */
function endsForSure({ headers }: UpstreamStream): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

/** Told the bytes as they come, says whether any line of them is longer than the limit. */
function createLineCounter(limitBytes: number): (bytes: Uint8Array) => boolean {
  let length = 0;
  return (bytes) => {
    let from = 0;
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, from)) {
      if (length + end - from > limitBytes) return true;
      length = 0;
      from = end + 1;
    }
    length += bytes.length - from;
    return length > limitBytes;
  };
}

/** What has been read of an answer so far. */
function createReading({ emit, secrets }: GuideStreamListener) {
  const longest = Math.max(...secrets.map(({ length }) => length));
  let chatId: string | undefined;
  let characters = 0;
  /** The end of what was said, as long as the longest secret: it may come in pieces. */
  let heard = '';
  let whole: string | undefined;
  let done = false;

  const say = (delta: string) => {
    if (delta === '') return;
    characters += delta.length;
    if (characters > answerLimitCharacters) throw new HttpError('upstream-failed', { reason: 'the answer does not end' });
    heard += delta;
    assertNoSecret(heard, secrets);
    heard = heard.slice(-longest);
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
      assertNoSecret(data, secrets);
      const chunk = guideChunkSchema.safeParse(parseJson(data));
      if (!chunk.success) throw new HttpError('upstream-failed', { reason: 'the answer is not of its shape' });
      const { id, delta = '', output = [] } = chunk.data;
      chatId = id ?? chatId;
      for (const context of pickContexts(output)) emitContext(context, emit);
      whole = pickReply(output) ?? whole;
      say(delta);
    },
    finish(): string | undefined {
      if (characters === 0 && chatId === undefined) throw new HttpError('upstream-failed', { reason: 'the answer ended before it began' });
      if (characters === 0) say(whole ?? noReplyText);
      return chatId;
    },
  };
}
