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

/** Emitted while an answer streams. */
export type ChatEvent = ReplyPart;

/**
 * The gateway's API for the browser. Every call validates the response, ends with its signal or its
 * own time limit, and rejects with an `ApiError` (see api-error.ts). No call shows a message or navigates.
 */
export interface GuideApi {
  loadMuseum(museumId: EntityId, signal?: AbortSignal): Promise<MuseumResponse>;
  /** By the code on the museum's wall, in any letter case. */
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
  /** The exhibition's own welcome. */
  welcome(request: WelcomeRequest, signal?: AbortSignal): Promise<string>;
  /** The summary that the start of a guided tour shows. */
  planTour(request: WelcomeRequest, signal?: AbortSignal): Promise<TourPlanResponse>;
  rate(request: RatingRequest, signal?: AbortSignal): Promise<void>;
  /** The visit as a link that opens it on another device. */
  sealVisit(request: CarriedVisit, signal?: AbortSignal): Promise<SealResponse>;
  openVisit(seal: string, signal?: AbortSignal): Promise<OpenResponse>;
  /** Deletes what the site stores of the visit, and its cookie. */
  forgetVisit(museumId: EntityId, signal?: AbortSignal): Promise<void>;
  /** The words of a WAV recording, empty if it has none. A minute of sound may take long on a slow connection. */
  transcribe(recording: Blob, language: Language, signal?: AbortSignal): Promise<string>;
  /** One text as sound, in an encoding that browsers decode. */
  speak(voiceId: string, request: SpeechRequest, signal?: AbortSignal): Promise<ArrayBuffer>;
  /** Rejects if this site cannot be reached. */
  checkConnection(signal?: AbortSignal): Promise<void>;
  /** Three questions, or none. */
  generateQuestions(request: QuestionsRequest, signal?: AbortSignal): Promise<string[]>;
  /** Lines of the guide in another language, null for a line without a translation. */
  translate(request: TranslationsRequest, signal?: AbortSignal): Promise<(string | null)[]>;
  report(request: ReportsRequest): Promise<void>;
}
