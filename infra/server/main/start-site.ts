import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { loadContent } from '@enfilade/platform/content/load-content';
import { loadProfiles } from '@enfilade/platform/content/load-profiles';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { openSiteDatabase } from '../database/open-database.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import { createGateway, type GatewayOptions } from '../gateway/gateway.ts';
import { pricesOf, spendingLimitsFor } from '../gateway/spending/spending-limits.ts';
import { createSpendingSums } from '../gateway/spending/spending-sums.ts';
import { upstreamsSchema } from '../gateway/upstream/upstreams.ts';
import type { VoiceOptions } from '../gateway/voice/register-voice.ts';
import { readCallMachine } from '../gateway/voice/voice-scripts.ts';
import { type KeyKind, openKeys, sessionKeys, visitKeys } from '../http/key-files.ts';
import type { Metrics } from '../http/metrics.ts';
import { readOidc } from '../operators/oidc.ts';
import { openOperators } from '../operators/operators.ts';
import { createQuestionStore } from '../questions/question-store.ts';
import { createQuestionBook } from '../questions/visitor-questions.ts';
import { siteTokens } from '../registry/api/access.ts';
import { openHostBuilds } from '../registry/artifacts/earlier-releases.ts';
import { createReleaseMetrics } from '../registry/metrics/release-metrics.ts';
import { openRegistry, type Registry } from '../registry/registry.ts';
import { createSetSigner, signingKeys } from '../registry/signing/set-signer.ts';
import { createScreenErrors } from '../screen-errors/screen-errors.ts';
import { createDatabaseState } from '../shared-state/database-state.ts';
import type { SharedState } from '../shared-state/shared-state.ts';
import { openValkeyState } from '../shared-state/valkey-state.ts';
import { needsPlatform, type PlatformModule, startLocalPlatform } from './local-platform.ts';
import { createManagementRoutes, listMuseums } from './management-routes.ts';
import { type LocalBuild, publishBuilds } from './publish-builds.ts';
import { bucketOf, type SiteSettings } from './settings.ts';
import { assertContentDir, explainFileError, listenErrorOf, nameContentDir, openDataDir } from './start-errors.ts';
import { openWatch } from './watch-site.ts';

export interface SiteOptions {
  settings: SiteSettings;
  hostDir: string;
  voiceDir: string;
  /** Runs as a separate process. */
  speechProgram: string;
  loadPlatform(): Promise<PlatformModule>;
  /** Default content; its scenes are served if the configured content lacks them. */
  demoContentDir: string;
  packageDirs?: readonly string[];
  builds: readonly LocalBuild[];
  serverLimits?: GatewayOptions['serverLimits'];
  /** Default: new metrics without those of the process. */
  metrics?: Metrics;
  /** Overrides values of the settings. */
  voice?: Partial<VoiceOptions>;
  clock: Clock;
  log: FastifyBaseLogger;
}

export type Site = Awaited<ReturnType<typeof open>>;

/**
 * The composition root. If a step fails, everything that was opened is closed.
 * @throws an error of `describeStartError` if a user can fix the problem
 */
export async function startSite(options: SiteOptions): Promise<Site> {
  const opened = createOpened();
  try {
    return await open(options, opened);
  } catch (error) {
    await opened.close();
    throw explainFileError(error, options.settings.DATA_DIR);
  }
}

async function open(options: SiteOptions, opened: Opened) {
  const { settings, clock, log } = options;
  await assertContentDir(settings.CONTENT_DIR);
  const contentDir = path.resolve(settings.CONTENT_DIR ?? options.demoContentDir);
  const { content, profiles, documentsOf } = await readContent(settings, contentDir);
  const dataDir = await openDataDir(settings.DATA_DIR);
  const watch = opened.add(await openWatch(options));
  const database = opened.add(await openSiteDatabase({ dataDir, databaseUrl: settings.DATABASE_URL }, log));
  const registry = opened.add(await openRegistry({ database, dataDir, bucket: bucketOf(settings), clock, log, ...watch }));
  watch.follow(registry);
  await publishBuilds(registry, options);
  const kept = opened.add(createDatabaseState({ database, table: 'kept', clock, log }));
  const keys = await openSiteKeys({ settings, dataDir, log });
  const books = openBooks({ ...options, database, registry, kept, visitKey: () => keys.visit()[0], metrics: watch.metrics }, opened);
  const { sums, questions } = books;
  const state = opened.add(await openState(options, database));
  const onFirstSound = (ms: number) => watch.metrics.observe('enfilade_first_sound_seconds', { way: 'call' }, ms / 1_000);
  const { onCallQuestion } = questions;
  const platform = content && opened.add(await startLocalPlatform({ ...options, content, state, onCallQuestion, onFirstSound }));
  const { OPERATORS_FILE: file, PUBLIC_ORIGIN: publicOrigin, DAILY_BUDGET_CENTS: dailyBudgetCents } = settings;
  const operators = await openOperators({
    dataDir,
    file: file && path.resolve(file),
    keys: keys.session,
    oidc: readOidc(settings),
    publicOrigin,
    kept,
    recordLogin: registry.recordLogin,
    clock,
    log,
  });
  const hosts = await openHostBuilds({ ...options, late: await readCallMachine(options.voiceDir), files: registry.files, kept });
  const gateway = await createGateway({
    publicOrigin,
    ...{ artifactsOrigin: settings.ARTIFACTS_PUBLIC_URL, vitalsPercent: settings.VITALS_PERCENT },
    gatewayUrl: settings.GATEWAY_URL,
    trustedProxies: settings.TRUSTED_PROXIES,
    registry,
    signer: createSetSigner(keys.set, clock),
    registryRoutes: createManagementRoutes({
      ...{ ...options, ...books, registry, operators, content, profiles },
      packages: { folders: options.packageDirs ?? [], kept, log },
      tokens: keys.token,
    }),
    profiles,
    documentsOf,
    museumIds: content?.museums.map(({ museum }) => museum._id),
    upstreams: platform?.upstreams ?? upstreamsSchema.parse(settings.upstreams),
    readAloud: platform?.readAloud,
    ownWords: platform?.ownWords,
    voice: pickVoice(options),
    hostDir: options.hostDir,
    hosts,
    contentDir,
    demoContentDir: options.demoContentDir,
    visitKeys: keys.visit,
    state,
    limits: { spending: spendingLimitsFor({ dailyBudgetCents, museums: profiles.length, prices: pricesOf(settings) }) },
    questions,
    onSpent: sums.add,
    onReport: books.onReport,
    ...watch,
    serverLimits: { ...drainLimits(settings), ...options.serverLimits },
    clock,
    log,
  });
  opened.add(gateway);
  const origin = await listen(gateway, settings);
  const metricsPort = await watch.listen();
  const seenAt = publicOrigin ?? origin;
  return {
    origin,
    metricsPort: metricsPort ?? Number(new URL(origin).port),
    museums: listMuseums({ content, profiles, origin: seenAt }),
    tokenFile: settings.SITE_TOKEN_FILE ?? path.join(dataDir, siteTokens.file),
    /** `passwordFile` is set while the first operator's password is valid. */
    operators: { address: `${seenAt}/operator`, passwordFile: operators.passwordFile },
    /** A wrong file is logged, and the previous keys stay valid. */
    rereadKeys: keys.reread,
    close: opened.close,
  };
}

/** The state survives a restart. */
async function openState({ settings, clock, log }: SiteOptions, database: SiteDatabase): Promise<SharedState> {
  const { DATABASE_URL: databaseUrl, VALKEY_URL: url } = settings;
  if (url !== undefined) return openValkeyState({ url, clock, log });
  if (databaseUrl !== undefined) log.warn('VALKEY_URL is not set: this must be the only gateway that uses the database of DATABASE_URL');
  return createDatabaseState({ database, table: 'state', clock, log });
}

interface BookOptions extends Pick<SiteOptions, 'hostDir' | 'clock' | 'log'> {
  database: SiteDatabase;
  registry: Registry;
  kept: SharedState;
  visitKey(): Buffer;
  metrics: Metrics;
}

function openBooks(options: BookOptions, opened: Opened) {
  const { database, registry, visitKey: key, metrics: watched, clock, log } = options;
  const nameOf = (text: string) => createHmac('sha256', key()).update(text).digest('base64url').slice(0, 22);
  const metrics = opened.add(createReleaseMetrics({ ...options, nameOf }));
  const errors = opened.add(createScreenErrors({ ...options, nameOf }));
  const sums = opened.add(createSpendingSums(options));
  const questions = opened.add(createQuestionBook({ store: createQuestionStore(database, clock), metrics: watched, key, clock, log }));
  const onReport: NonNullable<GatewayOptions['onReport']> = (facts) => {
    const { remote, version } = facts.report;
    const isKnown = registry.isServed(remote, version);
    watched.reported(facts.report, { isKnown, ofVisit: facts.visit !== undefined });
    metrics.onReport(facts);
    errors.onReport(facts);
  };
  return { metrics, errors, sums, questions, onReport };
}

interface KeyPlaces extends Pick<SiteOptions, 'settings' | 'log'> {
  dataDir: string;
}

/** `reread` reads all key files again. @throws KeyError */
async function openSiteKeys({ settings, ...places }: KeyPlaces) {
  const open = <Key>(kind: KeyKind<Key>) =>
    openKeys(kind, { value: settings[kind.variable], file: settings[`${kind.variable}_FILE`], ...places });
  const [visit, session, token, set] = [await open(visitKeys), await open(sessionKeys), await open(siteTokens), await open(signingKeys)];
  const reread = async () => void (await Promise.all([visit, session, token, set].map((keys) => keys.reread())));
  return { visit: visit.current, session: session.current, token: token.current, set: set.current, reread };
}

/** If all services are hosted, reads only profiles and their texts. @throws StartError with all problems */
async function readContent(settings: SiteSettings, contentDir: string) {
  try {
    const content = needsPlatform(settings) ? await loadContent(contentDir) : undefined;
    const museums = content?.museums ?? (await loadProfiles(contentDir));
    const texts = new Map(museums.map(({ profile, knowledge }) => [profile, knowledge]));
    return { content, profiles: [...texts.keys()], documentsOf: (profile: ProfileFile) => texts.get(profile) ?? [] };
  } catch (error) {
    throw nameContentDir(error, contentDir);
  }
}

/** With DRAIN_SECONDS, other gateways serve new requests, so begun answers get more time to end. */
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

type Opened = ReturnType<typeof createOpened>;

function createOpened() {
  const opened: { close(): Promise<unknown> }[] = [];
  return {
    add<One extends { close(): Promise<unknown> }>(one: One): One {
      opened.push(one);
      return one;
    },
    /** Closes the last first. A failure does not keep the others from closing. */
    async close(): Promise<void> {
      const failed: unknown[] = [];
      for (const one of opened.splice(0).reverse()) await one.close().catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw failed[0];
    },
  };
}

/** The hosted platform recognises speech itself; ours does if a transcription service is set. */
function pickVoice({ settings, voiceDir, voice }: SiteOptions): VoiceOptions {
  const { VOICE_SLOTS: slots, upstreams } = settings;
  const { vapi, stt } = upstreams;
  return { rooms: vapi ? 'hosted' : 'local', hearing: vapi || stt ? 'site' : 'browser', slots, voiceDir, ...voice };
}
