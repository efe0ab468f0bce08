import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actions } from '../actions/actions.ts';
import type { AnyAction, RegistryAction, Scope } from '../actions/define-action.ts';
import type { Visitors } from '../choosing/check-composition.ts';
import type { Registry } from '../registry.ts';
import { MalformedRequestError } from '../state/registry-error.ts';
import type { Access } from './access.ts';

const bodyLimit = 4_096;

/** @throws MalformedRequestError that names the wrong field */
export function parseRequest<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // The caller chose the keys' names, so the message contains only names of the schema.
  const field = issue?.code === 'invalid_key' ? issue.path.slice(0, -1) : issue?.path;
  const problem = issue?.code === 'unrecognized_keys' ? 'it has an unknown key' : issue?.message;
  throw new MalformedRequestError(`"${field?.join('.') || 'body'}" is not of the required shape: ${problem}.`);
}

/** Changes nothing in the journal. The functions are methods for the same reason as in `Action`. */
export interface Endpoint<Site, Given extends object> {
  /** Below `/registry/v1`. */
  route: `${'GET' | 'DELETE'} /${string}`;
  /** The strict schema of query and path parameters together. */
  request: z.core.$ZodType<Given>;
  /** `read` by default. */
  scope?: RegistryAction;
  /** `name` at `museumId` by default. */
  touches?(given: NoInfer<Given>): { remote?: string | undefined; museum?: string | undefined };
  handle(given: NoInfer<Given>, site: Site, by: { actor: string; scope: Scope; log: FastifyBaseLogger }): object | Promise<object>;
}

export function addEndpoints<Site>(
  app: FastifyInstance,
  { authorize, scopeOf }: Access,
  endpoints: Readonly<Record<string, Endpoint<Site, object>>>,
  site: NoInfer<Site>,
): void {
  for (const endpoint of Object.values(endpoints)) {
    const [method = '', url = ''] = endpoint.route.split(' ');
    app.route({
      ...{ method, url },
      handler: async (request) => {
        const given: { name?: string; museumId?: string } = parseRequest(endpoint.request, {
          ...(request.query as object),
          ...(request.params as object),
        });
        const { remote, museum } = endpoint.touches?.(given) ?? { remote: given.name, museum: given.museumId };
        const actor = authorize(request, endpoint.scope ?? 'read', remote, museum);
        return endpoint.handle(given, site, { actor, scope: scopeOf(request), log: request.log });
      },
    });
  }
}

export interface MuseumFacts {
  /** @returns the number of exhibitions, if known @throws UnknownReleaseError; StoreUnavailableError if the site cannot check the museum */
  assertMuseum(museumId: MuseumKey): Promise<number | undefined>;
  describeMuseum(museumId: EntityId): Pick<Visitors, 'entryScreen'>;
}

type Method = (given: object) => Promise<object>;

/** Actions with different bodies may share a route. */
export function addActionRoutes(scope: FastifyInstance, registry: Registry, access: Access & MuseumFacts): void {
  const all = (Object.keys(actions) as (keyof typeof actions)[]).map((name) => ({
    action: actions[name] as AnyAction,
    perform: registry[name] as Method,
  }));
  for (const [at, { action }] of all.entries()) {
    const sharing = all.filter((other) => other.action.route === action.route);
    if (action.route === undefined || sharing[0] !== all[at]) continue;
    const [method = '', url = ''] = action.route.split(' ');
    scope.route({
      ...{ method, url, bodyLimit },
      handler: async (request, reply) => {
        // Checks the rights before the body, so that a caller without the right learns nothing.
        authorizeAll(registry, access, { request, action, asked: request.params as object });
        const input = readInput(request);
        const fitting = sharing.find((one) => z.safeParse(one.action.request, input).success) ?? sharing[0];
        if (!fitting) return;
        const asked = parseRequest(fitting.action.request, input);
        const actor = authorizeAll(registry, access, { request, action, asked });
        const visitors = action.needsMuseum ? await readVisitors(access, asked) : undefined;
        const answer = await fitting.perform({ ...asked, actor, scope: access.scopeOf(request), ...(visitors && { visitors }) });
        return reply.status(action.status ?? 200).send(answer);
      },
    });
  }
}

/** @throws MalformedRequestError */
function readInput({ body, params }: FastifyRequest): object {
  const given = Object(body ?? {}) as object;
  if (Object.keys(params as object).some((name) => Object.hasOwn(given, name)))
    throw new MalformedRequestError('"body" is not of the required shape: leave out the fields that are in the address.');
  return { ...given, ...(params as object) };
}

interface Asked {
  request: FastifyRequest;
  action: AnyAction;
  /** The whole request, or its path parameters. */
  asked: { name?: string; museumId?: string };
}

/** @returns the actor's name @throws ForbiddenError */
function authorizeAll(registry: Registry, { authorize }: Access, { request, action, asked }: Asked): string {
  const { remotes, museums } = registry.touches(action, asked);
  let actor = '';
  for (const remote of remotes.length > 0 ? remotes : [undefined])
    for (const museum of museums.length > 0 ? museums : [undefined]) actor = authorize(request, action.scope, remote, museum);
  return actor;
}

async function readVisitors({ assertMuseum, describeMuseum }: MuseumFacts, { museumId = '*' }: Asked['asked']): Promise<Visitors> {
  const { entryScreen } = museumId === '*' ? ({ entryScreen: 'visit' } as const) : describeMuseum(museumId);
  return { hasSingleExhibition: (await assertMuseum(museumId)) === 1, entryScreen };
}
