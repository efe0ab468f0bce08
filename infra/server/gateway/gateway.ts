import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createChatChains } from './chat/chat-chains.ts';
import { registerChatRoutes } from './chat/chat-routes.ts';
import { createChatTurns } from './chat/chat-turns.ts';
import { registerRatingRoute } from './chat/rating-route.ts';
import { registerWelcomeRoute } from './chat/welcome-route.ts';
import { registerFileRoutes } from './files/file-routes.ts';
import { registerMediaRoutes } from './files/media-routes.ts';
import type { GatewayOptions, ReleaseSets, Visitor } from './gateway-options.ts';
import { registerHealthRoutes } from './health-routes.ts';
import { clientAddress } from './http/client-address.ts';
import { GatewayFault } from './http/gateway-fault.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { createMuseumDirectory, type MuseumDirectory } from './museums/museum-directory.ts';
import { registerMuseumRoutes } from './museums/museum-routes.ts';
import { loadPage, pagePaths, type SendPage } from './page/page.ts';
import { createPageHeaders } from './page/page-headers.ts';
import { registerQuestionRoutes } from './questions/question-routes.ts';
import { registerReportRoute } from './report-route.ts';
import { createSiteServer } from './site-server.ts';
import { createSpeechLibrary } from './speech/speech-library.ts';
import { registerSpeechRoutes } from './speech/speech-routes.ts';
import { createSpending } from './spending/spending.ts';
import { registerTranscriptionRoute } from './transcriptions/transcription-route.ts';
import { createMiddlewareClient, type MiddlewareClient } from './upstream/middleware-client.ts';
import { createServices, type Services } from './upstream/services.ts';
import { createSettingsFiles, type SettingsFiles } from './upstream/settings-files.ts';
import { registerPingRoute } from './visits/ping-route.ts';
import { createVisitSeal } from './visits/visit-cookie.ts';
import { createVisitOf } from './visits/visit-of-request.ts';
import { registerVoice } from './voice/register-voice.ts';
import { createMetrics, type Metrics } from './watching/metrics.ts';

/** Nobody in particular: what everybody gets. */
const nobody: Visitor = { grants: [], avoid: [] };

/** Everything the routes share. */
interface Parts {
  limits: Limits;
  metrics: Metrics;
  services: Services;
  middleware: MiddlewareClient;
  museums: MuseumDirectory;
  settings: SettingsFiles;
}

/**
 * The one origin of a site: page, files, remotes and API. Not listening yet; closing it lets
 * requests end for some seconds and breaks off the rest, the registry stays open for whoever opened it.
 * @throws PageTemplateError when the built host's page cannot be used
 */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const parts = createParts(options);
  const app = createSiteServer({ ...options, metrics: parts.metrics, onOverdue: () => void parts.services.close() });
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) options.onRoute?.({ method: one, url });
  });
  await registerReading(app, options, parts);
  await registerWriting(app, options, parts);
  // Last: what is under way, and whoever ends calls while the site closes, still needs the way out.
  app.addHook('onClose', () => parts.services.close());
  if (options.registryRoutes) await app.register(options.registryRoutes);
  await app.ready();
  return app;
}

function createParts({ upstreams, profiles, museumIds = [], clock, log, limits: changed }: GatewayOptions): Parts {
  const limits: Limits = { ...defaultLimits, ...changed };
  const metrics = createMetrics();
  const services = createServices({ clock, metrics, log });
  const { middlewareUrl, middlewareEmail: email, middlewarePassword: password } = upstreams;
  const middleware = createMiddlewareClient({ upstream: services.of('middleware'), log, middlewareUrl, email, password, limits });
  return {
    limits,
    metrics,
    services,
    middleware,
    museums: createMuseumDirectory({ middleware, profiles, museumIds, clock, log, limits }),
    settings: createSettingsFiles({ upstream: services.of('settings'), settingsUrl: upstreams.settingsUrl, profiles, log, limits }),
  };
}

async function registerReading(
  app: FastifyInstance,
  options: GatewayOptions,
  { limits, metrics, middleware, museums, settings }: Parts,
): Promise<void> {
  const { registry, signer, hostDir, contentDir, demoContentDir, clock, publicOrigin, voice } = options;
  const sets: ReleaseSets = {
    releaseSet(museumId, { id: visitorId, grants, avoid } = nobody) {
      return signer.sign(registry.chooseSet({ museumId, visitorId, grants, avoid, now: clock.now() }), museumId);
    },
  };
  registerHealthRoutes(app, { middleware, settings, sets, metrics });
  registerMuseumRoutes(app, { museums, sets });
  await registerFileRoutes(app, { hostDir, artifacts: registry });
  registerMediaRoutes(app, { contentDir, demoContentDir, museums });
  registerPages(
    app,
    await loadPage({
      hostDir,
      sets,
      setKeys: signer.publicKeys,
      museums,
      clock,
      pageWaitMs: limits.pageWaitMs,
      headers: createPageHeaders({ publicOrigin, rooms: voice.rooms }),
    }),
  );
}

async function registerWriting(app: FastifyInstance, options: GatewayOptions, parts: Parts): Promise<void> {
  const { limits, metrics, services, museums, settings } = parts;
  const { clock, upstreams, profiles, visitKey } = options;
  const { kbUrl, vapiUrl, vapiKey, llmUrl, llmKey, llmModel, ttsUrl, ttsKey, ttsModel } = upstreams;
  const seal = createVisitSeal([visitKey ?? randomBytes(32)], clock);
  const visitOf = createVisitOf({ seal, clock, addressOf: clientAddress });
  const spending = createSpending({ clock, limits: limits.spending, metrics });
  const knowledgeBase = { upstream: services.of('knowledge-base'), kbUrl, pingMs: limits.pingMs };
  registerPingRoute(app, { museums, settings, knowledgeBase, visitOf });
  registerReportRoute(app, { findVisit: seal.find, onReport: options.onReport });
  registerQuestionRoutes(app, {
    upstream: services.of('language-model'),
    museums,
    visitOf,
    spending,
    llmUrl,
    llmKey,
    llmModel,
    questionsMs: limits.questionsMs,
  });
  const promptMark = randomBytes(12).toString('hex');
  const guide = { upstream: services.of('guide'), vapiUrl, vapiKey, promptMark, limits: limits.chat };
  registerChatRoutes(app, { guide, museums, visitOf, spending, chains: createChatChains(clock), turns: createChatTurns() });
  registerWelcomeRoute(app, museums);
  registerRatingRoute(app, { museums, visitOf });
  const library = createSpeechLibrary({ upstream: services.of('speech'), ttsUrl, ttsKey, ttsModel, speechMs: limits.speechMs });
  registerSpeechRoutes(app, { museums, profiles, library, visitOf, spending });
  registerTranscriptionRoute(app, {
    upstream: services.of('transcription'),
    service: upstreams.transcription,
    visitOf,
    spending,
    transcriptionMs: limits.transcriptionMs,
  });
  await registerVoice(app, options, { ...parts, visitOf, spending, findVisit: ({ headers }) => seal.find(headers.cookie)?.id });
}

/** Paths below which there is no page, only what machines ask for. */
const machinePaths = /^\/(?:api|static|remotes|media|voice|registry|healthz|readyz|metrics)(?:[/?]|$)/;
const isNavigation = ({ method, url }: FastifyRequest) => (method === 'GET' || method === 'HEAD') && !machinePaths.test(url);

/** Every unknown path is the page too, with status 404: it says so in the visitor's language. */
function registerPages(app: FastifyInstance, sendPage: SendPage): void {
  for (const path of pagePaths) app.get(path, sendPage);
  app.setNotFoundHandler((request, reply) => {
    if (!isNavigation(request)) throw new GatewayFault('not-found');
    return sendPage(request, reply);
  });
}
