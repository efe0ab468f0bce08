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
import { registerChatRoutes } from './vapi/chat-routes.ts';
import { createChats, type SharedChats } from './vapi/chats.ts';
import { registerVoiceRoutes } from './voice/calls.ts';
import { createTranscriber, type TranscriptionService } from './voice/transcriber.ts';

// Imported, not read: the built server is one file.
const files = new Map<string, unknown>([
  ['assistant-settings.json', assistantSettings],
  ['atelier-settings.json', atelierSettings],
]);

/** The bucket with the assistants' settings files, and the knowledge base's ping, which wakes it before the first question. */
function registerFixedRoutes(app: FastifyInstance): void {
  app.get('/kb-querying/ping', async () => ({ status: 'ok' }));
  app.get<{ Params: { file: string } }>('/settings/:file', async ({ params }) => {
    const settings = files.get(params.file);
    if (settings === undefined) throw new ServiceError(404, 'The specified key does not exist.');
    return settings;
  });
}

/** Three minutes of our own voice: greetings and first answers, which many visitors hear. */
const keptSpeechBytes = 8_000_000;
/** A service may want money for each sentence: half an hour of its sound is kept. */
const keptServiceBytes = 80_000_000;

/** Our own voice, or a service's with ours behind it; each says again what it said lately. */
function createVoice(log: FastifyBaseLogger, { speechProgram, speechService: service, clock }: PlatformOptions): Speech {
  const own = createSpeechQueue(keepSpoken(createSpeech({ program: speechProgram }), keptSpeechBytes));
  if (!service) return own;
  const onFailure = (error: unknown) => log.warn({ err: error }, 'the speech service failed: our own voice speaks');
  return keepSpoken(createServiceSpeech({ service, fallback: own, clock, onFailure }), keptServiceBytes);
}

/** A busy page or server may be silent for so long without a gap in the guide's voice; interrupting drops it at once. */
const voiceLeadMs = 1_200;

export interface PlatformOptions {
  content: Content;
  /** The one login of the middleware. */
  credential: { email: string; password: string };
  /** Private key of the voice platform. */
  vapiKey: string;
  clock: Clock;
  /** Path of the program that speaks, `infra/speech/main.mjs`; started when a page asks how the site speaks, or with the first text. */
  speechProgram: string;
  /** Speaks in calls and, in OpenAI's shape, when an answer is read aloud; absent: the program alone. */
  speechService?: SpeechService;
  /** Absent: what visitors say aloud is not understood. */
  transcription?: TranscriptionService;
  /** Writes the answers. Absent: the guide quotes. */
  languageModel?: ModelService & Pick<ModelGuideOptions, 'check' | 'firstSentenceMs' | 'passageTokens' | 'onAnswer'>;
  /** Called with what became of each question of a call; a chat's answer holds it. */
  onCallQuestion?: (callId: string, text: string, facts: QuestionFacts) => void;
  /** Called with how long a visitor of a call waited for the first sound of an answer. */
  onFirstSound?: (ms: number) => void;
  /** Typed conversations of all platforms of the site; absent: only this platform. */
  sharedChats?: SharedChats;
  /** Between two words of a streamed answer; the first goes out at once. */
  wordDelayMs?: number;
  /** Of what failed; requests are not logged. Absent: nothing is. */
  log?: FastifyBaseLogger;
}

export interface Platform {
  /** Every hosted service, each in its own wire shape; not listening yet. Closing it ends every call and the program that speaks. */
  app: FastifyInstance;
  /** What the site itself asks in this process. */
  readAloud: ReadAloud;
  ownWords: OwnWords;
}

/** The guide of each museum, as the site's settings name it. */
export function guideFactory({ languageModel, clock }: Pick<PlatformOptions, 'languageModel' | 'clock'>): (museum: MuseumContent) => Guide {
  if (!languageModel) return createGuide;
  const complete = createCompletions(languageModel, clock);
  return (content) => createModelGuide({ ...languageModel, content, embedded: createGuide(content), complete, clock });
}

/** Stand-ins for the hosted services: middleware, knowledge base, settings bucket, Vapi's chat and calls. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { clock, credential, vapiKey, onCallQuestion, onFirstSound, wordDelayMs = 12 } = options;
  const { museums } = options.content;
  // A running answer, or a connection opened in advance, must not hold the server open when it closes.
  const app = fastify({ forceCloseConnections: true, logger: false });
  const log = options.log ?? app.log;
  const createGuideOf = guideFactory(options);
  const guides = new Map(museums.map((museum) => [museum, createGuideOf(museum)]));
  const guideOf = (museum: MuseumContent): Guide => {
    const guide = guides.get(museum);
    if (!guide) throw new ServiceError(500, 'A museum without a guide');
    return guide;
  };

  answerErrors(app, log);
  app.setNotFoundHandler(async (request) => {
    throw new ServiceError(404, `Cannot ${request.method} ${request.url.split('?')[0]}`);
  });
  const chats = createChats(museums, guideOf, clock, options.sharedChats);
  const speech = createVoice(log, options);
  const transcribe = options.transcription && createTranscriber(options.transcription, clock);
  // A scope each: hooks of one service must not reach another.
  const register = (addRoutes: (scope: FastifyInstance) => void) =>
    app.register((scope, _options, done) => {
      addRoutes(scope);
      done();
    });
  await register((scope) => registerMiddlewareRoutes(scope, { museums, credential, clock }));
  await register(registerFixedRoutes);
  await register((scope) => registerChatRoutes(scope, { chats, vapiKey, clock, wordDelayMs }));
  const voice = { museums, guideOf, onCallQuestion, onFirstSound, vapiKey, clock, speech, transcribe, log, leadMs: voiceLeadMs };
  await register((scope) => registerVoiceRoutes(scope, voice));
  return { app, readAloud: createReadAloud({ museums, speech, clock }), ownWords: createOwnWords(museums, guideOf) };
}
