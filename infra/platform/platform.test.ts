import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { startTestPlatform, type TestPlatform } from './testing/test-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.close());

it('The platform answers the knowledge base ping with JSON', async () => {
  const answer = await platform.get('/kb-querying/ping', { 'content-type': 'application/json' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(await answer.json()).toEqual({ status: 'ok' });
});

it.each(['assistant-settings.json', 'atelier-settings.json'])('The platform serves the settings file %s', async (file) => {
  const answer = await platform.get(`/settings/${file}`);
  const model = { provider: expect.any(String), model: expect.any(String), temperature: expect.any(Number) };
  expect(await answer.json()).toEqual({ ...model, maxTokens: 300, emotionDetection: false });
});

it.each([
  ...['/settings/other.json', '/settings/..%2fpackage.json', '/settings/', '/', '/chat', '/rest-api/v2/auth/login', '/nowhere?key=secret'],
])('The platform answers GET %s with 404 and no stack', async (path) => {
  const answer = await platform.get(path);
  const text = await answer.text();
  expect(answer.status).toBe(404);
  expect(JSON.parse(text)).toMatchObject({ message: expect.any(String), statusCode: 404 });
  expect(text).not.toMatch(/secret|\.ts|at /);
});
