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

/** `done` comes last and once. A failure rejects the call instead. */
export type ChatEvent = ReplyPart;

/** Every call validates its response and ends with its signal or its own time limit. A failed call rejects with an `ApiError`. */
export interface GuideApi {
  loadMuseum(museumId: EntityId, signal?: AbortSignal): Promise<MuseumResponse>;
  /** The code on the museum's wall, in upper or lower case. */
  findMuseum(code: string, signal?: AbortSignal): Promise<EntityId>;
  loadExhibition(museumId: EntityId, exhibitionId: EntityId, signal?: AbortSignal): Promise<Exhibition>;
  /** Paragraphs of the museum's texts that contain the words. */
  findPassages(museumId: EntityId, search: string, language: Language, signal?: AbortSignal): Promise<FoundPassages>;
  loadDocument(
    museumId: EntityId,
    source: Pick<Source, 'document' | 'isEasy'>,
    language: Language,
    signal?: AbortSignal,
  ): Promise<MuseumDocument>;
  loadReleaseSet(museumId: EntityId, signal?: AbortSignal): Promise<ReleaseSet>;
  /** Best effort: callers log a failure and continue. */
  pingKnowledgeBase(museumId: EntityId, signal?: AbortSignal): Promise<void>;
  /** Streams the answer to `onEvent` and resolves with the whole answer. */
  chat(request: ChatRequest, onEvent: (event: ChatEvent) => void, signal?: AbortSignal): Promise<ChatResponse>;
  welcome(request: WelcomeRequest, signal?: AbortSignal): Promise<string>;
  planTour(request: WelcomeRequest, signal?: AbortSignal): Promise<TourPlanResponse>;
  rate(request: RatingRequest, signal?: AbortSignal): Promise<void>;
  sealVisit(request: CarriedVisit, signal?: AbortSignal): Promise<SealResponse>;
  openVisit(seal: string, signal?: AbortSignal): Promise<OpenResponse>;
  /** The site deletes what it stores of the visit, and the visit's cookie. */
  forgetVisit(museumId: EntityId, signal?: AbortSignal): Promise<void>;
  /** The words of a WAVE recording, empty if there are none. A minute of sound uploads for 40 s on a slow connection. */
  transcribe(recording: Blob, language: Language, signal?: AbortSignal): Promise<string>;
  speak(voiceId: string, request: SpeechRequest, signal?: AbortSignal): Promise<ArrayBuffer>;
  /** Rejects if the site is unreachable. */
  checkConnection(signal?: AbortSignal): Promise<void>;
  /** Three questions, or none. */
  generateQuestions(request: QuestionsRequest, signal?: AbortSignal): Promise<string[]>;
  /** Null stands for a line without a translation. */
  translate(request: TranslationsRequest, signal?: AbortSignal): Promise<(string | null)[]>;
  report(request: ReportsRequest): Promise<void>;
}
