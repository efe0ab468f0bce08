import type { Content } from '@enfilade/platform/content/content';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { type EntityId, parseEntityId } from '@enfilade/shared-contracts/museum/id';
import { findProfile, type ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import type { GatewayOptions } from '../gateway/gateway.ts';
import type { SpendingSums } from '../gateway/spending/spending-sums.ts';
import { HttpError } from '../http/exchange.ts';
import type { Operators } from '../operators/operators.ts';
import { type QuestionBook, questionEndpoints } from '../questions/visitor-questions.ts';
import type { Token } from '../registry/api/access.ts';
import type { OverviewFacts } from '../registry/api/overview.ts';
import { registerRegistryRoutes } from '../registry/api/registry-routes.ts';
import { addEndpoints } from '../registry/api/routes.ts';
import { openSitePackages, type SitePackagesOptions } from '../registry/artifacts/site-packages.ts';
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
        const found = await loadMuseum(museumId).then(
          ({ exhibitions }) => ({ exhibitions: exhibitions.length, error: undefined }),
          (error: unknown) => ({ exhibitions: undefined, error }),
        );
        const { error } = found;
        if (error instanceof HttpError && error.code === 'museum-not-found')
          throw new UnknownReleaseError(`This site has no museum ${museumId}; the operators' page lists the museums.`);
        // If the middleware is down, changes at a known museum are still accepted.
        if (!error || facts.museumIds.includes(museumId) || registry.museums().includes(museumId)) return found.exhibitions;
        throw new StoreUnavailableError(
          'The middleware does not answer, so the site cannot check whether this museum exists; try again later.',
        );
      },
    });
  };
}

/** With a hosted middleware, only the id and a profile of a museum are known. */
function createFacts({ content, profiles, metrics: { healthOf, rolloutHealth, vitalsOf }, sums }: Management): OverviewFacts {
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
    vitalsOf,
    spendingOf: sums.of,
  };
}

interface SiteMuseum {
  id: EntityId;
  /** The id if only the museum's profile is known. */
  name: string;
  address: string;
  wallCode?: string | undefined;
}

interface ListMuseumsInput {
  content: Content | undefined;
  profiles: readonly ProfileFile[];
  origin: string;
}

/** With a hosted middleware, visitors can open the museums whose profile has a whole id. */
export function listMuseums({ content, profiles, origin }: ListMuseumsInput): SiteMuseum[] {
  const known = content
    ? content.museums.map(({ museum, profile }) => ({ id: museum._id, name: museum.name, wallCode: profile.wallCode }))
    : profiles.flatMap(({ museum, wallCode }) => {
        const id = parseEntityId(museum);
        return id ? [{ id, name: id, wallCode }] : [];
      });
  return known.sort((a, b) => (a.id < b.id ? -1 : 1)).map((museum) => ({ ...museum, address: `${origin}/?museum=${museum.id}` }));
}
