import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { findOidcProblems, museumsOf, nameOf } from './oidc.ts';
import { createVisitor, type IdentityProvider, startIdentityProvider } from './testing/identity-provider.ts';
import { type Gateway, type OperatorsStage, openOperatorsStage } from './testing/operators-stage.ts';

const [belmonte, cathedral] = ['a'.repeat(24), 'b'.repeat(24)];
const groups = { 'museum-it': '*' as const, belmonte: [belmonte], both: [belmonte, cathedral] };

describe.each([
  ['sends its secret in the header', { authMethod: 'client_secret_basic' }],
  ['sends its secret in the body', { authMethod: 'client_secret_post' }],
  ['is a public client', { authMethod: 'none' }],
])('logins by an identity provider if the site %s', (_, { authMethod }) => {
  let stage: OperatorsStage;
  let provider: IdentityProvider;
  let gateways: Gateway[];
  beforeAll(async () => {
    gateways = [];
    provider = await startIdentityProvider({
      authMethod,
      redirectUris: () => gateways.map(({ origin }) => `${origin}/api/operators/oidc/callback`),
    });
    stage = await openOperatorsStage([]);
    const { issuer, clientId, clientSecret } = provider;
    const oidc = { issuer, clientId, groups, groupsClaim: 'groups', nameClaim: 'email', scope: 'openid email groups' };
    const given = { oidc: { ...oidc, clientSecret: authMethod === 'none' ? undefined : clientSecret } };
    gateways.push(await stage.open(given));
    gateways.push(await stage.open({ ...given, publicOrigin: origin() }));
  });
  afterAll(async () => {
    await stage.end();
    await provider.close();
  });
  beforeEach(() => {
    stage.recorded.length = 0;
    provider.people.set('rossi', { email: 'm.rossi@museum.example', groups: ['staff', 'belmonte'] });
  });
  afterEach(() => provider.people.clear());

  const origin = (at = 0) => gateways[at]?.origin ?? '';
  const whoAmI = async (visitor: ReturnType<typeof createVisitor>, at = 0) =>
    JSON.parse((await visitor.send(new URL(`${origin(at)}/api/operators/session?optional=true`))).text) as unknown;
  const isConsole = ({ pathname }: URL) => pathname === '/operator';
  const logIn = (visitor: ReturnType<typeof createVisitor>, back = '') =>
    visitor.follow(`${origin()}/api/operators/oidc${back}`, isConsole);

  it('a person from the identity provider gets the museums of their groups and returns to the requested page of the console', async () => {
    const visitor = createVisitor('rossi');
    const end = await logIn(visitor, `?back=${encodeURIComponent(`?museum=${belmonte}`)}`);
    expect(end.href).toBe(`${origin()}/operator?museum=${belmonte}`);
    expect(await whoAmI(visitor)).toEqual({ name: 'm.rossi@museum.example', museums: [belmonte] });
    expect(stage.recorded).toEqual([
      { action: 'operator-logged-in', actor: 'operator:m.rossi@museum.example', payload: { name: 'm.rossi@museum.example' } },
    ]);
    expect(JSON.stringify(stage.logged)).not.toContain(provider.clientSecret);
    const jar = [...visitor.jar.keys()].filter((key) => key.startsWith(origin()));
    expect(jar).toEqual([`${origin()} enfilade-operator`]);
  });

  it('a person without a known group gets no session and the reason "no-museum"', async () => {
    for (const said of [[], ['staff'], undefined, 7, { belmonte: true }, ['toString', '__proto__']]) {
      provider.people.set('rossi', { email: 'm.rossi@museum.example', groups: said });
      const visitor = createVisitor('rossi');
      expect((await logIn(visitor)).search).toBe('?login=no-museum');
      expect(await whoAmI(visitor)).toBe(null);
      stage.clock.turn(24 * 3_600_000);
    }
    expect(stage.recorded[0]).toMatchObject({ action: 'login-refused', payload: { name: 'm.rossi@museum.example' } });
  });

  it('a person gets the museums of a new group at the next login, and a session ends after twelve hours', async () => {
    const visitor = createVisitor('rossi');
    await logIn(visitor);
    provider.people.set('rossi', { email: 'm.rossi@museum.example', groups: ['museum-it', 'belmonte'] });
    expect(await whoAmI(visitor)).toMatchObject({ museums: [belmonte] });
    const again = createVisitor('rossi');
    await logIn(again);
    expect(await whoAmI(again)).toMatchObject({ museums: '*' });
    stage.clock.turn(12 * 3_600_000);
    expect([await whoAmI(visitor), await whoAmI(again)]).toEqual([null, null]);
  });

  const toCallback = (visitor: ReturnType<typeof createVisitor>) =>
    visitor.follow(`${origin()}/api/operators/oidc`, ({ pathname }) => pathname === '/api/operators/oidc/callback');
  const open = async (visitor: ReturnType<typeof createVisitor>, url: URL) => (await visitor.send(url)).location;

  it('an answer of the provider is valid once, in the same browser, for ten minutes', async () => {
    const visitor = createVisitor('rossi');
    const url = await toCallback(visitor);
    expect(await open(createVisitor('thief'), url)).toBe('/operator?login=refused');
    const cookies = [...visitor.jar];
    expect(await open(visitor, url)).toBe('/operator');
    for (const [key, value] of cookies) visitor.jar.set(key, value);
    expect(await open(visitor, url)).toBe('/operator?login=refused');
    const late = createVisitor('rossi');
    const lateUrl = await toCallback(late);
    stage.clock.turn(10 * 60_000 + 1);
    expect(await open(late, lateUrl)).toBe('/operator?login=refused');
    stage.clock.turn(24 * 3_600_000);
  });

  it('any gateway of the site accepts the answer of the provider', async () => {
    const visitor = createVisitor('rossi');
    const url = await toCallback(visitor);
    for (const [key, value] of visitor.jar) visitor.jar.set(key.replace(origin(), origin(1)), value);
    expect(await open(visitor, new URL(url.pathname + url.search, origin(1)))).toBe('/operator');
    expect(await whoAmI(visitor, 1)).toMatchObject({ museums: [belmonte] });
  });

  it.each(['code', 'state', 'iss'])('an answer of the provider with a forged %s is refused', async (part) => {
    const visitor = createVisitor('rossi');
    const url = await toCallback(visitor);
    url.searchParams.set(part, part === 'iss' ? 'https://evil.example' : 'forged');
    expect(await open(visitor, url)).toBe('/operator?login=refused');
    expect(await whoAmI(visitor)).toBe(null);
    stage.clock.turn(24 * 3_600_000);
  });

  it('after a login the browser is redirected only to the console', async () => {
    for (const back of ['https://evil.example', '//evil.example', '/\\evil', `?${'a'.repeat(300)}`, '?a&back=?b']) {
      const visitor = createVisitor('rossi');
      const end = await logIn(visitor, `?back=${encodeURIComponent(back)}`);
      expect([end.origin, end.pathname, end.search]).toEqual([origin(), '/operator', '']);
    }
  });
});

it('if the provider does not answer, passwords still work, the console gets "unavailable", and a later login tries again', async () => {
  const provider = await startIdentityProvider({ redirectUris: () => [] });
  await provider.close();
  const { issuer, clientId, clientSecret } = provider;
  const stage = await openOperatorsStage([]);
  const oidc = { issuer, clientId, clientSecret, groups, groupsClaim: 'groups', nameClaim: 'email', scope: 'openid' };
  const gateway = await stage.open({ oidc });
  const visitor = createVisitor('rossi');
  const start = new URL(`${gateway.origin}/api/operators/oidc`);
  for (const _try of [1, 2]) expect((await visitor.send(start)).location).toBe('/operator?login=unavailable');
  expect(JSON.parse((await gateway.send('GET', '/api/operators/provider')).text)).toEqual({ provider: '127.0.0.1' });
  expect((await gateway.logIn({ name: 'nobody', password: 'x' })).status).toBe(401);
  const redirectUris = () => [`${gateway.origin}/api/operators/oidc/callback`];
  const back = await startIdentityProvider({ redirectUris, port: Number(new URL(issuer).port) });
  back.people.set('rossi', { groups: ['belmonte'] });
  expect((await visitor.follow(start.href, ({ pathname }) => pathname === '/operator')).search).toBe('?login=no-museum');
  expect(back.asked).toContain('POST /token');
  const halfWay = createVisitor('rossi');
  const url = await halfWay.follow(start.href, ({ pathname }) => pathname === '/api/operators/oidc/callback');
  await back.close();
  expect((await halfWay.send(url)).location).toBe('/operator?login=unavailable');
  await stage.end();
});

it('without OIDC settings no provider is named and its route responds with 404', async () => {
  const stage = await openOperatorsStage([]);
  const gateway = await stage.open();
  expect(JSON.parse((await gateway.send('GET', '/api/operators/provider')).text)).toEqual({ provider: null });
  expect((await gateway.send('GET', '/api/operators/oidc')).status).toBe(404);
  await stage.end();
});

it('museumsOf returns exactly the museums of the known groups', () => {
  const claim = fc.oneof(fc.array(fc.oneof(fc.constantFrom(...Object.keys(groups), 'staff'), fc.string())), fc.string(), fc.anything());
  forAll(claim, (said) => {
    const museums = museumsOf(groups, said);
    const theirs = [said].flat().filter((one): one is keyof typeof groups => typeof one === 'string' && Object.hasOwn(groups, one));
    if (theirs.length === 0) expect(museums).toBeUndefined();
    else if (theirs.includes('museum-it')) expect(museums).toBe('*');
    else expect(new Set(museums)).toEqual(new Set(theirs.flatMap((one) => groups[one])));
  });
});

it('nameOf returns a name that is valid in the journal, unique for each person and different from every account', () => {
  const given = { nameClaim: 'email', issuer: 'https://login.example.org/realm' };
  expect(nameOf({ sub: '7', email: 'a@b.example' }, given)).toBe('a@b.example');
  expect(nameOf({ sub: '7', email: 'a@b.example', email_verified: false }, given)).toBe('7@login.example.org');
  expect(nameOf({ sub: 'local' }, given)).toBe('local@login.example.org');
  const word = fc.string({ minLength: 1, maxLength: 80 });
  forAll(word, word, (one, other) => {
    const [name, another] = [one, other].map((sub) => nameOf({ sub }, given));
    expect(name).toMatch(/^[\w.@+~-]{1,55}$/);
    expect(name).not.toMatch(/^[A-Za-z0-9][\w.-]{0,54}$/);
    if (one !== other && !one.includes('@') && !other.includes('@')) expect(name).not.toBe(another);
  });
});

it('an incomplete set of OIDC settings is refused with the missing settings', () => {
  const all = {
    OIDC_ISSUER: 'https://login.example.org',
    OIDC_CLIENT_ID: 'x',
    OIDC_GROUPS: groups,
    PUBLIC_ORIGIN: 'https://guide.example.org',
  };
  expect([findOidcProblems({}), findOidcProblems(all), findOidcProblems({ PUBLIC_ORIGIN: all.PUBLIC_ORIGIN })]).toEqual([[], [], []]);
  expect(findOidcProblems({ OIDC_CLIENT_SECRET: 'x', OIDC_CLIENT_ID: 'x' })).toEqual(
    ['OIDC_ISSUER', 'OIDC_GROUPS', 'PUBLIC_ORIGIN'].map((name) => `${name} is missing beside OIDC_CLIENT_ID`),
  );
});
