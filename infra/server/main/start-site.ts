import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Content } from '@enfilade/platform/content/content';
import { loadContent } from '@enfilade/platform/content/load-content';
import { loadProfiles } from '@enfilade/platform/content/load-profiles';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { findProfile } from '@enfilade/shared-contracts/museum/profile-file';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createGateway } from '../gateway/gateway.ts';
import { type GatewayOptions, siteMerges } from '../gateway/gateway-options.ts';
import { pricesOf } from '../gateway/spending/prices.ts';
import { spendingLimitsFor } from '../gateway/spending/spending-limits.ts';
import { createSpendingSums, type SpendingSums } from '../gateway/spending/spending-sums.ts';
import { upstreamsSchema } from '../gateway/upstream/upstreams.ts';
import { loadVisitKey } from '../gateway/visits/visit-cookie.ts';
import type { VoiceOptions } from '../gateway/voice/register-voice.ts';
import { HttpError } from '../http/http-error.ts';
import { loginMerges } from '../operators/login-throttle.ts';
import { type Operators, openOperators } from '../operators/operators.ts';
import { addQuestionRoutes } from '../questions/question-routes.ts';
import { openQuestionBook, type QuestionBook } from '../questions/visitor-questions.ts';
import type { OverviewFacts } from '../registry/api/overview.ts';
import { registerRegistryRoutes } from '../registry/api/registry-routes.ts';
import { loadTokens, type Token } from '../registry/api/tokens.ts';
import { createReleaseMetrics } from '../registry/metrics/release-metrics.ts';
import { openRegistry, type Registry } from '../registry/registry.ts';
import { createSetSigner } from '../registry/signing/set-signer.ts';
import { loadSigningKeys } from '../registry/signing/signing-key.ts';
import { StaleError, StoreUnavailableError, UnknownReleaseError } from '../registry/state/registry-error.ts';
import { localBuildActor as actor } from '../registry/state/registry-state.ts';
import { openKeptState, openSiteState } from '../shared-state/open-site-state.ts';
import { listMuseums } from './list-museums.ts';
import { type LocalPlatform, type LocalPlatformOptions, needsPlatform, type PlatformModule, startLocalPlatform } from './local-platform.ts';
import type { SiteSettings } from './settings.ts';
import { assertContentDir, explainFileError, listenErrorOf, nameContentDir, openDataDir } from './start-errors.ts';

interface Management {
  registry: Registry;
  tokens: readonly Token[];
  operators: Operators;
  /** Reports of browsers on how versions fare. */
  metrics: Pick<OverviewFacts, 'healthOf' | 'rolloutHealth'>;
  sums: Pick<SpendingSums, 'of'>;
  questions: Pick<QuestionBook, 'list' | 'erase'>;
  /** Absent when every service is a hosted one. */
  content: Content | undefined;
  profiles: GatewayOptions['profiles'];
}

/** For teams and operators: `/registry/v1`, and the operators' login. */
export function createManagementRoutes(given: Management): NonNullable<GatewayOptions['registryRoutes']> {
  const { registry, tokens, operators, questions } = given;
  return async (app, { loadMuseum }) => {
    operators.registerRoutes(app);
    const facts = createFacts(given);
    await registerRegistryRoutes(app, {
      registry,
      tokens,
      console: { ...facts, sessionOf: operators.sessionOf },
      addMore(scope, access) {
        const namesOf = async (museumId: EntityId) => {
          const museum = await loadMuseum(museumId).catch(() => undefined);
          return new Map(museum?.exhibitions.map(({ _id, name }) => [_id, name]));
        };
        addQuestionRoutes(scope, { book: questions, access, namesOf });
      },
      async assertMuseum(museumId) {
        if (museumId === '*') return;
        const error: unknown = await loadMuseum(museumId).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error instanceof HttpError && error.code === 'museum-not-found')
          throw new UnknownReleaseError(`This site has no museum ${museumId}; its operators' page lists those it has.`);
        // A middleware that is down stops nobody who has to act at a museum known before.
        if (!error || facts.museumIds.includes(museumId) || registry.museums().includes(museumId)) return;
        throw new StoreUnavailableError('The middleware does not answer, so nobody can tell whether this museum exists; try again later.');
      },
    });
  };
}

/** In front of a hosted middleware a museum is known by its id, and by its profile where it has one. */
function createFacts({ content, profiles, metrics: { healthOf, rolloutHealth }, sums }: Management): OverviewFacts {
  const names = new Map(content?.museums.map(({ museum }) => [museum._id, museum.name]));
  const ofProfiles = profiles.map(({ museum }) => museum).filter((museum) => museum.length === 24);
  return {
    museumIds: content ? [...names.keys()] : ofProfiles,
    describeMuseum(museumId) {
      const { wallCode, entryScreen = 'visit' } = findProfile(profiles, museumId) ?? {};
      return { name: names.get(museumId) ?? museumId, ...(wallCode !== undefined && { code: wallCode }), entryScreen };
    },
    healthOf,
    rolloutHealth,
    spendingOf: sums.of,
  };
}

export interface SiteOptions {
  settings: SiteSettings;
  /** The built host. */
  hostDir: string;
  /** The built call machine of the local platform. */
  voiceDir: string;
  /** The program that speaks, started as a process of its own. */
  speechProgram: string;
  /** See `LocalPlatformOptions`. */
  loadPlatform(): Promise<PlatformModule>;
  /** Served unless the settings name another; its scenes wherever the other has none. */
  demoContentDir: string;
  /** Published at every start, and made the default where nobody has set another. */
  builds: readonly LocalBuild[];
  serverLimits?: GatewayOptions['serverLimits'];
  clock: Clock;
  log: FastifyBaseLogger;
}

export type Site = Awaited<ReturnType<typeof open>>;

type Closing = (() => Promise<unknown>)[];

/**
 * The composition root: content, registry, stand-ins, gateway. Whatever was opened is closed again when a
 * later step fails.
 * @throws what `describeStartError` knows, as far as a user can mend it
 */
export async function startSite(options: SiteOptions): Promise<Site> {
  const opened: Closing = [];
  try {
    return await open(options, opened);
  } catch (error) {
    await closeAll(opened);
    throw explainFileError(error, options.settings.DATA_DIR);
  }
}

async function open(options: SiteOptions, opened: Closing) {
  const { settings, clock, log } = options;
  await assertContentDir(settings.CONTENT_DIR);
  const contentDir = path.resolve(settings.CONTENT_DIR ?? options.demoContentDir);
  const { content, profiles } = await readContent(settings, contentDir);
  const dataDir = await openDataDir(settings.DATA_DIR);
  const registry = await openRegistry({ dataDir, databaseUrl: settings.DATABASE_URL, clock, log });
  opened.push(() => registry.close());
  await publishBuilds(registry, options);
  const kept = await openKeptState({ databaseUrl: settings.DATABASE_URL, dataDir, clock, log });
  opened.push(() => kept.close());
  const visitKey = await loadVisitKey(dataDir);
  const nameOf = (text: string) => createHmac('sha256', visitKey).update(text).digest('base64url').slice(0, 22);
  const metrics = createReleaseMetrics({ registry, kept, nameOf, clock, log });
  opened.push(() => metrics.close());
  const sums = createSpendingSums({ kept, clock, log });
  opened.push(() => sums.close());
  const questions = await openQuestionBook({ dataDir, databaseUrl: settings.DATABASE_URL, key: visitKey, clock, log });
  opened.push(() => questions.close());
  const { DATABASE_URL: databaseUrl, VALKEY_URL: url } = settings;
  const merges = { ...siteMerges, ...loginMerges };
  const state = await openSiteState({ url, dataDir, hasOthers: databaseUrl !== undefined, merges, clock, log });
  opened.push(() => state.close());
  const platform = await openPlatform({ ...options, state, onCallQuestion: questions.onCallQuestion }, content, opened);
  const tokens = await loadTokens(dataDir);
  const { OPERATORS_FILE: file, PUBLIC_ORIGIN: publicOrigin } = settings;
  const operators = await openOperators({
    dataDir,
    file: file && path.resolve(file),
    publicOrigin,
    // Of several gateways that share a database alone, each has budgets of its own, but none lets anybody guess anew.
    state: databaseUrl === undefined || state.isShared ? state : kept,
    kept,
    recordLogin: registry.recordLogin,
    clock,
    log,
  });
  const gateway = await createGateway({
    publicOrigin,
    gatewayUrl: settings.GATEWAY_URL,
    trustedProxies: settings.TRUSTED_PROXIES,
    registry,
    signer: createSetSigner(await loadSigningKeys({ files: settings.SIGNING_KEY_FILE, dataDir }), clock),
    registryRoutes: createManagementRoutes({ registry, tokens, operators, metrics, sums, questions, content, profiles }),
    profiles,
    museumIds: content?.museums.map(({ museum }) => museum._id),
    upstreams: platform?.upstreams ?? upstreamsSchema.parse(settings.upstreams),
    voice: pickVoice(settings, options.voiceDir),
    hostDir: options.hostDir,
    contentDir,
    demoContentDir: options.demoContentDir,
    visitKey,
    state,
    limits: {
      spending: spendingLimitsFor({ dailyBudgetCents: settings.DAILY_BUDGET_CENTS, museums: profiles.length, prices: pricesOf(settings) }),
    },
    questions,
    onSpent: sums.add,
    onReport: metrics.onReport,
    serverLimits: { ...drainLimits(settings), ...options.serverLimits },
    clock,
    log,
  });
  opened.push(() => gateway.close());
  const origin = await listen(gateway, settings);
  const seenAt = publicOrigin ?? origin;
  return {
    /** Where it listens, as a visitor on this machine reaches it. */
    origin,
    museums: listMuseums({ content, profiles, origin: seenAt }),
    /** Holds the local operator's bearer token. */
    tokenFile: path.join(dataDir, 'tokens/local'),
    /** Where operators log in, and the file with the password of the one made at the first start, as long as it is theirs. */
    operators: { address: `${seenAt}/operator`, passwordFile: operators.passwordFile },
    /** Ends streams, lets requests finish, closes everything in the reverse order of its opening. */
    close: () => closeAll(opened),
  };
}

/** In front of hosted services the profiles are all there is. @throws StartError with everything that is wrong */
async function readContent(settings: SiteSettings, contentDir: string): Promise<Pick<Management, 'content' | 'profiles'>> {
  try {
    const content = needsPlatform(settings) ? await loadContent(contentDir) : undefined;
    return { content, profiles: content?.museums.map(({ profile }) => profile) ?? (await loadProfiles(contentDir)) };
  } catch (error) {
    throw nameContentDir(error, contentDir);
  }
}

async function openPlatform(
  options: SiteOptions & Pick<LocalPlatformOptions, 'onCallQuestion' | 'state'>,
  content: Content | undefined,
  opened: Closing,
): Promise<LocalPlatform | undefined> {
  if (!content) return undefined;
  const platform = await startLocalPlatform({ ...options, content });
  opened.push(() => platform.close());
  return platform;
}

/** Beside other gateways nobody waits for this one: what was begun has time to end. */
function drainLimits({ DRAIN_SECONDS: seconds }: SiteSettings): GatewayOptions['serverLimits'] {
  return seconds > 0 ? { drainMs: 1_000 * seconds, overdueMs: 15_000 } : {};
}

async function listen(gateway: FastifyInstance, settings: SiteSettings): Promise<string> {
  const { HOST: host, PORT: port } = settings;
  try {
    await gateway.listen({ host, port });
  } catch (error) {
    throw listenErrorOf(error, settings) ?? error;
  }
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${(gateway.server.address() as AddressInfo).port}`;
}

/** In the reverse order of opening; what fails to close does not stop the others. */
async function closeAll(opened: Closing): Promise<void> {
  const failed: unknown[] = [];
  for (const close of opened.splice(0).reverse()) await close().catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}

/** A remote built on this machine. */
interface LocalBuild {
  name: string;
  folder: string;
}

/**
 * Publishes each build and makes it the default where none is set, or one that a start set. What anybody else pinned or
 * rolled back to stays, also after a crash. @throws RegistryError
 */
async function publishBuilds(registry: Registry, { builds, settings, log }: SiteOptions): Promise<void> {
  const published = await Promise.all(
    builds.map(async ({ name, folder }) => ({ name, ...(await registry.publish({ name, folder, actor })) })),
  );
  const isProduction = settings.NODE_ENV === 'production';
  const unpinned = published.filter(({ name }) => registry.pinnedBy('*', name) === undefined);
  if (isProduction && settings.FIRST_DEFAULTS === undefined) {
    if (unpinned.length > 0) log.warn({ unpinned }, 'no default is pinned of these, and NODE_ENV=production pins none by itself');
    return;
  }
  for (const { name, version } of isProduction ? unpinned : published) {
    const pinnedBy = registry.pinnedBy('*', name);
    // A version with a name of its own, left in dist by a team, is for those who are given it.
    if (pinnedBy !== undefined && (pinnedBy !== actor || !version.includes('-dev.'))) continue;
    const expected = registry.ownPins('*').get(name) ?? null;
    await registry.pin({ museumId: '*', name, version, expected, actor }).catch((error: unknown) => {
      // Somebody, or the start of another gateway, has pinned one since.
      if (!(error instanceof StaleError)) throw error;
    });
  }
}

/** The hosted platform recognises speech by itself; ours does where a transcription service is named. */
function pickVoice({ upstreams: { vapi, stt }, VOICE_SLOTS: slots }: SiteSettings, voiceDir: string): VoiceOptions {
  return { rooms: vapi ? 'hosted' : 'local', hearing: vapi || stt ? 'site' : 'browser', slots, voiceDir };
}
