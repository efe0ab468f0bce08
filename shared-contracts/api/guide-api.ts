import type { Language } from '../i18n/language.ts';
import type { EntityId } from '../museum/id.ts';
import type { Exhibition } from '../museum/museum.ts';
import type { ReleaseSet } from '../releases/release-set.ts';
import type { CarriedVisit, OpenResponse, SealResponse } from './carried-visit.ts';
import type { ReplyPart } from './reply-events.ts';
import type {
  ChatRequest,
  QuestionsRequest,
  RatingRequest,
  ReportsRequest,
  SpeechRequest,
  TranslationsRequest,
  WelcomeRequest,
} from './request-schemas.ts';
import type { ChatResponse, FoundPassages, MuseumDocument, MuseumResponse, Source, TourPlanResponse } from './schemas.ts';

/** What arrives while an answer streams; `done` comes last, once. A failure rejects the call instead. */
export type ChatEvent = ReplyPart;

/**
 * The gateway as the browser sees it. Every call validates what comes back, ends with its signal or its
 * own time limit, and rejects with an `ApiError` (see api-error.ts); nothing is shown, nothing navigates.
 */
export interface GuideApi {
  loadMuseum(museumId: EntityId, signal?: AbortSignal): Promise<MuseumResponse>;
  /** The code on the wall, in any case. */
  findMuseum(code: string, signal?: AbortSignal): Promise<EntityId>;
  loadExhibition(museumId: EntityId, exhibitionId: EntityId, signal?: AbortSignal): Promise<Exhibition>;
  /** Paragraphs of the museum's texts in which the words stand. */
  findPassages(museumId: EntityId, search: string, language: Language, signal?: AbortSignal): Promise<FoundPassages>;
  loadDocument(
    museumId: EntityId,
    source: Pick<Source, 'document' | 'isEasy'>,
    language: Language,
    signal?: AbortSignal,
  ): Promise<MuseumDocument>;
  loadReleaseSet(museumId: EntityId, signal?: AbortSignal): Promise<ReleaseSet>;
  /** Fire and forget in spirit: callers log a failure and go on. */
  pingKnowledgeBase(museumId: EntityId, signal?: AbortSignal): Promise<void>;
  /** Streams the answer to `onEvent` and resolves with the whole of it. */
  chat(request: ChatRequest, onEvent: (event: ChatEvent) => void, signal?: AbortSignal): Promise<ChatResponse>;
  /** The exhibition's own first words. */
  welcome(request: WelcomeRequest, signal?: AbortSignal): Promise<string>;
  /** What the start of a guided tour says of it. */
  planTour(request: WelcomeRequest, signal?: AbortSignal): Promise<TourPlanResponse>;
  rate(request: RatingRequest, signal?: AbortSignal): Promise<void>;
  /** The visit as a link that opens it on another device. */
  sealVisit(request: CarriedVisit, signal?: AbortSignal): Promise<SealResponse>;
  openVisit(seal: string, signal?: AbortSignal): Promise<OpenResponse>;
  /** Forgets what the site has of the visit, its cookie too. */
  forgetVisit(museumId: EntityId, signal?: AbortSignal): Promise<void>;
  /** Words of a WAVE recording; empty when there are none. Up to a minute of sound may take its time on a slow line. */
  transcribe(recording: Blob, language: Language, signal?: AbortSignal): Promise<string>;
  /** One text as sound, encoded as the browser can decode it. */
  speak(voiceId: string, request: SpeechRequest, signal?: AbortSignal): Promise<ArrayBuffer>;
  /** Whether this site can be reached at all. Rejects when it cannot. */
  checkConnection(signal?: AbortSignal): Promise<void>;
  /** Three questions, or none. */
  generateQuestions(request: QuestionsRequest, signal?: AbortSignal): Promise<string[]>;
  /** Lines of the guide's in another language, each null where it cannot be said there. */
  translate(request: TranslationsRequest, signal?: AbortSignal): Promise<(string | null)[]>;
  report(request: ReportsRequest): Promise<void>;
}
