import { expect, it } from '@rstest/core';
import { ofEachTest } from '../../database/testing/of-each-test.ts';
import { actions } from '../actions/actions.ts';
import { type AnyAction, type RegistryAction, registryActions, type Scope } from '../actions/define-action.ts';
import { emptyState } from '../state/registry-state.ts';
import { createToken } from './access.ts';
import { belmonte, cathedral, openRoutesStage } from './testing/routes-stage.ts';

const museums = [belmonte, cathedral, '*'];
const actor = 'tests';

const stage = ofEachTest(openRoutesStage);

interface Request {
  method: string;
  route: string;
  path: string;
  json?: unknown;
  action: RegistryAction;
  /** Only `*` covers `*`. */
  remotes: string[];
  museums: string[];
}

function readOf(museum: string, what: string, { query = '', remotes }: { query?: string; remotes: string[] }): Request {
  const path = `/museums/${museum}/${what}${query}`;
  return { method: 'GET', route: `/museums/:museumId/${what}`, path, action: 'read', remotes, museums: [museum] };
}

/** An authorized request is refused for another reason, so that nothing changes. */
async function everyRequest(): Promise<Request[]> {
  const reads: Request[] = [
    { method: 'GET', route: '/remotes', path: '/remotes', action: 'read', remotes: [], museums: [] },
    { method: 'GET', route: '/audit', path: '/audit', action: 'read', remotes: [], museums: [] },
    { method: 'GET', route: '/contracts', path: '/contracts', action: 'read', remotes: [], museums: [] },
    { method: 'GET', route: '/host/sbom', path: '/host/sbom', action: 'read', remotes: [], museums: [] },
    { method: 'GET', route: '/overview', path: '/overview', action: 'read', remotes: ['*'], museums: [] },
  ];
  const token = { action: 'tokens' as const, remotes: [], museums: [] };
  const ofTokens: Request[] = [{ method: 'GET', route: '/tokens', path: '/tokens', ...token }];
  const ofRemotes = ['landing', 'visit'].flatMap((name): Request[] => [
    { method: 'GET', route: '/remotes/:name/versions', path: `/remotes/${name}/versions`, action: 'read', remotes: [name], museums: [] },
    {
      method: 'POST',
      route: '/remotes/:name/versions',
      path: `/remotes/${name}/versions`,
      json: {},
      action: 'publish',
      remotes: [name],
      museums: [],
    },
  ]);
  const ofVersions = ['landing', 'visit'].flatMap((name): Request[] => {
    const [path, route] = [`/remotes/${name}/versions/1.0.0`, '/remotes/:name/versions/:version'];
    const place = { remotes: [name], museums: [] };
    const unpublished = `/remotes/${name}/versions/7.0.0`;
    const read = { method: 'GET', action: 'read' as const, remotes: [name], museums: [] };
    const [policyRoute, policyPath] = ['/remotes/:name/policy', `/remotes/${name}/policy`];
    return [
      { ...read, route, path: unpublished },
      { ...read, route: `${route}/sbom`, path: `${unpublished}/sbom` },
      { ...read, route: policyRoute, path: policyPath },
      { method: 'GET', route: `${route}/release`, path: `${path}/release`, action: 'read', ...place },
    ];
  });
  const ofMuseums = museums.flatMap((museum): Request[] => [
    ...['', '?visitor=v'].map((query) => readOf(museum, 'set', { query, remotes: [] })),
    readOf(museum, 'rollouts', { remotes: ['*'] }),
    readOf(museum, 'history', { remotes: ['*'] }),
    { ...readOf(museum, 'spending', { remotes: [] }), action: 'spending' },
    { method: 'GET', route: '/audit', path: `/audit?museum=${museum}`, action: 'read', remotes: [], museums: [museum] },
  ]);
  const ofQuestions = [belmonte, cathedral].flatMap((museum): Request[] => {
    const [path, route] = [`/museums/${museum}/questions`, '/museums/:museumId/questions'];
    const place = { action: 'questions' as const, remotes: [], museums: [museum] };
    return [
      ...['GET', 'DELETE'].map((method) => ({ method, path, route, ...place })),
      { method: 'DELETE', path: `${path}/${'0'.repeat(32)}`, route: `${route}/:question`, ...place },
    ];
  });
  const cells = museums.flatMap((museum) => ['landing', 'visit'].map((name) => ({ museum, name })));
  const ofVitals = cells.map(({ museum, name }): Request => {
    const path = `/remotes/${name}/vitals${museum === '*' ? '' : `?museum=${museum}`}`;
    return { method: 'GET', route: '/remotes/:name/vitals', path, action: 'read', remotes: [name], museums: [museum] };
  });
  const grants = cells
    .filter(({ museum }) => museum !== '*')
    .map(({ museum, name }): Request => {
      const json = { remote: name, version: '7.0.0', museumId: museum, minutes: 5 };
      return { method: 'POST', route: '/grants', path: '/grants', json, action: 'grant', remotes: [name], museums: [museum] };
    });
  return [
    ...reads,
    ...ofTokens,
    ...ofRemotes,
    ...ofVersions,
    ...ofMuseums,
    ...ofQuestions,
    ...museums.flatMap((museumId) => ['landing', 'visit'].flatMap((name) => requestsOfActions({ museumId, name }))),
    ...ofVitals,
    ...grants,
    ...(await rolloutRequests()),
  ];
}

/** The rights of these routes depend on the body, so these routes have their own requests. */
const byBody = ['POST /museums/:museumId/rollouts', 'PATCH /museums/:museumId/rollouts/:id', 'POST /grants'];

function requestsOfActions(place: { museumId: string; name: string }): Request[] {
  const given: Record<string, string> = { ...place, version: '7.0.0', id: '00000000-0000-4000-8000-000000000000' };
  return Object.values(actions).flatMap(({ route: named, scope: action, touches }: AnyAction) => {
    if (named === undefined || byBody.includes(named)) return [];
    const [method = '', route = ''] = named.split(' ');
    const parameters = Object.fromEntries([...route.matchAll(/:(\w+)/g)].map(([, field = '']) => [field, given[field]]));
    const { remotes, museums: where } = touches?.(parameters, emptyState) ?? {
      remotes: [parameters['name']],
      museums: [parameters['museumId']],
    };
    const path = route.replace(/:(\w+)/g, (_, field: string) => given[field] ?? '');
    const known = (list: readonly (string | undefined)[]) => list.filter((one) => one !== undefined);
    return [{ method, route, path, json: {}, action, remotes: known(remotes), museums: known(where) }];
  });
}

async function rolloutRequests(): Promise<Request[]> {
  const registry = stage.temporary.registry();
  const requests: Request[] = [];
  for (const museumId of museums) {
    for (const remotes of [['landing'], ['visit'], ['landing', 'visit']]) {
      const set = (version: string) => Object.fromEntries(remotes.map((name) => [name, version]));
      const { id } = await registry.startRollout({ museumId, versions: set('1.0.0'), percent: 0, actor });
      await registry.haltRollout({ museumId, id, reason: 'operator', actor });
      const route = '/museums/:museumId/rollouts';
      const rollouts = `/museums/${museumId}/rollouts`;
      const place = { action: 'rollout' as const, remotes, museums: [museumId] };
      requests.push(
        { method: 'POST', route, path: rollouts, json: { versions: set('7.0.0'), percent: 5 }, ...place },
        { method: 'PATCH', route: `${route}/:id`, path: `${rollouts}/${id}`, json: { percent: 5 }, ...place },
        { method: 'PATCH', route: `${route}/:id`, path: `${rollouts}/${id}`, json: { halt: true }, ...place },
      );
    }
  }
  return requests;
}

const scopesOf = (action: Scope['actions'][number]): Scope[] =>
  [['landing'], ['visit'], ['landing', 'visit'], ['*']].flatMap((remotes) =>
    [[belmonte], [cathedral], ['*']].map((where) => ({ actions: [action], remotes, museums: where })),
  );
const allActions = [...registryActions, '*' as const];
const covers = (list: readonly string[], wanted: readonly string[]) => list[0] === '*' || wanted.every((one) => list.includes(one));
const isAllowed = (scope: Scope, { action, remotes, museums: where }: Request) =>
  covers(scope.actions, [action]) && covers(scope.remotes, remotes) && covers(scope.museums, where);

/** @returns the number of authorized requests */
async function sendAll(caller: { token: string } | { session: string }, scope: Scope, requests: readonly Request[]): Promise<number> {
  const answers = await Promise.all(
    requests.map(async (request) => ({ request, ...(await stage.ask(request.method, request.path, { ...caller, json: request.json })) })),
  );
  const passed = answers.filter(({ status }) => status !== 403);
  expect({ scope, passed: passed.map(({ request }) => request) }).toEqual({
    scope,
    passed: requests.filter((request) => isAllowed(scope, request)),
  });
  // Other refusals: stale, unpublished, halted, not earlier, incomplete, or JSON in place of an archive.
  for (const { status } of passed) expect([200, 400, 404, 412, 415, 422]).toContain(status);
  return passed.length;
}

it('for every remote, museum and action, a token or session authorizes exactly the requests that its scope covers', async () => {
  for (const name of ['landing', 'visit']) await stage.temporary.publish({ name });
  const requests = await everyRequest();
  expect(new Set(requests.map(({ action }) => action))).toEqual(new Set(registryActions));
  const { length } = await stage.temporary.registry().audit(0);
  let passed = 0;
  for (const [at, scope] of allActions.flatMap(scopesOf).entries()) {
    const token = `scoped-${at}`;
    stage.tokens.push(createToken(token, token, scope));
    // Tokens of other actions are tested with their widest scope only.
    const isWidest = scope.remotes[0] === '*' && scope.museums[0] === '*';
    const asked = requests.filter(({ action }) => isWidest || scope.actions[0] === '*' || scope.actions[0] === action);
    passed += await sendAll({ token }, scope, asked);
  }
  expect(passed).toBeGreaterThan(500);
  for (const museumIds of [[belmonte], [cathedral], [belmonte, cathedral], '*' as const]) {
    const session = String(museumIds);
    stage.sessions.set(session, { name: 'rossi', museums: museumIds });
    passed = await sendAll({ session }, { actions: ['*'], remotes: ['*'], museums: [museumIds].flat() }, requests);
    expect(passed).toBeGreaterThan(20);
  }
  expect(await stage.temporary.registry().audit(0)).toHaveLength(length);
});

it('the token matrix has a request for every route', async () => {
  for (const name of ['landing', 'visit']) await stage.temporary.publish({ name });
  const routes = stage.routes
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url.replace('/registry/v1', '')}`);
  const rows = (await everyRequest()).map(({ method, route }) => `${method} ${route}`);
  expect(new Set(rows)).toEqual(new Set(routes));
});
