import { z } from 'zod';
import { roomSchema, sourceSchema } from '../../api/schemas.ts';
import { safeStorage } from '../../kit/storage.ts';
import { type EntityId, entityIdSchema } from '../../museum/id.ts';
import type { Conversation, ConversationState } from '../conversation.ts';

const lineSchema = z.object({
  key: z.string(),
  turn: z.number().int().nonnegative(),
  speaker: z.enum(['visitor', 'guide']),
  text: z.string(),
});
const detailsSchema = z.object({
  sources: z.array(sourceSchema),
  clientMessageId: z.string().exactOptional(),
  markdown: z.string().exactOptional(),
  messageId: z.string().exactOptional(),
  state: z.enum(['arriving', 'complete', 'broken']),
});
const memorySchema = z.object({
  exhibitionId: entityIdSchema,
  turn: z.number().int().nonnegative(),
  transcript: z.array(lineSchema),
  turns: z.record(z.string().regex(/^\d{1,6}$/), detailsSchema),
  room: roomSchema.optional(),
});

/** What a reload must not lose: what was said, and how many turns it took. */
export type RestoredConversation = Pick<ConversationState, 'turn' | 'transcript' | 'turns' | 'room'>;

type StorageOwner = { readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'> };

const memoryKey = 'conversation';

/**
 * What was said in the exhibition before the page was loaded again, in this tab. An answer that was on its
 * way then is broken now. Undefined when there is nothing, or something else stands there.
 */
export function restoreConversation(owner: StorageOwner, exhibitionId: EntityId | undefined): RestoredConversation | undefined {
  const { data: found } = memorySchema.safeParse(safeStorage(() => owner.sessionStorage).readJson(memoryKey));
  if (!found || found.exhibitionId !== exhibitionId) return undefined;
  const turns = Object.entries(found.turns).map(([turn, details]) => {
    const state = details.state === 'arriving' ? 'broken' : details.state;
    return [turn, { ...details, state }] as const;
  });
  // The counter never falls behind what was said: a number must not be used twice.
  const turn = Math.max(found.turn, ...found.transcript.map((line) => line.turn));
  return { turn, transcript: found.transcript, turns: Object.fromEntries(turns), room: found.room };
}

/** Writes what was said whenever a message was sent or an answer has ended, until the returned function is called. */
export function rememberConversation(
  owner: StorageOwner,
  conversation: Conversation,
  exhibitionId: () => EntityId | undefined,
): () => void {
  const storage = safeStorage(() => owner.sessionStorage);
  return conversation.store.subscribe(({ phase, turn, transcript, turns, room }, before) => {
    // Not for every word of an answer that streams in.
    if (phase === before.phase && turn === before.turn) return;
    storage.writeJson(memoryKey, { exhibitionId: exhibitionId(), turn, transcript, turns, room });
  });
}
