import { METHODS } from 'node:http';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { ask } from './testing/chat-client.ts';
import { openEachTest } from './testing/open-each-test.ts';
import { museumId } from './testing/samples.ts';
import { answerJson } from './testing/scripted-server.ts';
import { answerText, callPath, chatPath } from './testing/scripted-upstreams.ts';
import { secrets } from './testing/test-gateway.ts';
import { askCall } from './testing/voice-client.ts';

interface Series {
  name: string;
  labels: Record<string, string>;
}

function parseSeries(text: string): Series[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', inBraces = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    const labels = [...inBraces.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value] as const);
    return { name, labels: Object.fromEntries(labels) };
  });
}

const templates = new Set(['unknown']);
const site = openEachTest({ options: { onRoute: ({ url }) => void templates.add(url) } });

const served = async () => parseSeries((await site.gateway.get('/metrics')).text);

it('GET /metrics returns Prometheus’ text format, without caching', async () => {
  await site.gateway.get(`/api/museums/${museumId}`);
  const { status, headers, text } = await site.gateway.get('/metrics');
  const type = 'text/plain; version=0.0.4; charset=utf-8';
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, 'no-store']);
  expect(text).toMatch(/^enfilade_http_seconds_count\{route="\/api\/museums\/:museumId",method="GET",status="2xx"\} 1$/m);
});

it('hundreds of invented addresses and methods make no more series than the routes have', async () => {
  const known = fc.constantFrom('api', 'museums', museumId, 'static', 'media', 'remotes', 'registry');
  const word = fc.oneof(known, fc.stringMatching(/^[\w-]{1,12}$/));
  const path = fc.array(word, { maxLength: 4 }).map((words) => `/${words.join('/')}`);
  const method = fc.constantFrom(...METHODS.filter((one) => one !== 'CONNECT'));
  const asked = fc.sample(fc.record({ path, method, query: word }), 500);
  for (const { path: url, method: by, query } of asked) {
    // Injection skips the socket. The code after routing is the same, in a quarter of the time.
    await site.gateway.app.inject({ method: by as 'GET', url: `${url}?museum=${query}` });
  }
  const series = await served();
  const answers = series.filter(({ name }) => name === 'enfilade_http_seconds_count').map(({ labels }) => labels);
  for (const { route = '', method: by, status } of answers) {
    expect(templates).toContain(route);
    expect(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'other']).toContain(by);
    expect(status).toMatch(/^[2-5]xx$/);
  }
  expect(answers.length).toBeGreaterThan(5);
  expect(answers.length).toBeLessThanOrEqual(templates.size * 6 + 7);
  expect(series.length).toBeLessThanOrEqual(1_500);
});

it('GET /metrics reports each kind of problem that /readyz names; a setting that refuses the site’s own pages leaves the site ready', async () => {
  await site.gateway.post('/api/visits/ping', { museumId }, { origin: 'https://elsewhere.example' });
  const { status, text } = await site.gateway.get('/readyz');
  expect([status, JSON.parse(text)]).toEqual([200, { status: 'ready', problems: [expect.stringContaining('PUBLIC_ORIGIN')] }]);
  const problems = (await site.gateway.get('/metrics')).text.match(/^enfilade_problem.* 1$/gm);
  expect(problems).toEqual(['enfilade_problem{of="settings"} 1']);
});

it('GET /metrics counts answers and calls by outcome, first words by time, and leased voice slots', async () => {
  const read = async () =>
    new Map((await site.gateway.get('/metrics')).text.split('\n').map((line) => line.split(' ') as [string, string]));
  const before = await read();
  expect(before.get('enfilade_answers_total{outcome="failed"}')).toBe('0');
  site.upstreams.on(chatPath, answerText('Here.'));
  await ask(site.gateway);
  site.upstreams.on(chatPath, answerJson(500, {}));
  await ask(site.gateway);
  await askCall(site.gateway);
  site.upstreams.on(callPath, answerJson(500, {}));
  await askCall(site.gateway);
  const after = await read();
  const changed = [...after].filter(([name, value]) => value !== before.get(name)).map(([name, value]) => `${name} ${value}`);
  expect(changed).toEqual(
    expect.arrayContaining([
      'enfilade_answers_total{outcome="answered"} 1',
      'enfilade_answers_total{outcome="failed"} 1',
      'enfilade_first_word_seconds_count 1',
      'enfilade_calls_total{outcome="opened"} 1',
      'enfilade_calls_total{outcome="failed"} 1',
      'enfilade_voice_slots{state="leased"} 1',
    ]),
  );
});

it('GET /metrics contains no visitor, no museum and no secret', async () => {
  await site.gateway.post('/api/visits/ping', { museumId }, { cookie: 'museumID=private-cookie' });
  await site.gateway.get(`/?museum=${museumId}&question=private-query`, { 'x-request-id': '3f2b6a52-9c1d-4a3e-8f60-0d5c2b7e9a11' });
  const { status, text } = await site.gateway.get('/metrics');
  expect([status, text.includes('enfilade_http_seconds')]).toEqual([200, true]);
  for (const word of [...Object.values(secrets), museumId, 'private-', '3f2b6a52', '127.0.0.1', site.upstreams.origin])
    expect(text).not.toContain(word);
});
