import { forAllAsync } from '@enfilade/shared-contracts/kit/testing/for-all';
import { releaseSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionId, foreignExhibitionId, museumId, otherMuseumId, unknownId, unsignedSet } from '../testing/samples.ts';
import { museumPath } from '../testing/scripted-upstreams.ts';
import { type HeardAnswer, registryOf } from '../testing/test-gateway.ts';
import { createNavigations } from './page.ts';

const screenOf = ({ text }: HeardAnswer) => /href="\/remotes\/(\w+)\/1\.0\.0\/remoteEntry\.js"/.exec(text)?.[1];
const visitorOf = ({ headers }: HeardAnswer) =>
  /^visitorID=([0-9a-f]{16}); Max-Age=14400; Path=\/; SameSite=Lax$/.exec(String(headers['set-cookie']))?.[1];
const rootOf = ({ text }: HeardAnswer) => /<html[^>]*>/.exec(text)?.[0];
const setOf = ({ text }: HeardAnswer) =>
  releaseSetSchema.parse(JSON.parse(/<script type="application\/json" id="release-set">(.*?)<\/script>/.exec(text)?.[1] ?? ''));
/** The signer adds times and signature. */
const chosen = { sequence: 7, contract: '1.0.0' };
/** Remote → the files whose hashes the set has, relative to the remote's folder. */
const filesIn = (html: HeardAnswer) =>
  Object.fromEntries(
    Object.entries(setOf(html).remotes).map(([name, { integrity }]) => [
      name,
      Object.keys(integrity).map((file) => file.replace(`/remotes/${name}/1.0.0/`, '')),
    ]),
  );
const firstView = ['remoteEntry.js', 'static/js/screen.1.js', 'static/css/screen.1.css'];
const answered = encodeURIComponent(JSON.stringify({ time: ['time.5'], goals: ['goal.learn'] }));
const halfAnswered = encodeURIComponent(JSON.stringify({ time: ['time.5'] }));

const site = openEachTest();

it('the page gives each visitor a number, and later requests get the set for that number', async () => {
  const [first, second] = [await site.gateway.get('/'), await site.gateway.get('/')];
  expect(visitorOf(first)).toBeDefined();
  expect(visitorOf(first)).not.toBe(visitorOf(second));
  const cookie = 'visitorID=0123456789abcdef';
  expect(visitorOf(await site.gateway.get('/', { cookie }))).toBe('0123456789abcdef');
  expect(visitorOf(await site.gateway.get('/', { cookie: 'visitorID="><script>' }))).toMatch(/^[0-9a-f]{16}$/);

  const asked: (string | undefined)[] = [];
  const chooseSet = ({ visitorId }: { visitorId?: string | undefined }) => {
    asked.push(visitorId);
    return unsignedSet;
  };
  await site.reopen({ options: { registry: registryOf(chooseSet) } });
  await site.gateway.get(`/?museum=${museumId}`, { cookie });
  await site.gateway.get(`/api/compositions/${museumId}`, { cookie });
  await site.gateway.get(`/api/compositions/${museumId}`);
  // The page compares the visitor's set with the common one.
  expect(asked).toEqual(['0123456789abcdef', undefined, '0123456789abcdef', undefined]);
});

it('the page names the screens whose version differs from the common one', async () => {
  const { tailoring, ...others } = unsignedSet.remotes;
  if (!tailoring) throw new Error('The sample set has no tailoring');
  const onTrial = { ...unsignedSet, remotes: { ...others, tailoring: { ...tailoring, version: '2.0.0' } } };
  const chooseSet = ({ visitorId }: { visitorId?: string | undefined }) => (visitorId === '0123456789abcdef' ? onTrial : unsignedSet);
  await site.reopen({ options: { registry: registryOf(chooseSet) } });
  const trialOf = async (visitorId: string) => {
    const headers = { cookie: `visitorID=${visitorId}`, 'accept-encoding': 'br' };
    return / data-trial="([^"]*)"/.exec((await site.gateway.get(`/?museum=${museumId}`, headers)).text)?.[1];
  };
  for (const known of [false, true]) {
    const found = [await trialOf('0123456789abcdef'), await trialOf('fedcba9876543210')];
    expect(found, known ? 'with what was kept of both' : 'at first').toEqual(['tailoring', undefined]);
  }
});

it('the page has the same body for every visitor, plain and compressed', async () => {
  const { text } = await site.gateway.get(`/?museum=${museumId}`);
  for (const id of ['0123456789abcdef', 'fedcba9876543210'])
    for (const encoding of ['br', 'gzip']) {
      const packed = await site.gateway.get(`/?museum=${museumId}`, { cookie: `visitorID=${id}`, 'accept-encoding': encoding });
      expect([packed.headers['content-encoding'], packed.text]).toEqual([encoding, text]);
    }
});

it('the page contains the museum, its sequence and language, the release set and the first screen’s preloads', async () => {
  const page = await site.gateway.get(`/?museum=${museumId}`);
  expect(page.status).toBe(200);
  expect(rootOf(page)).toBe(`<html lang="de" data-museum="${museumId}" data-composition="7">`);
  expect(setOf(page)).toMatchObject(chosen);
  const base = '/remotes/landing/1.0.0/';
  const links = [...page.text.matchAll(/<link rel="preload" as="(\w+)" href="([^"]+)" crossorigin( integrity="sha384-A{64}")?>/g)];
  expect(links.map(([, as, href, integrity]) => [as, href, integrity !== undefined])).toEqual([
    ['script', `${base}remoteEntry.js`, true],
    ['script', `${base}static/js/screen.1.js`, true],
    ['style', `${base}static/css/screen.1.css`, true],
    ['script', `${base}static/js/async/texts-de.1.js`, true],
    ['fetch', `/api/museums/${museumId}`, false],
  ]);
});

it('the page’s set has the hashes of each screen’s first files in one language; a page without a museum includes the console', async () => {
  const inGerman = [...firstView, 'static/js/async/texts-de.1.js'];
  const screens = { landing: inGerman, tailoring: inGerman, visit: inGerman, chat: inGerman };
  expect(filesIn(await site.gateway.get(`/?museum=${museumId}`))).toEqual(screens);
  const languages = { 'accept-language': 'de' };
  expect(filesIn(await site.gateway.get(`/?museum=${unknownId}`, languages))).toEqual(screens);
  for (const path of ['/', '/operator'])
    expect(filesIn(await site.gateway.get(path, languages))).toEqual({ ...screens, operator: inGerman });
});

it.each([
  ['/', undefined, '', undefined],
  ['/', museumId, '', 'landing'],
  ['/', museumId, `collectionID=${exhibitionId}`, 'tailoring'],
  ['/', museumId, `collectionID=${foreignExhibitionId}`, 'landing'],
  ['/', museumId, `collectionID=${exhibitionId}; tailoringAnswers=${halfAnswered}`, 'tailoring'],
  ['/', museumId, `collectionID=${exhibitionId}; tailoringAnswers=${answered}`, 'visit'],
  ['/', museumId, `collectionID=${exhibitionId}; tailoringAnswers=%7Bbroken`, 'tailoring'],
  ['/collection-selection', museumId, `collectionID=${exhibitionId}`, 'landing'],
  ['/visit', museumId, `collectionID=${exhibitionId}`, 'tailoring'],
  ['/text-chat', museumId, `collectionID=${exhibitionId}`, 'chat'],
  ['/text-chat', otherMuseumId, '', 'chat'],
  ['/nowhere', museumId, '', undefined],
])('the page on %s for museum %s with %s preloads %s', async (path, museum, cookies, screen) => {
  const page = await site.gateway.get(path, { cookie: `${museum ? `museumID=${museum}; ` : ''}${cookies}` });
  expect([page.status, screenOf(page)]).toEqual([path === '/nowhere' ? 404 : 200, screen]);
});

it('museum and exhibition in the page’s address, also in capitals, override stored answers of another museum', async () => {
  const stored = `museumID=${otherMuseumId}; collectionID=${exhibitionId}; tailoringAnswers=${answered}`;
  const landed = await site.gateway.get(`/?museum=${museumId}`, { cookie: stored });
  expect([rootOf(landed)?.includes(museumId), screenOf(landed)]).toEqual([true, 'landing']);
  const cookie = `museumID=${otherMuseumId}; collectionID=${foreignExhibitionId}`;
  const page = await site.gateway.get(`/?museum=${museumId.toUpperCase()}&collection=${exhibitionId.toUpperCase()}`, { cookie });
  expect(rootOf(page)).toBe(`<html lang="de" data-museum="${museumId}" data-composition="7">`);
  expect(setOf(page).museumId).toBe(museumId);
  expect(screenOf(page)).toBe('tailoring');
  expect(page.text).toContain(`as="fetch" href="/api/museums/${museumId}/exhibitions/${exhibitionId}"`);
});

it.each(['belmonte', ''])('an address with the malformed museum “%s” ignores the stored museum', async (museum) => {
  const cookie = `museumID=${museumId}; collectionID=${exhibitionId}`;
  const page = await site.gateway.get(`/?museum=${museum}`, { cookie });
  expect([rootOf(page)?.includes(museumId), setOf(page).museumId, page.text.includes('preload')]).toEqual([false, '*', false]);
});

it('the page of an unknown museum has the default set and no preloads', async () => {
  const page = await site.gateway.get(`/?museum=${unknownId}`);
  expect([page.status, page.text.includes('preload')]).toEqual([200, false]);
  expect(setOf(page)).toMatchObject(chosen);
});

it('the page contains nothing of an address or a cookie except valid ids', async () => {
  // The first valid cookie of the name counts.
  const visitor = 'visitorID=0123456789abcdef';
  const plain = await site.gateway.get('/', { cookie: visitor });
  const hostile = fc.oneof(
    fc.string({ unit: 'grapheme-ascii' }),
    fc.constantFrom('"><script>x</script>', '</script>', '$&', "$'", '%22%3E%3Cimg'),
  );
  await forAllAsync(hostile, hostile, async (inAddress, inCookie) => {
    const cookie = `museumID=${encodeURIComponent(inCookie)}; collectionID=${inCookie.replace(/[^!-~]|[;,]/g, '')}; visitorID=${encodeURIComponent(inCookie)}; ${visitor}`;
    const page = await site.gateway.get(`/?museum=${encodeURIComponent(inAddress)}&question=${encodeURIComponent(inAddress)}`, {
      cookie,
    });
    expect([page.status, page.text]).toEqual([200, plain.text]);
  });
});

it('the page uses the language that the visitor chose, and its texts, for a museum of another language', async () => {
  const page = await site.gateway.get(`/?museum=${museumId}`, { cookie: 'language=en', 'accept-language': 'fr' });
  expect(rootOf(page)).toContain('lang="en"');
  expect(page.text).toMatch(/rel="preload"[^>]*texts-en/);
  expect(filesIn(page)['visit']).toEqual([...firstView, 'static/js/async/texts-en.1.js']);
  expect(rootOf(await site.gateway.get(`/?museum=${museumId}`, { cookie: 'language=xx' }))).toContain('lang="de"');
});

it('the page uses the browser’s language while no museum is known', async () => {
  expect(rootOf(await site.gateway.get('/', { 'accept-language': 'it-IT, fr;q=0.9, en;q=0.8' }))).toContain('lang="fr"');
  expect(rootOf(await site.gateway.get('/', { 'accept-language': 'xx' }))).toContain('lang="en"');
});

it('a page uses a museum that was cached 20 hours ago, and waits no longer than 30 ms for another museum', async () => {
  await site.reopen({ limits: { pageWaitMs: 30 } });
  await site.gateway.get(`/api/museums/${museumId}`);
  for (const id of [museumId, otherMuseumId]) site.upstreams.on(museumPath.replace(museumId, id), () => undefined);
  site.gateway.clock.turn(20 * 3600_000);
  expect(screenOf(await site.gateway.get(`/?museum=${museumId}`))).toBe('landing');
  const page = await site.gateway.get(`/?museum=${otherMuseumId}`);
  expect([page.status, screenOf(page)]).toEqual([200, undefined]);
  expect(setOf(page)).toMatchObject(chosen);
});

const url = `/?museum=${museumId}`;

it('createNavigations returns one object for requests that differ by visitor and visit alone', () => {
  const read = createNavigations();
  const first = read({ url, headers: {} });
  expect(first).toMatchObject({ path: '/', museumId, choice: { grants: [], avoid: [] }, languages: { accepted: 'en' } });
  expect(read({ url, headers: { cookie: 'visitorID=0123456789abcdef; __Host-visit=a.b' } })).toBe(first);
});

it.each([
  ['another address', { url: `${url}&premium=true`, headers: {} }],
  ['a chosen language', { url, headers: { cookie: 'a=b; language=fr' } }],
  ['another language of the browser', { url, headers: { 'accept-language': 'de' } }],
  ['a version that failed', { url, headers: { cookie: 'avoidedVersions=visit%401.9.0' } }],
  ['another stored museum', { url: '/', headers: { cookie: `museumID=${otherMuseumId}` } }],
])('createNavigations returns another object for %s', (_, request) => {
  const read = createNavigations();
  expect(read(request)).not.toEqual(read({ url, headers: {} }));
  expect(read(request)).toBe(read(request));
});

it('createNavigations does not cache requests longer than 1,000 characters', () => {
  const read = createNavigations();
  const long = { url: `${url}&x=${'x'.repeat(1_000)}`, headers: {} };
  expect(read(long)).not.toBe(read(long));
  expect(read(long)).toEqual(read({ url, headers: {} }));
});
