import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpError, sendResponse, usualRetrySeconds } from '../http/exchange.ts';
import type { Keys } from '../http/key-files.ts';
import { problemKinds } from '../http/metric-list.ts';
import { createMetrics, type Metrics, type PaidWork } from '../http/metrics.ts';
import { createOriginWatch } from '../http/same-site-guard.ts';
import { createSiteServer, type ServerLimits } from '../http/site-server.ts';
import type { Traces } from '../http/tracing.ts';
import { createAddressLimits } from '../shared-state/budget.ts';
import { createMemoryState, type SharedState } from '../shared-state/shared-state.ts';
import { createChatChains, registerChatRoutes, registerForgetRoute } from './chat/chat-routes.ts';
import { createChatTurns } from './chat/chat-turns.ts';
import { type OwnWords, registerQuestionRoutes, registerTranslationRoute } from './chat/language-model-routes.ts';
import { type Artifacts, registerFileRoutes } from './files/file-routes.ts';
import { registerMediaRoutes } from './files/media-routes.ts';
import type { HostFiles } from './files/send-file.ts';
import { registerGroupRoutes } from './groups/group-routes.ts';
import { createGroups } from './groups/groups.ts';
import { defaultGuideLimits } from './guide/ask-guide.ts';
import type { VisitorQuestions } from './guide/visitor-questions.ts';
import { createMiddlewareClient } from './museums/middleware-client.ts';
import { createMuseumDirectory, createSettingsFiles, type MuseumDirectory } from './museums/museum-directory.ts';
import { registerMuseumRoutes } from './museums/museum-routes.ts';
import type { DocumentsOf } from './museums/museum-texts.ts';
import { createReleaseSets, type ReleaseSets, type SetSigner, type UnsignedSets } from './museums/release-sets.ts';
import type { FirstPaintOptions } from './page/first-paint.ts';
import { loadPage, type SendPage } from './page/page.ts';
import { askSpeech, createSpeechLibrary, type ReadAloud, registerSpeechRoutes, speakInProcess } from './speech/speech-routes.ts';
import { createSpending } from './spending/spending.ts';
import { defaultSpendingLimits } from './spending/spending-limits.ts';
import { registerTranscriptionRoute } from './transcriptions/transcription-route.ts';
import { createServices } from './upstream/upstream.ts';
import type { Upstreams } from './upstream/upstreams.ts';
import { createVisitCookie, createVisitOf, type VisitRoutes } from './visits/visit-cookie.ts';
import { type OnReport, registerCarryRoutes, registerPingRoute, registerReportRoute } from './visits/visit-routes.ts';
import { defaultVoiceLimits, registerVoice, type VoiceOptions } from './voice/register-voice.ts';

export interface GatewayOptions {
  /** Absent on a developer's machine. */
  publicOrigin?: string | undefined;
  /** Origin of a CDN, from which pages load the files of published remotes. */
  artifactsOrigin?: string | undefined;
  /** Percentage of visits whose pages report timings; absent: all. */
  vitalsPercent?: number | undefined;
  /** URL at which the site's other gateways reach this gateway; absent: its first address. */
  gatewayUrl?: string | undefined;
  trustedProxies?: readonly string[] | undefined;
  registry: UnsignedSets & Artifacts & FirstPaintOptions['registry'];
  signer: SetSigner;
  registryRoutes?: ((app: FastifyInstance, museums: Pick<MuseumDirectory, 'loadMuseum'>) => Promise<void>) | undefined;
  profiles: readonly ProfileFile[];
  /** Documents that visitors may search and read; absent: no museum has any. */
  documentsOf?: DocumentsOf | undefined;
  /** Ids of museums, to which the codes of profiles lead that name only an id's beginning. */
  museumIds?: readonly EntityId[] | undefined;
  upstreams: Upstreams;
  /** Functions of the platform in this process, if `upstreams` names no service. */
  readAloud?: ReadAloud | undefined;
  ownWords?: OwnWords | undefined;
  voice: VoiceOptions;
  hostDir: string;
  /** Files of other host builds, for other gateways' pages and open tabs. */
  hosts?: HostFiles | undefined;
  /** Contains pictures in `museums/<folder>/`, and the museums' own scenes in `scenes/`. */
  contentDir: string;
  /** Its scenes are served if `contentDir` lacks the name. */
  demoContentDir: string;
  /** Sign the visit cookie. Absent: a key for this process alone. */
  visitKeys?: (() => Keys<Buffer>) | undefined;
  /** Shared by the site's gateways. Absent: in the memory of this process. */
  state?: SharedState | undefined;
  clock: Clock;
  log: FastifyBaseLogger;
  metrics?: Metrics | undefined;
  traces?: Traces | undefined;
  hidesMetrics?: boolean | undefined;
  questions?: VisitorQuestions | undefined;
  /** `*` stands for an unknown museum. The amount is negative if the estimate was too high. */
  onSpent?: ((museumId: string, work: PaidWork, microCents: number) => void) | undefined;
  onReport?: OnReport | undefined;
  /** Tests build their tables of routes from the calls. */
  onRoute?: ((route: { method: string; url: string }) => void) | undefined;
  limits?: Partial<Limits> | undefined;
  serverLimits?: Partial<ServerLimits> | undefined;
}

export type Limits = typeof defaultLimits;

export const defaultLimits = {
  freshMs: 5 * 60_000,
  staleMs: 24 * 60 * 60_000,
  missingMs: 30_000,
  staleRetryMs: 5_000,
  middlewareMs: 3_000,
  loginPauseMs: 30_000,
  loginRetryMs: 2_000,
  /** A page waits this long for a museum that no page requested before. */
  pageWaitMs: 300,
  pingMs: 3_000,
  questionsMs: 8_000,
  settingsMs: 3_000,
  /** From the recording's last byte on. */
  transcriptionMs: 20_000,
  speechMs: 12_000,
  chat: defaultGuideLimits,
  voice: defaultVoiceLimits,
  spending: defaultSpendingLimits,
};

const healthSchema = z.object({ status: z.literal('ok') });
const readinessSchema = z.object({ status: z.enum(['ready', 'not-ready']), problems: z.array(z.string()) });

type HealthOptions = Dependencies & { sets: ReleaseSets; artifacts: Artifacts } & Pick<GatewayOptions, 'hidesMetrics'>;

/**
 * Unavailable settings files, gateways that count separately, an unavailable bucket, and settings that refuse the site's own pages are
 * reported, but do not stop service.
 */
function registerHealthRoutes(app: FastifyInstance, options: HealthOptions): void {
  const { middleware, settings, state, sets, artifacts, metrics, originWatch, hidesMetrics } = options;
  app.get('/healthz', (_, reply) => sendResponse(reply, healthSchema, { status: 'ok' }));

  const findProblems = async () => {
    const isEmpty = Object.keys(sets.releaseSet('*').remotes).length === 0;
    const grave = pickProblems([
      { of: 'middleware', problem: await middleware.findProblem() },
      { of: 'pins', problem: isEmpty ? 'No remote is pinned: pin one, or start once with FIRST_DEFAULTS=built' : undefined },
      ...(await sets.findProblems()),
    ]);
    const light = pickProblems([
      { of: 'settings-files', problem: settings.problem() },
      { of: 'state', problem: state.problem() },
      { of: 'bucket', problem: await artifacts.findArtifactsProblem?.() },
      { of: 'settings', problem: originWatch.problem() },
    ]);
    return { status: grave.length === 0 ? 'ready' : 'not-ready', problems: [...grave, ...light] } as const;
  };
  metrics.watch('enfilade_problem', async () => {
    const found = new Set((await findProblems()).problems.map((one) => one.of));
    return problemKinds.map((of) => ({ labels: { of }, value: found.has(of) ? 1 : 0 }));
  });

  app.get('/readyz', async (_, reply) => {
    const { status, problems } = await findProblems();
    if (status !== 'ready') reply.code(503).header('retry-after', String(usualRetrySeconds));
    return sendResponse(reply, readinessSchema, { status, problems: problems.map(({ problem }) => problem) });
  });

  if (hidesMetrics) return;
  app.get('/metrics', async (_, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text()),
  );
}

const pickProblems = (findings: readonly { of: (typeof problemKinds)[number]; problem: string | undefined }[]) =>
  findings.flatMap(({ of, problem }) => (problem === undefined ? [] : [{ of, problem }]));

type Dependencies = ReturnType<typeof createDependencies>;

/**
 * Does not listen yet. Closing lets requests end for some seconds and aborts the rest. The registry stays open.
 * @throws PageTemplateError if the built host's page cannot be used
 */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const dependencies = createDependencies(options);
  const { metrics, services, originWatch } = dependencies;
  const app = createSiteServer({ ...options, metrics, originWatch, onOverdue: () => void services.close() });
  options.traces?.register(app);
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) options.onRoute?.({ method: one, url });
  });
  await registerPublicRoutes(app, options, dependencies);
  await registerVisitRoutes(app, options, dependencies);
  // Registered last: running requests, and calls that end while the site closes, still need the services.
  app.addHook('onClose', () => services.close());
  const { registryRoutes } = options;
  if (registryRoutes) await app.register((scope) => registryRoutes(scope, dependencies.museums));
  await app.ready();
  return app;
}

function createDependencies({ upstreams, profiles, documentsOf, museumIds = [], clock, log, ...options }: GatewayOptions) {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const metrics = options.metrics ?? createMetrics();
  const services = createServices({ clock, metrics, log });
  const middleware = createMiddlewareClient({ upstream: services.of('middleware'), log, middleware: upstreams.middleware, limits });
  return {
    limits,
    metrics,
    services,
    middleware,
    museums: createMuseumDirectory({ middleware, profiles, documentsOf, museumIds, clock, log, limits }),
    state: options.state ?? createMemoryState({ clock }),
    // Each gateway counts in its own memory, so no address is stored: these limits protect the process's own time.
    originWatch: createOriginWatch({ ...options, clock, log }),
    addressLimits: createAddressLimits(createMemoryState({ clock }), { clock, nameOf: (address) => address }),
    settings: createSettingsFiles({ upstream: services.of('settings'), bucket: upstreams.settings, profiles, log, limits }),
  };
}

async function registerPublicRoutes(app: FastifyInstance, options: GatewayOptions, dependencies: Dependencies): Promise<void> {
  const { registry, signer, clock, publicOrigin, artifactsOrigin, vitalsPercent, voice } = options;
  const sets = createReleaseSets({ registry, signer, clock });
  const all = { ...options, ...dependencies, sets, artifacts: registry };
  registerHealthRoutes(app, all);
  registerMuseumRoutes(app, all);
  await registerFileRoutes(app, { ...all, hasCdn: artifactsOrigin !== undefined });
  registerMediaRoutes(app, all);
  const headers = { publicOrigin, artifactsOrigin, vitalsPercent, rooms: voice.rooms };
  registerPages(app, await loadPage({ ...all, pageWaitMs: dependencies.limits.pageWaitMs, headers }));
}

async function registerVisitRoutes(app: FastifyInstance, options: GatewayOptions, dependencies: Dependencies): Promise<void> {
  const { limits, metrics, services, museums, state, addressLimits } = dependencies;
  const { clock, log, upstreams, profiles, publicOrigin, voice, questions, ownWords, gatewayUrl, hosts } = options;
  const { llm, tts } = upstreams;
  const ownKey = randomBytes(32);
  const keys = options.visitKeys ?? (() => [ownKey] as const);
  const cookie = createVisitCookie({ keys, publicOrigin, clock });
  const visitOf = createVisitOf(cookie, metrics);
  const nameOf = (address: string) => createHmac('sha256', keys()[0]).update(address).digest('base64url').slice(0, 22);
  const spending = createSpending({ state, clock, limits: limits.spending, metrics, nameOf, log, onSpent: options.onSpent });
  const shared: VisitRoutes = { ...dependencies, profiles, cookie, visitOf, spending, upstreams, clock, log };
  registerPingRoute(app, shared, limits.pingMs);
  registerReportRoute(app, shared, options.onReport);
  const model = llm ? { upstream: services.of('language-model'), llm, questionsMs: limits.questionsMs } : ownWords && { ownWords };
  if (!model) throw new TypeError('A gateway needs a language model in `upstreams.llm`, or `ownWords` of the platform.');
  registerQuestionRoutes(app, { ...shared, ...model });
  registerTranslationRoute(app, { ...shared, ...model });
  const guide = { upstream: services.of('guide'), vapi: upstreams.vapi, promptMark: randomBytes(12).toString('hex'), limits: limits.chat };
  const talk = { chains: createChatChains(state), turns: createChatTurns({ state, clock }) };
  registerChatRoutes(app, { ...shared, ...talk, questions, guide });
  registerCarryRoutes(app, { museums, addressLimits, keys, clock });
  const groups = createGroups({ state, keys, clock, nameOf });
  registerGroupRoutes(app, groups, shared);
  registerForgetRoute(app, { museums, cookie, ...talk, groups });
  const speechService = { upstream: services.of('speech'), speechMs: limits.speechMs };
  const speak = tts ? askSpeech({ ...speechService, tts }) : options.readAloud && speakInProcess(options.readAloud, speechService);
  if (!speak) throw new TypeError('A gateway needs a speech service in `upstreams.tts`, or `readAloud` of the platform.');
  registerSpeechRoutes(app, shared, createSpeechLibrary(speak));
  registerTranscriptionRoute(app, { ...shared, transcriptionMs: limits.transcriptionMs });
  await registerVoice(app, { ...shared, state, questions, voice, limits: limits.voice, publicOrigin, gatewayUrl, hosts });
}

const machinePaths = /^\/(?:api|static|remotes|media|voice|registry|healthz|readyz|metrics)(?:[/?]|$)/;
const isNavigation = ({ method, url }: FastifyRequest) => (method === 'GET' || method === 'HEAD') && !machinePaths.test(url);

/** If the release set has no screen at the path, the page has status 404 and shows the error in the visitor's language. */
function registerPages(app: FastifyInstance, sendPage: SendPage): void {
  const answer: SendPage = (request, reply) => {
    if (!isNavigation(request)) throw new HttpError('not-found');
    return sendPage(request, reply);
  };
  app.get('/', answer);
  app.get('/:screen', answer);
  app.setNotFoundHandler(answer);
}
