import { z } from 'zod/mini';
import { generatedSchema, roomSchema, sourceSchema, tourSchema } from '../../api/schemas.ts';
import { languageSchema } from '../../i18n/language.ts';
import type { Clock } from '../../kit/clock.ts';
import { safeStorage } from '../../kit/storage.ts';
import { type EntityId, entityIdSchema } from '../../museum/id.ts';
import { conversationKey } from '../../visit/stored-names.ts';
import { cookieLifeSeconds } from '../../visit/visit-cookies.ts';
import type { Conversation, ConversationState, Turn } from '../conversation.ts';

const turnSchema = z.object({
  id: z.int().check(z.nonnegative()),
  question: z.exactOptional(z.string()),
  answer: z.exactOptional(z.string()),
  isMarkdown: z.exactOptional(z.boolean()),
  opening: z.exactOptional(z.enum(['welcome', 'back'])),
  sources: z.array(sourceSchema),
  state: z.enum(['arriving', 'complete', 'broken']),
  language: z.exactOptional(languageSchema),
  clientMessageId: z.exactOptional(z.string()),
  generated: z.exactOptional(generatedSchema),
  isStep: z.exactOptional(z.literal(true)),
  messageId: z.exactOptional(z.string()),
});
const memorySchema = z.object({
  exhibitionId: entityIdSchema,
  /** In ms since the epoch. */
  savedAt: z.number(),
  startedAt: z.number(),
  /** The conversation comes from another device and has not continued here. */
  isCarried: z.exactOptional(z.literal(true)),
  turn: z.int().check(z.nonnegative()),
  turns: z.array(turnSchema),
  room: z.optional(roomSchema),
  tour: z.optional(tourSchema),
});

export type RestoredConversation = Pick<ConversationState, 'turn' | 'turns' | 'room' | 'tour'> & { isCarried?: true };

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;
type StorageOwner = { readonly sessionStorage: TextStorage; readonly localStorage: TextStorage };

interface MemoryOptions {
  clock: Pick<Clock, 'now'>;
  exhibitionId(): EntityId | undefined;
}

interface CarryOptions extends MemoryOptions {
  minutes: number;
}

const visitMs = cookieLifeSeconds * 1000;

/** This tab's own conversation precedes the last conversation of another tab. */
const storagesOf = (owner: StorageOwner) => [safeStorage(() => owner.sessionStorage), safeStorage(() => owner.localStorage)];

/** An answer that was arriving is broken now. If the visit is over or differs, or the text is invalid, the stored text is deleted. */
export function restoreConversation(owner: StorageOwner, { clock, exhibitionId }: MemoryOptions): RestoredConversation | undefined {
  const found = findMemory(owner, { clock, exhibitionId });
  if (!found) {
    erase(owner);
    return undefined;
  }
  const turns = found.turns.map((turn) => (turn.state === 'arriving' ? { ...turn, state: 'broken' as const } : turn));
  const { room, tour, isCarried } = found;
  return { turn: lastId(found.turn, turns), turns, room, tour, ...(isCarried && { isCarried }) };
}

/** The counter is at least the last turn's id, because ids must be unique. */
const lastId = (counter: number, turns: readonly Turn[]) => Math.max(counter, ...turns.map(({ id }) => id));

function findMemory(owner: StorageOwner, { clock, exhibitionId }: MemoryOptions) {
  return storagesOf(owner)
    .map((storage) => memorySchema.safeParse(storage.readJson(conversationKey)).data)
    .find((memory) => memory && memory.exhibitionId === exhibitionId() && Math.abs(clock.now() - memory.savedAt) < visitMs);
}

/** Started minutes since the first turn; 0 without turns. */
export function minutesOfVisit(owner: StorageOwner, options: MemoryOptions): number {
  const memory = findMemory(owner, options);
  return memory ? Math.max(1, Math.ceil((options.clock.now() - memory.startedAt) / 60_000)) : 0;
}

export function storeCarried(
  owner: StorageOwner,
  said: Pick<RestoredConversation, 'turns' | 'room' | 'tour'>,
  options: CarryOptions,
): void {
  const { clock, exhibitionId, minutes } = options;
  const now = clock.now();
  const memory = {
    exhibitionId: exhibitionId(),
    savedAt: now,
    startedAt: now - minutes * 60_000,
    isCarried: true,
    turn: lastId(0, said.turns),
    ...said,
  };
  for (const storage of storagesOf(owner)) storage.writeJson(conversationKey, memory);
}

/** Stores at each sent message and each answer's end. A tab without turns does not overwrite another tab's conversation. */
export function rememberConversation(owner: StorageOwner, conversation: Conversation, { clock, exhibitionId }: MemoryOptions): () => void {
  let written = conversation.store.getState();
  let startedAt = findMemory(owner, { clock, exhibitionId })?.startedAt;
  return conversation.store.subscribe((state, before) => {
    const { phase, turn, turns, room, tour } = state;
    if (turns.length === 0 && before.turns.length > 0) {
      startedAt = undefined;
      return erase(owner);
    }
    // Skips the words of an arriving answer.
    if (phase === before.phase && turn === before.turn) return;
    if (turns === written.turns && room === written.room && tour === written.tour) return;
    written = state;
    startedAt ??= clock.now();
    const memory = { exhibitionId: exhibitionId(), savedAt: clock.now(), startedAt, turn, turns, room, tour };
    for (const storage of storagesOf(owner)) storage.writeJson(conversationKey, memory);
  });
}

function erase(owner: StorageOwner): void {
  for (const storage of storagesOf(owner)) if (storage.readText(conversationKey)) storage.writeText(conversationKey, '');
}
