import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import type { VoiceFacts } from '@enfilade/shared-contracts/api/voice-schemas';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { type ScriptedUpstreams, startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { callMachineText, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { hostedBundlePath } from './voice-scripts.ts';

const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

describe('the scripts of a call', () => {
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  beforeEach(async () => {
    upstreams = await startScriptedUpstreams();
  });
  afterEach(async () => {
    await gateway.close();
    await upstreams.close();
  });

  const start = async (rooms: 'local' | 'hosted', voiceDir?: string) => {
    const voice = { rooms, hearing: 'site', slots: 2, voiceDir: voiceDir ?? '/none', callMachineOrigin: upstreams.origin } as const;
    const isDefault = rooms === 'local' && voiceDir === undefined;
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, options: isDefault ? {} : { voice } });
  };
  const facts = async () => (await gateway.get('/api/voice')).json<VoiceFacts>();
  const fetched = () => upstreams.count(hostedBundlePath);

  it('are this site’s own with the local platform: for ever under the name of their content', async () => {
    await start('local');
    const { callMachine } = await facts();
    expect(callMachine?.integrity).toBe(sha384(callMachineText));
    const script = await gateway.get(callMachine?.url ?? '');
    expect([script.status, script.text, script.headers['content-type']]).toEqual([200, callMachineText, 'text/javascript; charset=utf-8']);
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable, no-transform');
    expect(script.headers['x-content-type-options']).toBe('nosniff');
    expect((await gateway.get('/voice/call-machine.000000000000.js')).status).toBe(404);
    expect((await gateway.get('/voice/call-machine.js')).status).toBe(404);
  });

  it('of the build before are served to a page that was opened before an upgrade', async () => {
    const file = { path: 'sha384-1', contentType: 'text/javascript; charset=utf-8', read: async () => Buffer.from('earlier()') };
    const find = async (name: string) => (name === 'voice/call-machine.0123456789ab.js' ? file : undefined);
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, options: { hosts: { find } } });
    const { status, text, headers } = await gateway.get('/voice/call-machine.0123456789ab.js');
    expect([status, text, headers['cache-control']]).toEqual([200, 'earlier()', 'public, max-age=31536000, immutable, no-transform']);
    expect((await gateway.get('/voice/call-machine.000000000000.js')).status).toBe(404);
  });

  it('come compressed to anybody who takes it', async () => {
    await start('local');
    const { callMachine } = await facts();
    const { body, headers } = await request(gateway.origin + callMachine?.url, { headers: { 'accept-encoding': 'gzip, br' } });
    expect([headers['content-encoding'], headers['vary']]).toEqual(['br', 'Accept-Encoding']);
    expect(brotliDecompressSync(Buffer.from(await body.arrayBuffer())).toString()).toBe(callMachineText);
  });

  it('have a worklet that is asked for again, and sent when it changed', async () => {
    await start('local');
    const worklet = await gateway.get('/voice/worklet.js');
    expect([worklet.status, worklet.text, worklet.headers['cache-control']]).toEqual([
      200,
      'registerProcessor()',
      'no-cache, no-transform',
    ]);
    const again = await gateway.get('/voice/worklet.js', { 'if-none-match': String(worklet.headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('are missed without ado where they were not built: there is no voice then', async () => {
    await start('local', '/none');
    expect(await facts()).toEqual({ hearing: 'site', dictation: 'site' });
    expect((await gateway.get('/voice/worklet.js')).status).toBe(404);
    expect(gateway.logged.join('')).toContain('there will be no voice');
  });

  it('are Daily’s with hosted rooms, fetched once and served from here', async () => {
    upstreams.on(hostedBundlePath, (_, response) => void response.writeHead(200).end('daily()'));
    await start('hosted');
    const [{ callMachine }] = await Promise.all([facts(), facts(), facts()]);
    expect(callMachine?.integrity).toBe(sha384('daily()'));
    expect((await gateway.get(callMachine?.url ?? '')).text).toBe('daily()');
    expect((await gateway.get('/voice/worklet.js')).status).toBe(404);
    expect(fetched()).toBe(1);
    const asked = upstreams.heard.find(({ path }) => path === hostedBundlePath);
    expect([asked?.headers.authorization, asked?.headers.cookie]).toEqual([undefined, undefined]);
  });

  it.each([
    ['is not there', (end: (status: number, body: string) => void) => end(404, 'gone')],
    ['is elsewhere', (end: (status: number, body: string) => void) => end(302, '')],
    ['does not end', (end: (status: number, body: string) => void) => end(200, 'x'.repeat(9 * 1024 * 1024))],
  ])('are asked for again later when Daily’s %s', async (_, answer) => {
    upstreams.on(hostedBundlePath, (_request, response) =>
      answer((status, body) => void response.writeHead(status, { location: '/x' }).end(body)),
    );
    await start('hosted');
    expect(await facts()).toEqual({ hearing: 'site', dictation: 'site' });
    expect(await facts()).toEqual({ hearing: 'site', dictation: 'site' });
    expect(fetched()).toBe(1);
    upstreams.on(hostedBundlePath, (_request, response) => void response.writeHead(200).end('daily()'));
    gateway.clock.turn(30_000);
    expect((await facts()).callMachine?.integrity).toBe(sha384('daily()'));
    expect(fetched()).toBe(2);
  });
});
