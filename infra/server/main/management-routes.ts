import type { Content } from '@enfilade/platform/content/content';
import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { type EntityId, parseEntityId } from '@enfilade/shared-contracts/museum/id';
import { findProfile } from '@enfilade/shared-contracts/museum/profile-file';
import type { GatewayOptions } from '../gateway/gateway.ts';
import type { SpendingSums } from '../gateway/spending/spending-sums.ts';
import { HttpError } from '../http/exchange.ts';
import type { Operators } from '../operators/operators.ts';
import { type QuestionBook, questionEndpoints } from '../questions/visitor-questions.ts';
import type { Token } from '../registry/api/access.ts';
import type { OverviewFacts } from '../registry/api/endpoints.ts';
import { registerRegistryRoutes } from '../registry/api/registry-routes.ts';
import { addEndpoints } from '../registry/api/routes.ts';
import { openSitePackages, type SitePackagesOptions } from '../registry/artifacts/earlier-releases.ts';
import { createPipelineIdentities } from '../registry/origin/pipeline-identity.ts';
import type { Registry } from '../registry/registry.ts';
import { StoreUnavailableError, UnknownReleaseError } from '../registry/state/registry-error.ts';
import { errorEndpoints, type ScreenErrorBook } from '../screen-errors/screen-errors.ts';
import type { SiteSettings } from './settings.ts';

interface Management {
  registry: Registry;
  packages?: Omit<SitePackagesOptions, 'files'>;
  tokens(): readonly Token[];
  operators: Operators;
  metrics: Pick<OverviewFacts, 'healthOf' | 'rolloutHealth' | 'vitalsOf'>;
  sums: Pick<SpendingSums, 'of'>;
  questions: Pick<QuestionBook, 'list' | 'erase'>;
  errors: Pick<ScreenErrorBook, 'list' | 'budgetOf'>;
  /** Undefined if all services are hosted. */
  content: Content | undefined;
  profiles: GatewayOptions['profiles'];
  hostDir: string;
  settings: Pick<SiteSettings, 'PUBLIC_ORIGIN'>;
  clock: Clock;
}

export function createManagementRoutes(given: Management): NonNullable<GatewayOptions['registryRoutes']> {
  const { registry, packages, tokens, operators, questions, errors } = given;
  return async (app, { loadMuseum }) => {
    operators.registerRoutes(app);
    const facts = createFacts(given);
    await registerRegistryRoutes(app, {
      registry,
      packages: packages && (await openSitePackages({ ...packages, files: registry.files })),
      tokens,
      console: { ...facts, sessionOf: operators.sessionOf },
      identities: createPipelineIdentities({ audience: given.settings.PUBLIC_ORIGIN, clock: given.clock }),
      hostDir: given.hostDir,
      addMore(scope, access) {
        const namesOf = async (museumId: EntityId) => {
          const museum = await loadMuseum(museumId).catch(() => undefined);
          return new Map(museum?.exhibitions.map(({ _id, name }) => [_id, name]));
        };
        addEndpoints(scope, access, questionEndpoints, { book: questions, namesOf });
        addEndpoints(scope, access, errorEndpoints, errors);
      },
      async assertMuseum(museumId) {
        if (museumId === '*') return undefined;
        const known = () => [...facts.museumIds, ...registry.museums()];
        const museum = await loadMuseum(museumId).catch((error: unknown) => assertKnown(museumId, known(), error));
        return museum?.exhibitions.length;
      },
    });
  };
}

/** If the middleware is down, changes at a known museum are still accepted. @throws UnknownReleaseError, StoreUnavailableError */
function assertKnown(museumId: MuseumKey, known: readonly MuseumKey[], error: unknown): undefined {
  if (error instanceof HttpError && error.code === 'museum-not-found')
    throw new UnknownReleaseError(`This site has no museum ${museumId}; the operators' page lists the museums.`);
  if (!known.includes(museumId))
    throw new StoreUnavailableError(
      'The middleware does not answer, so the site cannot check whether this museum exists; try again later.',
    );
}

type KnownMuseums = Pick<Management, 'content' | 'profiles'>;

/** By id. With a hosted middleware, only the museums whose profile has a whole id are known, and the id is the name. */
function museumNames({ content, profiles }: KnownMuseums): ReadonlyMap<EntityId, string> {
  if (content) return new Map(content.museums.map(({ museum }) => [museum._id, museum.name]));
  const ids = profiles.flatMap(({ museum }) => parseEntityId(museum) ?? []);
  return new Map(ids.map((id) => [id, id]));
}

function createFacts({ metrics: { healthOf, rolloutHealth, vitalsOf }, sums, ...known }: Management): OverviewFacts {
  const names = museumNames(known);
  return {
    museumIds: [...names.keys()],
    describeMuseum(museumId) {
      const { wallCode, entryScreen = 'visit' } = findProfile(known.profiles, museumId) ?? {};
      return { name: names.get(museumId) ?? museumId, ...(wallCode !== undefined && { code: wallCode }), entryScreen };
    },
    healthOf,
    rolloutHealth,
    vitalsOf,
    spendingOf: sums.of,
  };
}

/** The museums that visitors can open, by id. */
export function listMuseums({ origin, ...known }: KnownMuseums & { origin: string }) {
  const museums = [...museumNames(known)].sort(([one], [other]) => (one < other ? -1 : 1));
  return museums.map(([id, name]) => ({
    ...{ id, name, wallCode: findProfile(known.profiles, id)?.wallCode },
    address: `${origin}/?museum=${id}`,
  }));
}
