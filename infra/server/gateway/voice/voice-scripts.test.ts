import { createHash } from 'node:crypto';
import type { VoiceFacts } from '@enfilade/shared-contracts/api/voice-schemas';
import { expect, it } from '@rstest/core';
import { openEachTest } from '../testing/open-each-test.ts';
import { callMachineText } from '../testing/test-gateway.ts';
import { hostedBundlePath } from './voice-scripts.ts';

const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

const site = openEachTest();
const get = (url = '', headers?: Record<string, string>) => site.gateway.get(url, headers);
const restart = (rooms: 'local' | 'hosted') => {
  const voice = { rooms, hearing: 'site', slots: 2, voiceDir: '/none', callMachineOrigin: site.upstreams.origin } as const;
  return site.reopen({ options: { voice } });
};
const facts = async () => (await get('/api/voice')).json<VoiceFacts>();
const fetched = () => site.upstreams.count(hostedBundlePath);

it('the local platform’s call machine is served as immutable under the hash of its content', async () => {
  const { callMachine } = await facts();
  expect(callMachine?.integrity).toBe(sha384(callMachineText));
  const script = await get(callMachine?.url);
  expect([script.status, script.text, script.headers['content-type']]).toEqual([200, callMachineText, 'text/javascript; charset=utf-8']);
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable, no-transform');
  expect(script.headers['x-content-type-options']).toBe('nosniff');
  expect((await get('/voice/call-machine.000000000000.js')).status).toBe(404);
  expect((await get('/voice/call-machine.js')).status).toBe(404);
});

it('the call machine of the build before is served to pages that were opened before an upgrade', async () => {
  const file = { path: 'sha384-1', contentType: 'text/javascript; charset=utf-8', read: async () => Buffer.from('earlier()') };
  const find = async (name: string) => (name === 'voice/call-machine.0123456789ab.js' ? file : undefined);
  await site.reopen({ options: { hosts: { find } } });
  const { status, text, headers } = await get('/voice/call-machine.0123456789ab.js');
  expect([status, text, headers['cache-control']]).toEqual([200, 'earlier()', 'public, max-age=31536000, immutable, no-transform']);
  expect((await get('/voice/call-machine.000000000000.js')).status).toBe(404);
});

it('browsers revalidate the worklet on every request, and get 304 if it did not change', async () => {
  const worklet = await get('/voice/worklet.js');
  expect([worklet.status, worklet.text, worklet.headers['cache-control']]).toEqual([200, 'registerProcessor()', 'no-cache, no-transform']);
  const again = await get('/voice/worklet.js', { 'if-none-match': String(worklet.headers['etag']) });
  expect([again.status, again.text]).toEqual([304, '']);
});

it('a site whose call scripts were not built logs a warning and serves without voice', async () => {
  await restart('local');
  expect(await facts()).toEqual({ hearing: 'site', dictation: 'site' });
  expect((await get('/voice/worklet.js')).status).toBe(404);
  expect(site.gateway.logged.join('')).toContain('there will be no voice');
});

it('with hosted rooms Daily’s call machine is fetched once and served from this site', async () => {
  site.upstreams.on(hostedBundlePath, (_, response) => void response.writeHead(200).end('daily()'));
  await restart('hosted');
  const [{ callMachine }] = await Promise.all([facts(), facts(), facts()]);
  expect(callMachine?.integrity).toBe(sha384('daily()'));
  expect((await get(callMachine?.url)).text).toBe('daily()');
  expect((await get('/voice/worklet.js')).status).toBe(404);
  expect(fetched()).toBe(1);
  const asked = site.upstreams.heard.find(({ path }) => path === hostedBundlePath);
  expect([asked?.headers.authorization, asked?.headers.cookie]).toEqual([undefined, undefined]);
});

it.each([
  ['does not exist', 404, 'gone'],
  ['was moved', 302, ''],
  ['is too large', 200, 'x'.repeat(9 * 1024 * 1024)],
])('the call machine is requested again after 30 s when Daily’s file %s', async (_, status, body) => {
  site.upstreams.on(hostedBundlePath, (_request, response) => void response.writeHead(status, { location: '/x' }).end(body));
  await restart('hosted');
  expect(await facts()).toEqual({ hearing: 'site', dictation: 'site' });
  expect(await facts()).toEqual({ hearing: 'site', dictation: 'site' });
  expect(fetched()).toBe(1);
  site.upstreams.on(hostedBundlePath, (_request, response) => void response.writeHead(200).end('daily()'));
  site.gateway.clock.turn(30_000);
  expect((await facts()).callMachine?.integrity).toBe(sha384('daily()'));
  expect(fetched()).toBe(2);
});
