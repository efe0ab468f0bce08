import { rm } from 'node:fs/promises';
import { anyText } from '@enfilade/shared-contracts/kit/testing/any-text';
import { forAllAsync } from '@enfilade/shared-contracts/kit/testing/for-all';
import { beforeAll, beforeEach, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { ofEachTest } from '../database/testing/of-each-test.ts';
import { hashPassword } from './password.ts';
import { fromPage, type Gateway, openOperatorsStage } from './testing/operators-stage.ts';

const belmonte = 'a'.repeat(24);
const password = 'correct horse, battery';
const right = { name: 'm.rossi', password };
const wrong = { name: 'm.rossi', password: 'wrong' };
const from = (address: string) => ({ 'x-forwarded-for': address });
const path = '/api/operators/session';

let rossi: { name: string; email: string; password: string; museums: string[] };
let second: { name: string; password: string; museums: '*' };
beforeAll(async () => {
  rossi = { name: 'm.rossi', email: 'rossi@museum.example', password: await hashPassword(password), museums: [belmonte] };
  second = { name: 'second', password: await hashPassword('another'), museums: '*' };
});

const stage = ofEachTest(() => openOperatorsStage([rossi, second]));
let gateway: Gateway;
beforeEach(async () => {
  gateway = await stage.open();
});

it('an operator can log in with the name or the e-mail address in upper or lower case, for thirty days with "keep", and log out', async () => {
  for (const name of ['m.rossi', 'M.Rossi', 'Rossi@Museum.Example']) {
    const { status, setCookie, cookie, text } = await gateway.logIn({ name, password });
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(setCookie).toMatch(/^enfilade-operator=\S+; Path=\/; HttpOnly; SameSite=Strict$/);
    const me = await gateway.whoAmI(cookie);
    expect([me.status, JSON.parse(me.text)]).toEqual([200, { name: 'm.rossi', museums: [belmonte] }]);
  }
  expect((await gateway.logIn({ ...right, keep: true })).setCookie).toContain('; Max-Age=2592000;');
  const out = await gateway.send('DELETE', path, fromPage);
  expect([out.status, out.setCookie]).toEqual([204, 'enfilade-operator=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']);
  expect((await gateway.whoAmI('')).error()).toMatchObject({ code: 'unauthorized', message: 'Please log in.' });
});

it('reading the session with optional=true answers null if no session exists', async () => {
  const asked = async (cookie: string) => {
    const { status, text } = await gateway.send('GET', `${path}?optional=true`, { cookie });
    return [status, JSON.parse(text)];
  };
  expect(await asked('')).toEqual([200, null]);
  expect(await asked((await gateway.logIn(right)).cookie)).toEqual([200, { name: 'm.rossi', museums: [belmonte] }]);
});

it('an unknown name and a wrong password get the same answer', async () => {
  const heard = [await gateway.logIn(wrong), await gateway.logIn({ name: 'nobody', password })];
  for (const one of heard) {
    expect([one.status, one.setCookie]).toEqual([401, undefined]);
    expect({ ...one.error(), requestId: '' }).toEqual({
      code: 'unauthorized',
      message: 'The name or the password is wrong.',
      requestId: '',
    });
  }
});

it('the log of logins contains no password and no session', async () => {
  const { cookie } = await gateway.logIn({ name: 'm.rossi', password });
  await gateway.logIn({ name: 'm.rossi', password: 'a wrong one' });
  await gateway.whoAmI(cookie);
  const logged = stage.logged.join('\n');
  expect(logged).toContain('an operator logged in');
  for (const secret of [password, 'a wrong one', cookie.split('=')[1] ?? '', rossi.password]) expect(logged).not.toContain(secret);
});

it('logging in and out from another site is refused with 403', async () => {
  for (const headers of [{ 'x-enfilade': '0' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
    expect((await gateway.logIn(right, headers)).status).toBe(403);
  expect((await gateway.send('DELETE', path)).status).toBe(403);
  const form = await gateway.send('POST', path, { ...fromPage, 'content-type': 'application/x-www-form-urlencoded' }, 'name=m.rossi');
  expect(form.status).toBe(415);
});

it('a logout ends the session at every gateway, also after a restart, and ends no other session', async () => {
  const elsewhere = await stage.open();
  const { cookie } = await gateway.logIn({ ...right, keep: true });
  const { cookie: other } = await gateway.logIn(right);
  const left = await gateway.send('DELETE', path, { ...fromPage, cookie });
  expect([left.status, left.setCookie]).toEqual([204, expect.stringMatching(/^enfilade-operator=; Max-Age=0;/)]);
  for (const each of [gateway, elsewhere, await stage.open()]) {
    expect((await each.whoAmI(cookie)).status).toBe(401);
    expect((await each.whoAmI(other)).status).toBe(200);
  }
  expect((await gateway.send('DELETE', path, { ...fromPage, cookie })).status).toBe(204);
});

it('while the shared state cannot be reached, reading, opening and ending a session gets 503, and sessions are valid afterwards', async () => {
  const { cookie } = await gateway.logIn(right);
  const { change } = stage.kept;
  stage.kept.change = () => Promise.reject(new Error('The database does not answer.'));
  for (const heard of [
    await gateway.whoAmI(cookie),
    await gateway.logIn(right),
    await gateway.send('DELETE', path, { ...fromPage, cookie }),
  ])
    expect([heard.status, heard.error().message]).toEqual([503, expect.stringMatching(/^Operators cannot log in now/)]);
  stage.kept.change = change;
  expect((await gateway.whoAmI(cookie)).status).toBe(200);
});

it('while the operators’ file is damaged or missing, sessions and logins get 503, and sessions are valid afterwards', async () => {
  const { cookie } = await gateway.logIn(right);
  const states = [() => stage.write('[{'), () => stage.write([{ ...rossi, password }]), () => rm(stage.file)];
  for (const damage of states) {
    await damage();
    for (const heard of [await gateway.whoAmI(cookie), await gateway.logIn(right)])
      expect([heard.status, heard.error().code]).toEqual([503, 'busy']);
    await stage.write([rossi, second]);
    expect((await gateway.whoAmI(cookie)).status).toBe(200);
  }
  expect(stage.logged.join('\n')).toContain('password must be scrypt');
  expect(stage.logged.join('\n')).not.toContain(password);
});

it('the audit log has logins, logouts and a limited number of records of refused logins', async () => {
  const { cookie } = await gateway.logIn(right);
  await gateway.send('DELETE', path, { ...fromPage, cookie });
  await gateway.send('DELETE', path, { ...fromPage, cookie });
  for (let at = 0; at < 25; at++)
    await gateway.logIn({ ...wrong, name: at < 5 ? 'ROSSI@museum.example' : 'nobody' }, from(`203.0.113.${at}`));
  const [first, second, ...refused] = stage.recorded;
  expect([first, second]).toEqual([
    { action: 'operator-logged-in', actor: 'operator:m.rossi', payload: { name: 'm.rossi' } },
    { action: 'operator-logged-out', actor: 'operator:m.rossi', payload: { name: 'm.rossi' } },
  ]);
  const timesOf = (name: string | null) =>
    refused.flatMap(({ payload }) => (payload.name === name && 'times' in payload ? payload.times : []));
  expect([timesOf('m.rossi'), timesOf(null)]).toEqual([
    [1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 5, 10],
  ]);
  stage.clock.turn(3_600_000);
  await gateway.logIn(wrong, from('198.51.100.7'));
  expect(stage.recorded.at(-1)).toEqual({ action: 'login-refused', actor: 'watch', payload: { name: 'm.rossi', times: 1 } });
});

it('after five of two hundred guesses an address gets 429, and the operator can log in from another address', async () => {
  const heard = await Promise.all(Array.from({ length: 200 }, () => gateway.logIn(wrong, from('203.0.113.9'))));
  const count = (status: number) => heard.filter((one) => one.status === status).length;
  expect([count(401), count(429)]).toEqual([5, 195]);
  const refused = heard.find(({ status }) => status === 429);
  expect(refused?.error()).toMatchObject({ code: 'too-many', retryAfterSeconds: 2 });
  expect(refused?.retryAfter).toBe('2');
  expect((await gateway.logIn(right, from('203.0.113.9'))).status).toBe(429);
  expect((await gateway.logIn(right, from('198.51.100.7'))).status).toBe(204);
  stage.clock.turn(2_000);
  expect((await gateway.logIn(right, from('203.0.113.9'))).status).toBe(204);
});

it('guesses from two hundred addresses at once get 401 or 503, and the operator can log in afterwards', async () => {
  const heard = await Promise.all(Array.from({ length: 200 }, (_, at) => gateway.logIn(wrong, from(`203.0.113.${at}`))));
  expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([401, 503]));
  // Two checks run and sixteen wait; more are accepted if a check ends before the last guess arrives.
  expect(heard.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(18);
  expect(heard.find(({ status }) => status === 503)?.error()).toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
  expect((await gateway.logIn(right, from('198.51.100.7'))).status).toBe(204);
});

it('guesses are counted by IPv6 /64 network, and a forged X-Forwarded-For behind a proxy does not change the address', async () => {
  const statuses = async (addresses: string[]) => {
    const found: number[] = [];
    for (const address of addresses) found.push((await gateway.logIn(wrong, from(address))).status);
    return found;
  };
  expect(await statuses(['2001:db8::1', '2001:db8::ffff:1', '2001:db8:0:0:9::', '2001:DB8::2', '2001:db8::3', '2001:db8::4'])).toEqual([
    401, 401, 401, 401, 401, 429,
  ]);
  expect(await statuses(['2001:db8:0:1::1'])).toEqual([401]);
  expect(await statuses(['1.1.1.1, 2001:db8::9', '2.2.2.2,2001:db8::a'])).toEqual([429, 429]);
});

it('any malformed body of a login is refused with 400 or 413 in the standard error shape', async () => {
  const login = fc.record({ name: fc.anything(), password: fc.anything(), keep: fc.anything(), more: fc.anything() }, { requiredKeys: [] });
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    login.map((value) => JSON.stringify(value)),
    fc.constantFrom('{"__proto__":{"name":"m.rossi"}}', `{"name":"m.rossi","password":"${'x'.repeat(5_000)}","keep":true}`, '[]', ''),
  );
  await forAllAsync(body, async (text) => {
    const heard = await gateway.send('POST', path, { 'content-type': 'application/json', ...fromPage }, text);
    expect([400, 413]).toContain(heard.status);
    expect(['malformed', 'too-large']).toContain(heard.error().code);
  });
});

it('any forged cookie gets 401', async () => {
  const value = fc.stringMatching(/^[\w.=;, "-]{0,200}$/);
  await forAllAsync(value, async (text) => {
    expect((await gateway.whoAmI(`enfilade-operator=${text}`)).status).toBe(401);
  });
});

it('any wrong name and password get 401 or 429', async () => {
  const word = anyText({ minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(word, word, fc.ipV4(), async (name, secret, address) => {
      const heard = await gateway.logIn({ name, password: secret }, from(address));
      expect([401, 429]).toContain(heard.status);
    }),
    // Few runs, because each run checks a password.
    { numRuns: 5 },
  );
});
