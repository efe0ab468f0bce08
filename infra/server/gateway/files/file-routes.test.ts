import { createHash } from 'node:crypto';
import { houseTheme } from '@enfilade/shared-contracts/museum/theme';
import { expect, it } from '@rstest/core';
import { openEachTest } from '../testing/open-each-test.ts';
import { getRaw, readRaw } from '../testing/raw-request.ts';
import { museumId, museumRecord, unknownId } from '../testing/samples.ts';
import { museumPath } from '../testing/scripted-upstreams.ts';
import { demoScene, pictures } from '../testing/test-gateway.ts';
import { fillScene } from './media-routes.ts';

const entry = '/remotes/landing/1.0.0/remoteEntry.js';
const scenes = `/media/scenes/${museumId}`;

const site = openEachTest();

const unpacked = async (url: string) => {
  const { headers, text } = await site.gateway.get(url, { 'accept-encoding': 'gzip, br' });
  expect(headers['content-encoding']).toBe('br');
  return text;
};

it.each([
  ['/static/js/index.1.js', 'console.log("host")'],
  [entry, 'entry()'],
])('%s is immutable and comes with Brotli for a client that accepts Brotli', async (url, text) => {
  const plain = await site.gateway.get(url);
  expect([plain.status, plain.text, plain.headers['content-encoding']]).toEqual([200, text, undefined]);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable, no-transform');
  expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(plain.headers['vary']).toBe('Accept-Encoding');
  expect(await unpacked(url)).toBe(text);
});

it.each([
  ['/static/js/index.1.js', /^console/],
  [entry, /^entry\(\)$/],
  [`${scenes}/library/positive.svg`, /^<svg/],
])('%s comes with gzip for a client without Brotli, the second time too', async (url, text) => {
  for (const time of [1, 2]) {
    const packed = await site.gateway.get(url, { 'accept-encoding': 'gzip, br;q=0' });
    expect([time, packed.headers['content-encoding'], packed.headers['vary']]).toEqual([time, 'gzip', 'Accept-Encoding']);
    expect(packed.text).toMatch(text);
  }
});

it('browsers revalidate the host’s unhashed files on every request', async () => {
  const { status, headers } = await site.gateway.get('/favicon.svg');
  expect([status, headers['cache-control'], headers['content-type']]).toEqual([200, 'no-cache, no-transform', 'image/svg+xml']);
});

const museumFiles = ['secret.svg', 'museum.json', 'hall.gif', '..%2f..%2fsecret.svg'];
it.each([
  ...['js/index.2.js', 'js/index.1.js.br', '../index.html', 'js', '', '%2e%2e/index.html'].map((file) => `/static/${file}`),
  ...['landing/1.0.0/other.js', 'landing/9.9.9/remoteEntry.js', 'landing/1.0.0/..%2f..%2fsecret.svg'].map((file) => `/remotes/${file}`),
  '/remotes/__proto__/1.0.0/remoteEntry.js',
  ...museumFiles.map((file) => `/media/museums/house/${file}`),
  ...['..%2f/secret.svg', '%2e%2e/logo.svg', 'other/logo.svg'].map((file) => `/media/museums/${file}`),
  ...['dungeon/positive.svg', 'staircase/sideways.svg'].map((file) => `${scenes}/${file}`),
  ...['nobody', unknownId].map((museum) => `/media/scenes/${museum}/staircase/positive.svg`),
])('%s responds with 404 as JSON', async (path) => {
  expect(readRaw(await getRaw(site.gateway, path))).toMatchObject({ status: 404, body: { code: expect.stringMatching(/not-found$/) } });
});

it('a published file that this disk lacks gets 503 with Retry-After and is not cached', async () => {
  const lost = await site.gateway.get('/remotes/landing/1.0.0/lost.js');
  expect([lost.status, lost.headers['cache-control'], lost.headers['retry-after']]).toEqual([503, 'no-store', '5']);
  expect(JSON.parse(lost.text)).toMatchObject({ code: 'busy' });
});

it('the gateway serves files of another build of the host as immutable, and responds with 503 while the store cannot be read', async () => {
  const script = '/static/js/async/voice.2.js';
  const file = { path: 'sha384-2', contentType: 'text/javascript; charset=utf-8', read: async () => Buffer.from('earlier()') };
  const find = async (name: string) => {
    if (name.endsWith('lost.js')) throw new Error('the database is gone');
    return `/${name}` === script ? file : undefined;
  };
  await site.reopen({ options: { hosts: { find } } });
  const { status, text, headers } = await site.gateway.get(script);
  expect([status, text, headers['cache-control']]).toEqual([200, 'earlier()', 'public, max-age=31536000, immutable, no-transform']);
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  expect((await site.gateway.get('/static/js/index.2.js')).status).toBe(404);
  expect((await site.gateway.get('/static/js/lost.js')).status).toBe(503);
});

it('the offline page runs only its own inline script and style, and browsers revalidate the page on every request', async () => {
  const { status, headers, text } = await site.gateway.get('/offline.html');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-cache, no-transform']);
  expect(text).toContain('<script defer>show()</script>');
  expect(headers['vary']).toBe('Accept-Encoding');
  const hash = (inline: string) => `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; script-src ${hash('show()')}; style-src ${hash('p{}')}; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  );
  expect(headers['permissions-policy']).toContain('microphone=()');
  expect([headers['integrity-policy'], headers['cross-origin-opener-policy']]).toEqual(['blocked-destinations=(script)', 'same-origin']);
  expect(await unpacked('/offline.html')).toBe(text);
});

it.each([
  ['hall.png', 'image/png', pictures.png],
  ['hall.jpg', 'image/jpeg', pictures.jpg],
  ['hall.webp', 'image/webp', pictures.webp],
  ['Hall_2.avif', 'image/avif', pictures.avif],
])('a picture of a museum’s own folder is served with its type: %s', async (file, type, bytes) => {
  const answer = await site.gateway.get(`/media/museums/house/${file}`);
  expect([answer.status, answer.headers['content-type'], answer.headers['x-content-type-options']]).toEqual([200, type, 'nosniff']);
  expect(answer.bytes).toEqual(bytes);
});

it('a scene has the colours of its museum, in both modes', async () => {
  const theme = { primaryColor: '#123456' };
  site.upstreams.onRecord(museumPath, { ...museumRecord, theme });
  site.gateway.clock.turn(6 * 60_000);
  const picture = await site.gateway.get(`${scenes}/library/positive.svg`);
  expect(picture.text).toBe(fillScene(demoScene, { ...houseTheme, ...theme }, 'positive'));
  expect(picture.headers['content-type']).toBe('image/svg+xml');
  expect(picture.headers['cache-control']).toBe('public, max-age=86400, no-transform');
  expect(picture.headers['content-security-policy']).toContain('sandbox');
  expect(await unpacked(`${scenes}/library/negative.svg`)).toBe(fillScene(demoScene, { ...houseTheme, ...theme }, 'negative'));
});

it('a scene comes from the content folder, or from the demo if the content folder lacks the scene', async () => {
  expect((await site.gateway.get(`${scenes}/staircase/positive.svg`)).text).toContain('own staircase');
  expect((await site.gateway.get(`${scenes}/library/positive.svg`)).text).toContain('demo library');
  expect((await site.gateway.get(`${scenes}/gallery-hall/positive.svg`)).status).toBe(404);
});

it('a scene has the house’s colours and is not cached while its museum cannot be loaded', async () => {
  const id = 'dddddddddddddddddddddddd';
  site.upstreams.on(`/rest-api/v2/museums/${id}`, (_, response) => void response.destroy());
  const { text, headers } = await site.gateway.get(`/media/scenes/${id}/library/positive.svg`);
  expect([text, headers['cache-control']]).toEqual([fillScene(demoScene, houseTheme, 'positive'), 'no-store, no-transform']);
});

it('HEAD returns the headers of GET without the body', async () => {
  const { status, headers, text } = await site.gateway.ask('HEAD', entry);
  expect([status, headers['content-length'], text]).toEqual([200, '7', '']);
});
