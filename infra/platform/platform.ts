import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Content, MuseumContent } from './content/content.ts';
import { createGuide, type Guide } from './guide/guide.ts';
import type { QuestionFacts } from './guide/guide-state.ts';
import { createModelGuide, type ModelGuideOptions } from './guide/language-model/model-guide.ts';
import { createCompletions, type ModelService } from './guide/language-model/stream-completion.ts';
import { answerErrors, ServiceError } from './services/http.ts';
import { registerMiddlewareRoutes } from './services/middleware.ts';
import { createOwnWords, type OwnWords } from './services/own-words.ts';
import assistantSettings from './settings/assistant-settings.json';
import atelierSettings from './settings/atelier-settings.json';
import { createSpeech } from './speech/create-speech.ts';
import { createReadAloud, type ReadAloud } from './speech/read-aloud.ts';
import { createSpeechQueue, keepSpoken, type Speech } from './speech/speech.ts';
import { createServiceSpeech, type SpeechService } from './speech/speech-service.ts';
import { createChats, registerChatRoutes, type SharedChats } from './vapi/chats.ts';
import { registerVoiceRoutes } from './voice/calls.ts';
import { createTranscriber, type TranscriptionService } from './voice/transcriber.ts';

// Imported, not read from disk, because the built server is one file.
const files = new Map<string, unknown>([
  ['assistant-settings.json', assistantSettings],
  ['atelier-settings.json', atelierSettings],
]);

function registerFixedRoutes(app: FastifyInstance): void {
  app.get('/kb-querying/ping', async () => ({ status: 'ok' }));
  app.get<{ Params: { file: string } }>('/settings/:file', async ({ params }) => {
    const settings = files.get(params.file);
    if (settings === undefined) throw new ServiceError(404, 'The specified key does not exist.');
    return settings;
  });
}

/** Cache of three minutes of our own voice. */
const keptSpeechBytes = 8_000_000;
/** Cache of half an hour of a service's voice, because a service may charge for each sentence. */
const keptServiceBytes = 80_000_000;

function createVoice(log: FastifyBaseLogger, { speechProgram, speechService: service, clock }: PlatformOptions): Speech {
  const own = createSpeechQueue(keepSpoken(createSpeech({ program: speechProgram }), keptSpeechBytes));
  if (!service) return own;
  const onFailure = (error: unknown) => log.warn({ err: error }, 'The speech service failed. Our own voice speaks instead.');
  return keepSpoken(createServiceSpeech({ service, fallback: own, clock, onFailure }), keptServiceBytes);
}

/** Sound that is sent ahead, so that a busy page or server causes no gap. An interruption drops it at once. */
const voiceLeadMs = 1_200;

export interface PlatformOptions {
  content: Content;
  credential: { email: string; password: string };
  vapiKey: string;
  clock: Clock;
  /** Path of the speech program, `infra/speech/main.mjs`. Started by `GET /voice/ready`, a call or the first text. */
  speechProgram: string;
  /** Speaks in calls, and in OpenAI's shape also answers that are read aloud. Absent: the speech program speaks. */
  speechService?: SpeechService;
  transcription?: TranscriptionService;
  /** Writes the answers. Absent: the guide quotes. */
  languageModel?: ModelService & Pick<ModelGuideOptions, 'check' | 'firstSentenceMs' | 'passageTokens' | 'onAnswer'>;
  /** A chat's answer contains the facts. */
  onCallQuestion?: (callId: string, text: string, facts: QuestionFacts) => void;
  onFirstSound?: (ms: number) => void;
  /** If the store is absent, each platform has its own. */
  sharedChats?: SharedChats;
  log?: FastifyBaseLogger;
}

export interface Platform {
  /** All hosted services in their wire shapes, not listening yet. Closing ends all calls and the speech program. */
  app: FastifyInstance;
  readAloud: ReadAloud;
  ownWords: OwnWords;
}

export function guideFactory({ languageModel, clock }: Pick<PlatformOptions, 'languageModel' | 'clock'>): (museum: MuseumContent) => Guide {
  if (!languageModel) return createGuide;
  const complete = createCompletions(languageModel, clock);
  return (content) => createModelGuide({ ...languageModel, content, embedded: createGuide(content), complete, clock });
}

/** Stand-ins for the hosted services: middleware, knowledge base, settings bucket, Vapi's chat and calls. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { clock, credential, vapiKey, onCallQuestion, onFirstSound } = options;
  const { museums } = options.content;
  // Closing must not wait for a running answer or an idle connection.
  const app = fastify({ forceCloseConnections: true, logger: false });
  const log = options.log ?? app.log;
  const createGuideOf = guideFactory(options);
  const guides = new Map(museums.map((museum) => [museum, createGuideOf(museum)]));
  const guideOf = (museum: MuseumContent) => guides.get(museum) as Guide;

  answerErrors(app, log);
  app.setNotFoundHandler(async (request) => {
    throw new ServiceError(404, `Cannot ${request.method} ${request.url.split('?')[0]}`);
  });
  const chats = createChats(museums, guideOf, clock, options.sharedChats);
  const speech = createVoice(log, options);
  const transcribe = options.transcription && createTranscriber(options.transcription, clock);
  // Each service has its own scope, so that its hooks do not apply to the others.
  const register = (addRoutes: (scope: FastifyInstance) => void) =>
    app.register((scope, _options, done) => {
      addRoutes(scope);
      done();
    });
  await register((scope) => registerMiddlewareRoutes(scope, { museums, credential, clock }));
  await register(registerFixedRoutes);
  await register((scope) => registerChatRoutes(scope, chats, { vapiKey, clock }));
  const voice = { museums, guideOf, onCallQuestion, onFirstSound, vapiKey, clock, speech, transcribe, log, leadMs: voiceLeadMs };
  await register((scope) => registerVoiceRoutes(scope, voice));
  return { app, readAloud: createReadAloud(museums, speech, clock), ownWords: createOwnWords(museums, guideOf) };
}
