import type { EntityId } from '../museum/id.ts';
import type { Exhibition } from '../museum/museum.ts';
import type { ReleaseSet } from '../remote/release-set.ts';
import type { ChatAnswer, ChatRequest, MuseumAnswer, QuestionsRequest, ReportsRequest, Room, Source } from './schemas.ts';

/** What arrives while an answer streams; `done` comes last, once. A failure rejects the call instead. */
export type ChatEvent = { type: 'text'; delta: string } | { type: 'source'; source: Source } | { type: 'room'; room: Room };

/**
 * The gateway as the browser sees it. Every call validates what comes back, ends with its signal or its
 * own time limit, and rejects with an `ApiError` (see api-error.ts); nothing is shown, nothing navigates.
 */
export interface GuideApi {
  loadMuseum(museumId: EntityId, signal?: AbortSignal): Promise<MuseumAnswer>;
  /** The code on the wall, in any case. */
  findMuseum(code: string, signal?: AbortSignal): Promise<EntityId>;
  loadExhibition(museumId: EntityId, exhibitionId: EntityId, signal?: AbortSignal): Promise<Exhibition>;
  loadReleaseSet(museumId: EntityId, signal?: AbortSignal): Promise<ReleaseSet>;
  /** Fire and forget in spirit: callers log a failure and go on. */
  pingKnowledgeBase(museumId: EntityId, signal?: AbortSignal): Promise<void>;
  /** Streams the answer to `onEvent` and resolves with the whole of it. */
  chat(request: ChatRequest, onEvent: (event: ChatEvent) => void, signal?: AbortSignal): Promise<ChatAnswer>;
  /** Three questions, or none. */
  generateQuestions(request: QuestionsRequest, signal?: AbortSignal): Promise<string[]>;
  report(request: ReportsRequest): Promise<void>;
}
