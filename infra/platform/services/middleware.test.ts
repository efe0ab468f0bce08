import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { harbour, mill } from '../testing/sample-content.ts';
import { bearer, credential, startTestPlatform, type TestPlatform } from '../testing/test-platform.ts';

const loginPath = '/rest-api/v2/auth/login';
const museumPath = `/rest-api/v2/museums/${mill.museumId}`;

let platform: TestPlatform;
beforeEach(async () => {
  platform = await startTestPlatform();
});
afterEach(() => platform.close());

async function logIn(): Promise<string> {
  const answer = await platform.post(loginPath, credential);
  return ((await answer.json()) as { token: string }).token;
}

const wrong = { message: 'Invalid email or password', error: 'Unauthorized' };
const bad = { message: expect.any(String), error: 'Bad Request' };
it.each<[string, number, unknown, object, Record<string, string>?]>([
  ['a wrong password', 401, { ...credential, password: 'wrong horse' }, wrong],
  ['an unknown address', 401, { ...credential, email: 'somebody@museum.example' }, wrong],
  ['a body without a password', 400, { email: credential.email }, bad],
  ['a number as password', 400, { ...credential, password: 7 }, bad],
  ['a list as body', 400, [], bad],
  ['a body that is not JSON', 400, '{"email":', bad],
  ['an empty body', 400, '', bad],
  ['another content type', 415, 'email=x', {}, { 'content-type': 'application/x-www-form-urlencoded' }],
])('A login with %s is refused with %i in the middleware’s shape', async (_, statusCode, ...[body, error, headers]) => {
  const answer = await platform.post(loginPath, body, headers);
  expect([answer.status, await answer.json()]).toEqual([statusCode, expect.objectContaining({ ...error, statusCode })]);
});

it.each([
  ['an unknown museum', `/rest-api/v2/museums/${'f'.repeat(24)}`],
  ['a path instead of an id', '/rest-api/v2/museums/..%2f..%2fetc'],
  ['an unknown exhibition', `${museumPath}/exhibitions/${'f'.repeat(24)}`],
  ['an exhibition of another museum', `${museumPath}/exhibitions/${harbour.lighthouseId}`],
  ['an exhibition of an unknown museum', `/rest-api/v2/museums/${'f'.repeat(24)}/exhibitions/${mill.wheelId}`],
])('A record request for %s is refused with 404 and a message', async (_, path) => {
  const answer = await platform.get(path, bearer(await logIn()));
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ message: expect.any(String), error: 'Not Found', statusCode: 404 });
});

it.each([
  ['no token', {}],
  ['an unknown token', bearer('abc')],
  ['another scheme', { authorization: 'Basic YTpi' }],
  ['an empty token', { authorization: 'Bearer ' }],
])('A record request with %s is refused with 401', async (_, headers: Record<string, string>) => {
  for (const path of [museumPath, `${museumPath}/exhibitions/${mill.wheelId}`]) {
    const answer = await platform.get(path, headers);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: 'Unauthorized', statusCode: 401 });
  }
});

it('Each login returns another opaque token, which expires after an hour', async () => {
  const [token, second] = [await logIn(), await logIn()];
  expect(token).toMatch(/^[\w-]{40,}$/);
  expect(second).not.toBe(token);
  platform.clock.turn(60 * 60 * 1000 - 1);
  expect((await platform.get(museumPath, bearer(token))).status).toBe(200);
  platform.clock.turn(1);
  expect((await platform.get(museumPath, bearer(token))).status).toBe(401);
  expect((await platform.get(museumPath, bearer(await logIn()))).status).toBe(200);
});
