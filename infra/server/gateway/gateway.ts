import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpError, sendResponse, usualRetrySeconds } from '../http/exchange.ts';
import { problemKinds } from '../http/metric-list.ts';
import { createMetrics } from '../http/metrics.ts';
import { createOriginWatch } from '../http/same-site-guard.ts';
import { createSiteServer } from '../http/site-server.ts';
import { createMemoryState } from '../shared-state/memory-state.ts';
import { createChatChains, registerChatRoutes, registerForgetRoute } from './chat/chat-routes.ts';
import { createChatTurns } from './chat/chat-turns.ts';
import { registerQuestionRoutes, registerTranslationRoute } from './chat/language-model-routes.ts';
import { type Artifacts, registerFileRoutes } from './files/file-routes.ts';
import { registerMediaRoutes } from './files/media-routes.ts';
import { defaultLimits, type GatewayOptions, type Limits } from './gateway-options.ts';
import { registerGroupRoutes } from './groups/group-routes.ts';
import { createGroups } from './groups/groups.ts';
import { createMiddlewareClient } from './museums/middleware-client.ts';
import { createMuseumDirectory, createSettingsFiles } from './museums/museum-directory.ts';
import { registerMuseumRoutes } from './museums/museum-routes.ts';
import { createReleaseSets, type ReleaseSets } from './museums/release-sets.ts';
import { loadPage, type SendPage } from './page/page.ts';
import { askSpeech, createSpeechLibrary, registerSpeechRoutes, speakInProcess } from './speech/speech-routes.ts';
import { createAddressLimits } from './spending/budget.ts';
import { createSpending } from './spending/spending.ts';
import { registerTranscriptionRoute } from './transcriptions/transcription-route.ts';
import { createServices } from './upstream/upstream.ts';
import { createVisitCookie, createVisitOf, type VisitRoutes } from './visits/visit-cookie.ts';
import { registerCarryRoutes, registerPingRoute, registerReportRoute } from './visits/visit-routes.ts';
import { registerVoice } from './voice/register-voice.ts';

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
    const grave: Finding[] = [
      { of: 'middleware', problem: await middleware.findProblem() },
      { of: 'pins', problem: findRegistryProblem(sets) },
      ...(await sets.findProblems()),
    ];
    const light: Finding[] = [
      { of: 'settings-files', problem: settings.problem() },
      { of: 'state', problem: state.problem() },
      { of: 'bucket', problem: await artifacts.findArtifactsProblem?.() },
      { of: 'settings', problem: originWatch.problem() },
    ];
    return { isReady: !grave.some(isFound), problems: [...grave, ...light].filter(isFound) };
  };
  metrics.watch('enfilade_problem', async () => {
    const found = new Set((await findProblems()).problems.map((one) => one.of));
    return problemKinds.map((of) => ({ labels: { of }, value: found.has(of) ? 1 : 0 }));
  });

  app.get('/readyz', async (_, reply) => {
    const { isReady, problems } = await findProblems();
    const status = isReady ? 'ready' : 'not-ready';
    if (!isReady) reply.code(503).header('retry-after', String(usualRetrySeconds));
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

interface Finding {
  of: (typeof problemKinds)[number];
  problem: string | undefined;
}

const isFound = (finding: Finding): finding is Finding & { problem: string } => finding.problem !== undefined;

function findRegistryProblem(sets: ReleaseSets): string | undefined {
  try {
    return Object.keys(sets.releaseSet('*').remotes).length === 0
      ? 'No remote is pinned: pin one, or start once with FIRST_DEFAULTS=built'
      : undefined;
  } catch {
    return 'The registry is closed';
  }
}

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
  const { registry, signer, hostDir, hosts, contentDir, demoContentDir, clock, log, publicOrigin, artifactsOrigin, vitalsPercent, voice } =
    options;
  const { limits, museums, addressLimits } = dependencies;
  const sets = createReleaseSets({ registry, signer, clock });
  registerHealthRoutes(app, { ...options, ...dependencies, sets, artifacts: registry });
  registerMuseumRoutes(app, { museums, sets, addressLimits });
  await registerFileRoutes(app, { hostDir, artifacts: registry, hosts, hasCdn: artifactsOrigin !== undefined });
  registerMediaRoutes(app, { contentDir, demoContentDir, museums });
  const headers = { publicOrigin, artifactsOrigin, vitalsPercent, rooms: voice.rooms };
  const setKeys = () => signer.publicKeys;
  registerPages(app, await loadPage({ hostDir, registry, log, sets, setKeys, museums, clock, pageWaitMs: limits.pageWaitMs, headers }));
}

async function registerVisitRoutes(app: FastifyInstance, options: GatewayOptions, dependencies: Dependencies): Promise<void> {
  const { limits, metrics, services, museums, state, addressLimits } = dependencies;
  const { clock, log, upstreams, profiles, publicOrigin, voice, questions } = options;
  const ownKey = randomBytes(32);
  const keys = options.visitKeys ?? (() => [ownKey] as const);
  const cookie = createVisitCookie({ keys, publicOrigin, clock });
  const visitOf = createVisitOf(cookie, metrics);
  const nameOf = (address: string) => createHmac('sha256', keys()[0]).update(address).digest('base64url').slice(0, 22);
  const spending = createSpending({ state, clock, limits: limits.spending, metrics, nameOf, log, onSpent: options.onSpent });
  const shared: VisitRoutes = { ...dependencies, profiles, cookie, visitOf, spending, upstreams, clock, log };
  registerPingRoute(app, shared, limits.pingMs);
  registerReportRoute(app, shared, options.onReport);
  const { llm } = upstreams;
  const { ownWords } = options;
  const model = llm ? { upstream: services.of('language-model'), llm, questionsMs: limits.questionsMs } : ownWords && { ownWords };
  if (!model) throw new TypeError('A gateway needs a language model in `upstreams.llm`, or `ownWords` of the platform.');
  const languageModel = { ...shared, ...model };
  registerQuestionRoutes(app, languageModel);
  registerTranslationRoute(app, languageModel);
  const promptMark = randomBytes(12).toString('hex');
  const guide = { upstream: services.of('guide'), vapi: upstreams.vapi, promptMark, limits: limits.chat };
  const chains = createChatChains(state);
  const turns = createChatTurns({ state, clock });
  registerChatRoutes(app, { ...shared, questions, guide, chains, turns });
  registerCarryRoutes(app, { museums, addressLimits, keys, clock });
  const groups = createGroups({ state, keys, clock, nameOf });
  registerGroupRoutes(app, groups, shared);
  registerForgetRoute(app, { museums, cookie, chains, turns, groups });
  const speechService = { upstream: services.of('speech'), speechMs: limits.speechMs };
  const { tts } = upstreams;
  const speak = tts ? askSpeech({ ...speechService, tts }) : options.readAloud && speakInProcess(options.readAloud, speechService);
  if (!speak) throw new TypeError('A gateway needs a speech service in `upstreams.tts`, or `readAloud` of the platform.');
  registerSpeechRoutes(app, shared, createSpeechLibrary(speak));
  registerTranscriptionRoute(app, { ...shared, transcriptionMs: limits.transcriptionMs });
  const { gatewayUrl, hosts } = options;
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
