import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Health,
  type MuseumKey,
  type MuseumOverview,
  museumKeySchema,
  type Overview,
  type SpentDay,
  type TriedRollout,
  type VersionVitals,
} from '@enfilade/shared-contracts/api/registry-schemas';
import type { VersionUse } from '@enfilade/shared-contracts/api/version-schemas';
import { defaultLanguage, languageSchema } from '@enfilade/shared-contracts/i18n/language';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import { sentenceOf } from '../actions/actions.ts';
import { allows, isWithin, type Scope } from '../actions/define-action.ts';
import { billFile, privateFolder } from '../publish/build-files.ts';
import type { Registry } from '../registry.ts';
import { UnknownReleaseError } from '../state/registry-error.ts';
import { auditPageLength, readAuditLog, readNewest } from './audit-log.ts';
import type { Endpoint, MuseumFacts } from './routes.ts';

type Described = Pick<MuseumOverview, 'name' | 'code' | 'entryScreen'>;

export interface OverviewFacts {
  museumIds: readonly EntityId[];
  describeMuseum(museumId: EntityId): Described;
  healthOf(museumId: MuseumKey): Promise<Health>;
  /** `*` stands for the whole site. */
  spendingOf(museumId: MuseumKey): Promise<SpentDay[]>;
  rolloutHealth(museumId: MuseumKey, id: string): Promise<TriedRollout['tried']>;
  /** `version` (the newest versions). `*` stands for all museums together. @throws UnknownReleaseError */
  vitalsOf(museumId: MuseumKey, remote: string, version?: string): Promise<VersionVitals[]>;
}

interface ReadSite extends OverviewFacts, Pick<MuseumFacts, 'assertMuseum'> {
  registry: Registry;
  hostDir?: string | undefined;
}

const endpoint = <Given extends object>(given: Endpoint<ReadSite, Given>) => given;
const nothing = z.strictObject({});
const numberSchema = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const remote = { name: remoteNameSchema };
const version = z.strictObject({ ...remote, version: remoteVersionSchema });
const museum = { museumId: museumKeySchema };
/** Rollouts and earlier sets contain several remotes, so reading them requires rights for all remotes. */
const everyRemoteAt = ({ museumId }: { museumId: MuseumKey }) => ({ remote: '*', museum: museumId });

const visibleTo = (scope: Scope) => (museumId: string) => museumId === '*' || allows(scope, 'read', undefined, museumId);

/** A museum with changes in the registry stays readable after the site no longer has the museum. */
async function assertReadable({ registry, assertMuseum }: ReadSite, museumId: MuseumKey): Promise<void> {
  if (!registry.museums().includes(museumId)) await assertMuseum(museumId);
}

export const registryEndpoints = {
  remotes: endpoint({
    route: 'GET /remotes',
    request: nothing,
    handle: (_, { registry }) => ({ remotes: registry.listRemotes() }),
  }),
  versions: endpoint({
    route: 'GET /remotes/:name/versions',
    request: z.strictObject(remote),
    handle({ name }, { registry }, { scope }) {
      const isVisible = visibleTo(scope);
      return { versions: registry.listVersions(name).map((each) => ({ ...each, pinnedBy: each.pinnedBy.filter(isVisible) })) };
    },
  }),
  version: endpoint({
    route: 'GET /remotes/:name/versions/:version',
    request: version,
    async handle(given, { registry }, { scope }) {
      const details = await registry.versionDetails(given);
      return { ...details, pinnedBy: details.pinnedBy.filter(visibleTo(scope)) };
    },
  }),
  release: endpoint({
    route: 'GET /remotes/:name/versions/:version/release',
    request: version,
    handle: async (given, { registry }) => ({
      release: registry.release(given.name, given.version),
      plays: await registry.plays(given),
    }),
  }),
  billOfMaterials: endpoint({
    route: 'GET /remotes/:name/versions/:version/sbom',
    request: version,
    handle: (given, { registry }) => registry.billOfMaterials(given),
  }),
  billOfHost: endpoint({
    route: 'GET /host/sbom',
    request: nothing,
    async handle(_, { hostDir }) {
      const bytes = hostDir === undefined ? undefined : await readFile(path.join(hostDir, privateFolder, billFile)).catch(() => undefined);
      const bill = parseJson(bytes?.toString('utf8') ?? '');
      if (typeof bill === 'object' && bill !== null) return bill;
      throw new UnknownReleaseError('The host has no bill of materials; build it with the configuration of this release.');
    },
  }),
  set: endpoint({
    route: 'GET /museums/:museumId/set',
    /** The visitor whose set is returned (the stable set). */
    request: z.strictObject({ ...museum, visitor: z.string().min(1).max(128).optional() }),
    async handle({ museumId, visitor }, site) {
      await assertReadable(site, museumId);
      // The time only matters for grants, and no grant is given.
      return visitor === undefined
        ? site.registry.releaseSet(museumId)
        : site.registry.chooseSet({ museumId, visitorId: visitor, grants: [], avoid: [], now: 0 });
    },
  }),
  rollouts: endpoint({
    route: 'GET /museums/:museumId/rollouts',
    request: z.strictObject(museum),
    touches: everyRemoteAt,
    async handle({ museumId }, site) {
      await assertReadable(site, museumId);
      return { rollouts: site.registry.listRollouts(museumId) };
    },
  }),
  history: endpoint({
    route: 'GET /museums/:museumId/history',
    request: z.strictObject(museum),
    touches: everyRemoteAt,
    async handle({ museumId }, site) {
      await assertReadable(site, museumId);
      return { sets: await site.registry.history(museumId) };
    },
  }),
  tokens: endpoint({
    route: 'GET /tokens',
    request: nothing,
    scope: 'tokens',
    handle(_, { registry }, { scope }) {
      const own = registry.tokens().filter((token) => isWithin(scope, token));
      return { tokens: own.map(({ hash: _hash, ...token }) => token) };
    },
  }),
  policy: endpoint({
    route: 'GET /remotes/:name/policy',
    request: z.strictObject(remote),
    handle: ({ name }, { registry }) => ({ name, policy: registry.policy(name) ?? null }),
  }),
  contracts: endpoint({
    route: 'GET /contracts',
    request: nothing,
    handle(_, { registry }, { scope }) {
      const maySee = ({ museumId, name }: VersionUse) => allows(scope, 'read', name, museumId === '*' ? undefined : museumId);
      return { contracts: registry.listContracts().map((contract) => ({ ...contract, uses: contract.uses.filter(maySee) })) };
    },
  }),
  audit: endpoint({
    route: 'GET /audit',
    /** Records after a number, oldest first. If `newest` is given, this many records before a number, newest first. */
    request: z
      .strictObject({
        after: z.prefault(numberSchema, '0'),
        newest: numberSchema.pipe(z.int().min(1).max(auditPageLength)).optional(),
        before: z.optional(numberSchema),
        museum: z.optional(museumKeySchema),
        since: z.iso.datetime({ offset: true }).optional(),
        language: z.prefault(languageSchema, defaultLanguage),
      })
      .refine(({ newest, before }) => before === undefined || newest !== undefined, 'before is for newest'),
    touches: ({ museum: museumId }) => ({ museum: museumId }),
    async handle({ language, museum: museumId, newest: wanted, before, ...range }, { registry }, { scope }) {
      const { records, ...more } =
        wanted === undefined
          ? await readAuditLog(registry, { scope, museumId, ...range })
          : await readNewest(registry, { scope, museumId, wanted, before });
      return { records: records.map((record) => ({ ...record, sentence: sentenceOf(record, language) })), ...more };
    },
  }),
  overview: endpoint({
    route: 'GET /overview',
    request: nothing,
    touches: () => ({ remote: '*' }),
    handle: (_, { registry, ...facts }, { scope }) => describeOverview(registry, scope, facts),
  }),
  vitals: endpoint({
    route: 'GET /remotes/:name/vitals',
    /** Defaults: `museum` (all museums together), `version` (the newest versions). */
    request: z.strictObject({ ...remote, museum: z.optional(museumKeySchema), version: z.optional(remoteVersionSchema) }),
    touches: ({ name, museum: museumId = '*' }) => ({ remote: name, museum: museumId }),
    handle: async (given, { vitalsOf }) => ({ versions: await vitalsOf(given.museum ?? '*', given.name, given.version) }),
  }),
  spending: endpoint({
    route: 'GET /museums/:museumId/spending',
    request: z.strictObject(museum),
    scope: 'spending',
    handle: async ({ museumId }, { spendingOf }) => ({ days: await spendingOf(museumId) }),
  }),
};

/** By name: the site's museums, museums with changes, and museums that the scope names. */
async function describeOverview(registry: Registry, scope: Scope, facts: OverviewFacts): Promise<Overview> {
  const ids = new Set([...facts.museumIds, ...registry.museums(), ...scope.museums]);
  ids.delete('*');
  const museums = [...ids]
    .filter((museumId) => allows(scope, 'read', undefined, museumId))
    .map(async (museumId) => ({
      museumId,
      ...facts.describeMuseum(museumId),
      ...(await describeReleases(registry, museumId, facts)),
      health: await facts.healthOf(museumId),
    }));
  return {
    museums: (await Promise.all(museums)).sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.museumId < b.museumId ? -1 : 1)),
    default: await describeReleases(registry, '*', facts),
    declarations: registry.declarations(),
  };
}

async function describeReleases(registry: Registry, museumId: MuseumKey, { rolloutHealth }: OverviewFacts): Promise<Overview['default']> {
  const { sequence, remotes } = registry.releaseSet(museumId);
  const own = registry.ownPins(museumId);
  const screens = Object.entries(remotes).map(([name, { version }]) => [name, { version, pinned: own.has(name) }]);
  const rollouts = registry
    .listRollouts(museumId)
    .map(async (rollout) => ({ ...rollout, tried: await rolloutHealth(museumId, rollout.id) }));
  const leftOut = [...registry.leftOut(museumId)];
  return {
    sequence,
    screens: Object.fromEntries(screens),
    rollouts: await Promise.all(rollouts),
    ...(leftOut.length > 0 && { leftOut }),
  };
}
