import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { createPlatform, PlatformOptions } from '@enfilade/platform/platform';
import { versionedBase } from '@enfilade/shared-contracts/kit/versioned-base';
import { microCentsFor, priceAt } from '../gateway/spending/spending-limits.ts';
import { standInsOf, type Upstreams, upstreamsSchema } from '../gateway/upstream/upstreams.ts';
import type { SharedState } from '../shared-state/shared-state.ts';
import type { SiteSettings } from './settings.ts';

export type LocalPlatform = Awaited<ReturnType<typeof startLocalPlatform>>;

/** Whether a hosted service is missing in the settings, or has a shape that only the platform supports. */
export function needsPlatform({ upstreams }: SiteSettings): boolean {
  return !upstreamsSchema.safeParse(upstreams).success || !upstreams.llm || !upstreams.tts || upstreams.tts.kind === 'openai';
}

export interface PlatformModule {
  createPlatform: typeof createPlatform;
}

/** The log gets the figures of the language model and the speech service, without texts. */
interface LocalPlatformOptions
  extends Pick<PlatformOptions, 'content' | 'speechProgram' | 'clock' | 'onCallQuestion' | 'onFirstSound' | 'log'> {
  settings: SiteSettings;
  /** A site with all services hosted does not load the platform. */
  loadPlatform(): Promise<PlatformModule>;
  /** With shared state, the platform of each gateway can continue a conversation. */
  state?: Pick<SharedState, 'change' | 'isShared'>;
}

/** Timeout of the probe. A speech service that does not answer is taken for ElevenLabs' API. */
const askingMs = 2_000;

/** Sends an empty request, which costs nothing. */
async function findSpeechKind({ url, key }: NonNullable<Upstreams['tts']>): Promise<'openai' | 'elevenlabs'> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const asking = { method: 'POST', headers, body: '{}', signal: AbortSignal.timeout(askingMs) };
  const response = await fetch(`${versionedBase(url)}/audio/speech`, asking).catch(() => undefined);
  await response?.body?.cancel();
  return response && response.status !== 404 && response.status !== 405 ? 'openai' : 'elevenlabs';
}

export async function startLocalPlatform(options: LocalPlatformOptions) {
  const { settings, loadPlatform, state, ...given } = options;
  const { createPlatform } = await loadPlatform();
  const { stt, tts: hostedSpeech } = settings.upstreams;
  const kind = hostedSpeech && (hostedSpeech.kind ?? (await findSpeechKind(hostedSpeech)));
  const secret = randomBytes(32).toString('hex');
  // The platform needs its keys before it listens, and its port is known only afterwards.
  const { middleware, vapi } = standInsOf('http://127.0.0.1', secret);
  const { app, readAloud, ownWords } = await createPlatform({
    ...given,
    credential: { email: middleware.email, password: middleware.password },
    vapiKey: vapi.key,
    ...(state?.isShared && { sharedChats: sharedChatsIn(state) }),
    ...languageModelOf(options),
    ...(stt && { transcription: stt }),
    ...(hostedSpeech && kind && { speechService: { ...hostedSpeech, kind } }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  // The platform itself calls a service with OpenAI's API.
  const hosted = { ...settings.upstreams, ...(kind === 'openai' && { tts: undefined }) };
  const upstreams = upstreamsSchema.parse({ ...standInsOf(url, secret), ...hosted });
  return { upstreams, readAloud, ownWords, close: () => app.close() };
}

/** Maximum duration of a visit. */
const chatLastsMs = 4 * 60 * 60 * 1000;
type SharedChats = NonNullable<PlatformOptions['sharedChats']>;

function sharedChatsIn(state: Pick<SharedState, 'change'>): SharedChats {
  const about = (id: string) => ({ keys: [`chat:${id}`], lastsMs: chatLastsMs });
  return {
    load: (id) => state.change({ ...about(id), decide: ([value]) => ({ result: value as Awaited<ReturnType<SharedChats['load']>> }) }),
    save(id, chat) {
      // If saving fails, the next question begins a new conversation.
      state.change({ ...about(id), decide: () => ({ result: undefined, values: [chat] }) }).catch(() => undefined);
    },
  };
}

function costOf({ promptTokens, completionTokens }: Usage, { LLM_PRICE = [] }: SiteSettings, now: number): { usd?: number } {
  const price = priceAt(LLM_PRICE, now);
  return price ? { usd: microCentsFor('questions', price, [promptTokens, completionTokens]) / 100_000_000 } : {};
}

type Usage = Record<'promptTokens' | 'completionTokens', number>;

export function languageModelOf({
  settings,
  log,
  clock,
}: Pick<LocalPlatformOptions, 'settings' | 'log' | 'clock'>): Pick<PlatformOptions, 'languageModel'> {
  const { upstreams, GUIDE, CHECK: check, FIRST_SENTENCE_MS: firstSentenceMs, PASSAGE_TOKENS: passageTokens } = settings;
  if (!upstreams.llm || GUIDE === 'embedded') return {};
  return {
    languageModel: {
      ...upstreams.llm,
      ...{ check, firstSentenceMs, passageTokens },
      onAnswer: ({ standIn, ...report }) => {
        const figures = { ...report, ...costOf(report.usage, settings, clock.now()) };
        if (standIn) log?.warn({ ...figures, standIn }, 'the built-in guide answered instead of the language model');
        else log?.info(figures, 'the language model answered');
      },
    },
  };
}
