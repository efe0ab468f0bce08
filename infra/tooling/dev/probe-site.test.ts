import { generateKeyPairSync } from 'node:crypto';
import { createPage } from '@enfilade/server/gateway/page/page-html';
import { type ScriptedServer, startScriptedServer } from '@enfilade/server/gateway/testing/scripted-server';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { probeSite } from './probe-site.ts';
import { DevError } from './terminal.ts';
import { siteSet } from './testing/samples.ts';

const template = '<html><head><script defer src="/static/js/index.1.js"></script></head><body><div id="first-paint"></div></body></html>';
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

const wanted = { contract: `^${contractVersion}`, withHost: false };

let site: ScriptedServer;
beforeEach(async () => {
  site = await startScriptedServer();
  serve('const keys="";', '/static/js/index.1.js');
});
afterEach(() => site.close());

const serve = (page: string | Buffer, path = '/') => site.on(path, (_, response) => void response.end(page));
const servePage = (contract = contractVersion) =>
  serve(createPage(template, () => [key])({ language: 'en', set: siteSet({ museumId: '*', contract }), preloads: [] }));
function serveHostWithKeys(): void {
  servePage();
  serve(`const keys="${key}";`, '/static/js/index.1.js');
}

it('a site with a release set of this checkout’s contract is accepted', async () => {
  servePage();
  await probeSite(site.origin, wanted);
});

it.each([
  ['of an older contract', () => servePage('0.9.0'), /runs contract 0\.9\.0, the build needs \^/],
  ['whose host trusts only built-in keys', serveHostWithKeys, /ENFILADE_SET_KEYS/],
  ['that is not Enfilade', () => serve('<html>hello</html>'), /is not an Enfilade site .*status 200/],
  ['without a page', () => undefined, /is not an Enfilade site .*status 404/],
  [
    'that redirects to another host',
    () => site.on('/', (_, response) => void response.writeHead(301, { location: 'https://www.guide.example/' }).end()),
    /redirects to https:\/\/www\.guide\.example; use that address/,
  ],
])('a site %s is refused with a sentence', async (_, arrange, sentence) => {
  arrange();
  const refused = probeSite(site.origin, wanted);
  await expect(refused).rejects.toThrow(DevError);
  await expect(refused).rejects.toThrow(sentence);
});

it('a site whose host trusts only built-in keys is accepted with --with-host', async () => {
  serveHostWithKeys();
  await probeSite(site.origin, { ...wanted, withHost: true });
});

it('a site that does not answer is refused with the reason', async () => {
  await site.close();
  await expect(probeSite(site.origin, wanted)).rejects.toThrow(/cannot be reached \(ECONNREFUSED\); start the site/);
});
