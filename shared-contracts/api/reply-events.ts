import { z } from 'zod/mini';
import { gatewayErrorCodeSchema } from './gateway-error.ts';
import { type ChatResponse, generatedSchema, roomSchema, type Source, sourceSchema, tourSchema } from './schemas.ts';

/** `done` or `error` is the last event. */
const replyEventSchema = z.discriminatedUnion('type', [
  /** Origin of the following text, sent before its first piece. */
  z.extend(generatedSchema, { type: z.literal('generated') }),
  z.object({ type: z.literal('text'), delta: z.string() }),
  z.object({ type: z.literal('source'), source: sourceSchema }),
  z.object({ type: z.literal('room'), room: roomSchema }),
  z.object({ type: z.literal('tour'), tour: tourSchema }),
  z.object({ type: z.literal('done'), messageId: z.string() }),
  z.object({
    type: z.literal('error'),
    code: gatewayErrorCodeSchema,
    message: z.string(),
    retryAfterSeconds: z.optional(z.int().check(z.positive())),
  }),
]);
export type ReplyEvent = z.infer<typeof replyEventSchema>;

export type ReplyPart = Exclude<ReplyEvent, { type: 'done' | 'error' }>;

export function addToReply(reply: Omit<ChatResponse, 'messageId'>, part: ReplyPart): void {
  if (part.type === 'text') reply.text += part.delta;
  if (part.type === 'source') reply.sources = [...addToSources(reply.sources, part.source)];
  if (part.type === 'room') reply.room = part.room;
  if (part.type === 'tour') reply.tour = part.tour;
  if (part.type === 'generated') reply.generated = generatedSchema.parse(part);
}

/** A document is listed once, with all its paragraphs. Returns the same array if nothing is new. */
export function addToSources(sources: readonly Source[], source: Source): readonly Source[] {
  const before = sources.find(({ document }) => document === source.document);
  if (!before) return [...sources, source];
  const { paragraphs = [] } = before;
  const fresh = (source.paragraphs ?? []).filter((one) => !paragraphs.includes(one));
  return fresh.length === 0 ? sources : sources.map((one) => (one === before ? { ...one, paragraphs: [...paragraphs, ...fresh] } : one));
}

/** The event's name is the type. The data are the other fields, or the source, room or tour itself. JSON fits one `data` line. */
export function formatReplyEvent(event: ReplyEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(dataOf(replyEventSchema.parse(event)))}\n\n`;
}

function dataOf(event: ReplyEvent): object {
  if (event.type === 'source') return event.source;
  if (event.type === 'room') return event.room;
  if (event.type === 'tour') return event.tour;
  const { type: _, ...data } = event;
  return data;
}

const types = new Set<string>(replyEventSchema._zod.def.options.flatMap(({ shape }) => shape.type._zod.def.values));

export function replyDataSchema(name: string) {
  if (!types.has(name)) return undefined;
  const isWholeData = name === 'source' || name === 'room' || name === 'tour';
  return z.pipe(
    z.transform((data) => ({ ...(isWholeData ? { [name]: data } : Object(data)), type: name })),
    replyEventSchema,
  );
}

/** Values of the guide's tool. Invalid fields are dropped, so that the answer is still shown. */
export const guideContextSchema = z.object({
  sources: z._default(z.catch(z.array(sourceSchema).check(z.maxLength(100)), []), []),
  room: z.catch(z.optional(roomSchema), undefined),
  tour: z.catch(z.optional(tourSchema), undefined),
  generated: z.catch(z.optional(generatedSchema), undefined),
});
export type GuideContext = z.infer<typeof guideContextSchema>;
