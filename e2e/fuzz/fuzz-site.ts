import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { spendingLimitsFor } from '@enfilade/server/gateway/spending/spending-limits';
import { cookieOf } from '@enfilade/server/gateway/testing/chat-client';
import type { Leader } from '@enfilade/server/gateway/testing/group-client';
import { museumRecord, profileFile } from '@enfilade/server/gateway/testing/samples';
import { speakingProfile } from '@enfilade/server/gateway/testing/speech-client';
import { startTestGateway, type TestGateway, visitKey } from '@enfilade/server/gateway/testing/test-gateway';
import { createLog } from '@enfilade/server/http/create-log';
import { createMetrics } from '@enfilade/server/http/metrics';
import { createManagementRoutes } from '@enfilade/server/main/management-routes';
import { openOperators } from '@enfilade/server/operators/operators';
import { createQuestionStore } from '@enfilade/server/questions/question-store';
import { createQuestionBook } from '@enfilade/server/questions/visitor-questions';
import { siteTokens } from '@enfilade/server/registry/api/access';
import { createReleaseMetrics } from '@enfilade/server/registry/metrics/release-metrics';
import type { Registry } from '@enfilade/server/registry/registry';
import { createSetSigner } from '@enfilade/server/registry/signing/set-signer';
import { writeBuild } from '@enfilade/server/registry/testing/built-remote';
import { makeSigningKey, signWith } from '@enfilade/server/registry/testing/make-signing-key';
import { openTemporaryRegistry, readKeys, silentLog, type TemporaryRegistry } from '@enfilade/server/registry/testing/temporary-registry';
import { createScreenErrors } from '@enfilade/server/screen-errors/screen-errors';
import { createMemoryState } from '@enfilade/server/shared-state/shared-state';
import { createTurnableClock, type TurnableClock } from '@enfilade/shared-contracts/kit/testing/turnable-clock';
import { profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import { type ScriptedServices, startScriptedServices } from './scripted-services.ts';

export interface Route {
  method: string;
  url: string;
}

/** Values for requests that are meant to succeed. */
export interface SiteFacts {
  /** Has all rights in the registry. */
  token: string;
  password: string;
  session: string;
  /** The session has logged out. */
  endedSession: string;
  /** Ids; `rolloutMuseum` returns the museum of each. */
  rollouts: readonly string[];
  tokens: readonly string[];
  /** With the cookies of their visits. */
  calls: readonly { callId: string; cookie: string }[];
  /** A seal of a visit that continues elsewhere. */
  seal: string;
  /** With the cookies of their leaders. */
  groups: readonly Leader[];
  callMachine: string;
}

export interface FuzzSite {
  gateway: TestGateway;
  /** Timeouts of upstream requests use real time instead. */
  clock: TurnableClock;
  routes: readonly Route[];
  services: ScriptedServices;
  facts: SiteFacts;
  /** The last internal errors, one JSON text a line. */
  complaints: readonly string[];
  close(): Promise<void>;
}

const keptComplaints = 20;
const rich = spendingLimitsFor({ dailyBudgetCents: 1e9, museums: 1 });
/** All cases have one address, and refusals for a spent budget would hide later checks. */
const richLimits = { ...rich, address: { capacity: 1e9, fillsInMs: 1 } };
const [rolloutCount, tokenCount] = [60, 60];

/** The whole site (gateway, registry, operators) before scripted services. */
export async function startFuzzSite(): Promise<FuzzSite> {
  const services = await startScriptedServices();
  for (const museum of [...Array(museumCount).keys()].map(someMuseum))
    services.upstreams.onRecord(`/rest-api/v2/museums/${museum}`, { ...museumRecord, _id: museum });
  const temporary = await openTemporaryRegistry();
  const registry = temporary.registry();
  const rollouts = await fillRegistry(temporary);
  const clock = createTurnableClock();
  clock.stop();
  const kept = createMemoryState({ clock });
  const operators = await openOperators({ dataDir: temporary.dataDir, keys: () => [visitKey], kept, clock, log: silentLog });
  const tokens = await readKeys(siteTokens, temporary.dataDir);
  const metrics = createReleaseMetrics({ registry, kept, nameOf: (text) => text, clock, log: silentLog });
  const { dataDir } = temporary;
  await mkdir(path.join(dataDir, 'private'));
  await writeFile(path.join(dataDir, 'private/sbom.cdx.json'), JSON.stringify({ bomFormat: 'CycloneDX', components: [] }));
  const questions = createQuestionBook({
    store: createQuestionStore(temporary.database(), clock),
    metrics: createMetrics(),
    key: () => visitKey,
    clock,
    log: silentLog,
  });
  const ofErrors = { nameOf: (text: string) => text, metrics: createMetrics(), clock, log: silentLog };
  const errors = createScreenErrors({ registry, hostDir: dataDir, kept, ...ofErrors });
  const settings = { PUBLIC_ORIGIN: 'https://guide.example.org' };
  const nothing = { sums: { of: async () => [] }, content: undefined, profiles: [] };
  const management = { registry, tokens, operators, metrics, questions, errors, settings, clock, hostDir: dataDir, ...nothing };
  const routes: Route[] = [];
  const complaints: string[] = [];
  const keep = (line: string) => void complaints.splice(0, complaints.push(line) - keptComplaints);
  const gateway = await startTestGateway({
    upstreamOrigin: services.upstreams.origin,
    limits: { spending: richLimits },
    options: {
      upstreams: services.addresses,
      registry,
      signer: createSetSigner(signWith(makeSigningKey()), clock),
      registryRoutes: createManagementRoutes(management),
      questions,
      onReport(facts) {
        metrics.onReport(facts);
        errors.onReport(facts);
      },
      onRoute: (route) => void routes.push(route),
      voice: { rooms: 'local', hearing: 'site', slots: 300, voiceDir: await makeVoiceFolder(temporary) },
      profiles: [profileFileSchema.parse({ ...profileFile, ...speakingProfile })],
      documentsOf: () => [{ id: 'house', language: 'en', title: 'panel, House', paragraphs: ['The house is old.'] }],
      contentDir: await makeContentFolder(temporary),
      clock,
      log: createLog({ level: 'error', destination: { write: keep } }),
    },
  });
  return {
    clock,
    routes,
    services,
    gateway,
    facts: { ...(await readFacts(gateway, temporary.dataDir)), rollouts, tokens: await issueTokens(registry) },
    complaints,
    async close() {
      await gateway.close();
      await metrics.close();
      await questions.close();
      await temporary.close();
      await services.close();
    },
  };
}

/** Publishes two versions of two remotes, pins the older and rolls the newer out. @returns the rollouts' ids */
async function fillRegistry(temporary: TemporaryRegistry): Promise<string[]> {
  const registry = temporary.registry();
  for (const name of ['landing', 'visit']) {
    for (const version of ['1.0.0', '1.1.0']) await temporary.publish({ name, version, packages: { 'zod@4.6.7': { 'index.js': 10 } } });
    await registry.pin({ museumId: '*', name, version: '1.0.0', expected: null, actor: 'tests' });
  }
  for (let number = 0; number < retirableVersions; number += 1) await temporary.publish({ name: 'visit', version: `2.${number}.0` });
  const ids: string[] = [];
  const order = { versions: { landing: '1.1.0' }, percent: 10, actor: 'tests' };
  for (let number = 0; number < rolloutCount; number += 1)
    ids.push((await registry.startRollout({ museumId: rolloutMuseum(number), ...order })).id);
  return ids;
}

/** Unused versions of the visit, from 2.0.0 on. */
export const retirableVersions = 3;
export const museumCount = 60;
export const someMuseum = (number: number): string => rolloutMuseum(1_000 + number);
export const rolloutMuseum = (number: number): string => number.toString(16).padStart(24, 'c');

async function makeVoiceFolder(temporary: TemporaryRegistry): Promise<string> {
  const files: [string, string][] = [
    ['call-machine.js', 'join()'],
    ['worklet.js', 'registerProcessor()'],
  ];
  return writeBuild(await temporary.folder(), new Map(files));
}

async function makeContentFolder(temporary: TemporaryRegistry): Promise<string> {
  const files: [string, string][] = [
    ['museums/house/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['voices/en-1.mp3', 'x'.repeat(1_000)],
    ['introductions/house-en.mp3', 'x'.repeat(1_000)],
    ['secret.svg', 'canary-secret'],
  ];
  return writeBuild(await temporary.folder(), new Map(files));
}

async function issueTokens(registry: Registry): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < tokenCount; number += 1) {
    const scope = { actions: ['pin' as const], remotes: ['visit'], museums: ['*'], days: 30 };
    ids.push((await registry.issueToken({ name: `team-${number}`, ...scope, actor: 'tests' })).id);
  }
  return ids;
}

async function readFacts(gateway: TestGateway, dataDir: string): Promise<Omit<SiteFacts, 'rollouts' | 'tokens'>> {
  const read = async (name: string) => (await readFile(path.join(dataDir, 'tokens', name), 'utf8')).trim();
  const [token, password] = [await read('local'), await read('operator')];
  const logIn = async () => cookieOf(await gateway.post('/api/operators/session', { name: 'local', password, keep: true }));
  return { token, password, session: await logIn(), endedSession: await logIn(), calls: [], groups: [], seal: '', callMachine: '' };
}
