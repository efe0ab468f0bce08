import { roomSchema, sourceSchema } from '@enfilade/shared-contracts/api/schemas';
import { z } from 'zod';
import type { Emit } from '../chat/turn-event.ts';
import { parseJson } from '../upstream/parse-json.ts';

/** What the visitor reads when the platform answered nothing. */
export const noReplyText = "I'm sorry, I couldn't process your request. Please try again.";

const messageSchema = z.object({
  role: z.string(),
  content: z.string().nullish(),
  name: z.string().optional(),
  tool_calls: z.array(z.unknown()).nullish(),
});
export type GuideMessage = z.infer<typeof messageSchema>;

/** `POST /chat` in one piece. */
export const guideAnswerSchema = z.object({ id: z.string().min(1).max(256), output: z.array(messageSchema) });

/** One event of the streamed answer: a piece of text, or messages that came whole. */
export const guideChunkSchema = z.object({
  id: z.string().min(1).max(256).optional(),
  delta: z.string().optional(),
  output: z.array(messageSchema).optional(),
});

const contextSchema = z.object({
  sources: z.array(sourceSchema).max(20).catch([]).default([]),
  room: roomSchema.optional().catch(undefined),
});
export type GuideContext = z.infer<typeof contextSchema>;

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
