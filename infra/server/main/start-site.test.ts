import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { loadContent } from '@enfilade/platform/content/load-content';
import { createPlatform } from '@enfilade/platform/platform';
import { askedQuestionsSchema, overviewSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { beforeEach, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { chatBody, eventStream, readEvents, textOf } from '../gateway/testing/chat-client.ts';
import { StoreUnavailableError } from '../registry/state/registry-error.ts';
import { parseSettings } from './settings.ts';
import { describeStartError, explainFileError, listenErrorOf } from './start-errors.ts';
import type { Site } from './start-site.ts';
import { fromPage, logTo, museumId, oneMuseum, type TestSiteOptions, testSites, tokenOf, visit } from './testing/start-test-site.ts';

describe('a site without any setting', () => {
  const { folder, landing, start: startWithout } = testSites();
  let content: Record<string, string>;
  let logged: string[];
  beforeEach(async () => {
    logged = [];
    content = await oneMuseum(folder(), 'belmonte');
  });

  const start = ({ environment, ...options }: TestSiteOptions = {}): Promise<Site> =>
    startWithout({ log: logTo(logged), environment: { ...content, ...environment }, ...options });
  const get = async (site: Site, url: string) => {
    const { statusCode, body } = await request(site.origin + url);
    return { status: statusCode, json: (await body.json()) as Record<string, unknown> };
  };

  it('a new site has one operator, who can log in and sees all museums', async () => {
    content = {};
    const { origin, operators, museums } = await start();
    expect(operators).toEqual({ address: `${origin}/operator`, passwordFile: folder('data/tokens/operator') });
    const password = (await readFile(operators.passwordFile ?? '', 'utf8')).trim();
    const body = JSON.stringify({ name: 'local', password, keep: false });
    const login = await request(`${origin}/api/operators/session`, { method: 'POST', headers: fromPage, body });
    expect([login.statusCode, await login.body.text()]).toEqual([204, '']);
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    const read = await request(`${origin}/registry/v1/overview`, { headers: { ...fromPage, cookie } });
    const overview = overviewSchema.parse(await read.body.json());
    expect(new Set(overview.museums.map(({ museumId: id, name }) => `${id} ${name}`))).toEqual(
      new Set(museums.map(({ id, name }) => `${id} ${name}`)),
    );
    expect(overview.museums.find((one) => one.museumId === museumId)).toMatchObject({ code: 'BELM', entryScreen: 'visit' });
    expect(logged.join('\n')).not.toContain(password);
  });

  it('a site serves its packages without a token, and a 404 for another package lists the packages', async () => {
    const packages = folder('packages');
    await mkdir(packages);
    await writeFile(path.join(packages, 'contract-1.10.0.tgz'), 'packed');
    const { origin } = await start({ packageDirs: [packages] });
    const served = await request(`${origin}/registry/v1/contract-1.10.0.tgz`);
    expect([served.statusCode, served.headers['content-type'], await served.body.text()]).toEqual([200, 'application/gzip', 'packed']);
    const missing = await request(`${origin}/registry/v1/contract-9.0.0.tgz`);
    const message = 'This site has no package contract-9.0.0.tgz. It serves contract-1.10.0.tgz.';
    expect([missing.statusCode, await missing.body.json()]).toEqual([404, expect.objectContaining({ code: 'not-found', message })]);
    expect((await request(`${origin}/registry/v1/audit`)).statusCode).toBe(401);
  });

  const ask = async ({ origin }: Site, question: Parameters<typeof chatBody>[0]) => {
    const headers = { ...fromPage, ...eventStream };
    const { body } = await request(`${origin}/api/chat`, { method: 'POST', headers, body: JSON.stringify(chatBody(question)) });
    return readEvents({ text: await body.text() });
  };

  it('a new site serves museums, covers in both modes and an answer with its source, and is not ready before a pin', async () => {
    content = {};
    const site = await start();
    expect(await get(site, '/readyz')).toEqual({
      status: 503,
      json: { status: 'not-ready', problems: ['No remote is pinned: pin one, or start once with FIRST_DEFAULTS=built'] },
    });
    const covers = await Promise.all(
      ['positive', 'negative'].map(async (mode) =>
        (await request(`${site.origin}/media/scenes/${museumId}/library/${mode}.svg`)).body.text(),
      ),
    );
    for (const cover of covers) expect(cover).toMatch(/^<svg/);
    expect(covers[0]).not.toBe(covers[1]);
    const belmonte = site.museums.find(({ id }) => id === museumId);
    expect(belmonte).toEqual({ id: museumId, name: 'Palazzo Belmonte', address: `${site.origin}/?museum=${museumId}`, wallCode: 'BELM' });
    for (const { id, wallCode } of site.museums) {
      expect(await get(site, `/api/museums?code=${wallCode?.toLowerCase()}`)).toEqual({ status: 200, json: { museumId: id } });
      expect((await get(site, `/api/museums/${id}`)).json).toMatchObject({ museum: { _id: id } });
    }
    const events = await ask(site, { visit, text: 'Who painted the ceiling of the painting salon?' });
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['source', 'generated', 'text', 'done']));
    expect(textOf(events).length).toBeGreaterThan(20);
  });

  const askInVain = async (site: Site) => {
    const question = { visit: { ...visit, language: 'de' }, text: 'Wo ist die Garderobe?' };
    for (let visitor = 0; visitor < 5; visitor += 1) expect((await ask(site, question)).at(-1)?.type).toBe('done');
    const authorization = `Bearer ${await tokenOf(site)}`;
    const { body } = await request(`${site.origin}/registry/v1/museums/${museumId}/questions`, { headers: { authorization } });
    return askedQuestionsSchema.parse(await body.json()).questions;
  };
  const unanswered = {
    language: 'de',
    visits: 5,
    reasons: [{ reason: 'no-passage', visits: 5 }],
    exhibitions: [{ exhibitionId: visit.exhibitionId, visits: 5 }],
  };

  it('a site lists unanswered questions of five visitors, also after a restart', async () => {
    const site = await start();
    expect(await askInVain(site)).toMatchObject([unanswered]);
    await site.close();
    const again = await start();
    expect([again.tokenFile, (await get(again, '/healthz')).status]).toEqual([folder('data/tokens/local'), 200]);
    expect(await askInVain(again)).toMatchObject([{ visits: 10 }]);
  });

  it('a site lists unanswered questions of a hosted platform', async () => {
    const museums = await loadContent(content['CONTENT_DIR'] ?? '');
    const key = 'a-private-key-of-the-platform';
    const credential = { email: 'site@museum.example', password: key };
    const { app: platform } = await createPlatform({
      ...{ content: museums, credential, vapiKey: key, clock: systemClock },
      speechProgram: path.resolve(import.meta.dirname, '../../speech/main.mjs'),
    });
    const VAPI_URL = await platform.listen({ host: '127.0.0.1', port: 0 });
    try {
      const site = await start({ environment: { VAPI_URL, VAPI_PRIVATE_KEY: key } });
      expect(await askInVain(site)).toMatchObject([unanswered]);
    } finally {
      await platform.close();
    }
  });

  it('a start fails with a message if the port is in use, and the next start opens the same data', async () => {
    const other: Server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await expect(start({ environment: { PORT: String(port) } })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use by another program: stop that program, or start with another PORT.`,
    );
    await new Promise((resolve) => other.close(resolve));
    expect((await get(await start(), '/healthz')).status).toBe(200);
  });

  it.each([
    ['HOST', 'nowhere.invalid', /^HOST=nowhere\.invalid is not a name that this machine can resolve: start with HOST=127\.0\.0\.1/],
    ['HOST', '192.0.2.1', /^HOST=192\.0\.2\.1 is not an address of this machine: start with HOST=127\.0\.0\.1/],
    ['CONTENT_DIR', '/nowhere', /^CONTENT_DIR=\/nowhere does not exist: name a folder/],
    ['CONTENT_DIR', import.meta.filename, /^CONTENT_DIR=\S+ is not a folder: name a folder/],
    ['CONTENT_DIR', import.meta.dirname, /^CONTENT_DIR=\S+ holds no folder museums: name a folder/],
    ['DATA_DIR', import.meta.filename, /^DATA_DIR=\S+ is a file, or is below a file: name a folder/],
    ['DATA_DIR', `${import.meta.filename}/data`, /^DATA_DIR=\S+ is a file, or is below a file: name a folder/],
    // No user can write there, and mkdir with `recursive` hangs.
    ['DATA_DIR', '/proc/foo', /^DATA_DIR=\/proc\/foo (?:cannot be made|is on a read-only file system): name a folder/],
    ['DATA_DIR', '/proc/foo/bar', /^DATA_DIR=\/proc\/foo\/bar (?:cannot be made|is on a read-only file system): name a folder/],
  ])('a start fails with the problem and the remedy for %s=%s', async (name, value, says) => {
    const refused = await start({ environment: { [name]: value } }).catch(describeStartError);
    expect(refused).toMatch(says);
    expect(refused).not.toContain('\n');
  });

  it.each(['artifacts', 'keys', 'tokens', 'site.db', 'visit.key', 'operators.json'])(
    'a start fails with one sentence if %s in the data folder is of the wrong kind',
    async (name) => {
      const wrong = folder('data', name);
      await mkdir(path.dirname(wrong));
      if (name.includes('.')) await mkdir(wrong);
      else await writeFile(wrong, '');
      const refused = await start().catch(describeStartError);
      expect(refused).toContain(folder('data'));
      expect(refused).toMatch(/^.+: .+\.$/);
    },
  );

  it('a start with wrong museums fails with the folder and all problems', async () => {
    const museums = folder('other');
    await mkdir(path.join(museums, 'museums/mill'), { recursive: true });
    await writeFile(path.join(museums, 'museums/mill/museum.json'), '{}');
    const refused = await start({ environment: { CONTENT_DIR: museums } }).catch(describeStartError);
    expect(refused).toContain(`The museums in ${museums} (CONTENT_DIR) cannot be shown:\n`);
    for (const what of ['exhibitions.json: file: is missing', 'museum.json: name: is missing', 'profile.json: file: is missing'])
      expect(refused).toContain(`  museums/mill/${what}`);
  });

  it('a full disk is reported with the value of DATA_DIR', () => {
    const full = Object.assign(new Error(), { code: 'ENOSPC' });
    const failed = new StoreUnavailableError('The files cannot be stored now', { cause: full });
    for (const error of [full, failed])
      expect(describeStartError(explainFileError(error, './.data'))).toBe(
        'A file of DATA_DIR=./.data cannot be written, the disk is full: fix this, or start with another DATA_DIR.',
      );
    expect(explainFileError(new StoreUnavailableError('no database'), './.data')).toBeInstanceOf(StoreUnavailableError);
  });

  it('if the port needs rights or is in use, the start’s error contains the port', () => {
    const settings = parseSettings({ PORT: '80' });
    const errorOf = (code: string) => listenErrorOf(Object.assign(new Error(), { code }), settings)?.message;
    expect(errorOf('EACCES')).toBe('PORT=80 needs rights that this user does not have: start with a PORT from 1024 on.');
    expect(errorOf('EADDRINUSE')).toMatch(/^Port 80 on 127\.0\.0\.1 is in use/);
    expect(errorOf('EMFILE')).toBeUndefined();
  });

  it('a second site on the same data folder does not start', async () => {
    await start();
    await expect(start()).rejects.toThrow(/in use by another process or container/);
  });

  it('a start fails without repeating the password if the database does not answer', async () => {
    // Nothing listens on port 1.
    const starting = start({ environment: { DATABASE_URL: 'postgres://name:sesame-sesame@127.0.0.1:1/registry' } });
    await expect(starting).rejects.toThrow(/database of DATABASE_URL cannot be used \(ECONNREFUSED\)/);
    await expect(starting).rejects.not.toThrow(/sesame/);
    expect(logged.join('')).not.toContain('sesame');
  });

  it('a start with a wrong build fails, and the next start opens the same data', async () => {
    await mkdir(folder('empty'));
    await expect(start({ builds: [{ name: 'landing', folder: folder('empty') }] })).rejects.toThrow();
    await start();
  });

  describe('with builds of its own', () => {
    const build = async (version: string) => ({ builds: [await landing(version)] });
    const ask = async (site: Site, method: 'GET' | 'PUT' | 'POST', url: string, json?: object) => {
      const headers = { authorization: `Bearer ${await tokenOf(site)}`, ...(json && { 'content-type': 'application/json' }) };
      const { body } = await request(`${site.origin}/registry/v1${url}`, { method, headers, body: json ? JSON.stringify(json) : null });
      return (await body.json()) as Record<string, unknown>;
    };
    const pinned = async (site: Site) => (await ask(site, 'GET', '/museums/*/set'))['remotes'] as { landing?: { version: string } };
    const versions = async (site: Site) =>
      ((await ask(site, 'GET', '/remotes/landing/versions'))['versions'] as { version: string }[]).map(({ version }) => version);
    const restart = async (site: Site, change: Parameters<typeof start>[0]) => {
      await site.close();
      return start(change);
    };

    it('a restart keeps a default pin of an operator, even of a version that a start had pinned', async () => {
      const first = await start(await build('1.0.0-dev.a'));
      expect(await pinned(first)).toMatchObject({ landing: { version: '1.0.0-dev.a' } });
      await ask(first, 'PUT', '/museums/*/pins/landing', { version: '1.0.0-dev.a', expected: '1.0.0-dev.a' });
      const second = await restart(first, await build('1.0.0-dev.b'));
      expect(await pinned(second)).toMatchObject({ landing: { version: '1.0.0-dev.a' } });
      expect(await versions(second)).toEqual(['1.0.0-dev.b', '1.0.0-dev.a']);
    });

    it('a restart replaces the pin of a start by a -dev version alone, and keeps a default that an operator rolled back to', async () => {
      const first = await start(await build('1.0.0-dev.a'));
      const { sequence } = await ask(first, 'GET', '/museums/*/set');
      // A release that a team left in its dist folder.
      const named = await restart(first, await build('1.8.1'));
      expect(await pinned(named)).toMatchObject({ landing: { version: '1.0.0-dev.a' } });
      const second = await restart(named, await build('1.0.0-dev.b'));
      expect(await pinned(second)).toMatchObject({ landing: { version: '1.0.0-dev.b' } });
      await ask(second, 'POST', '/museums/*/rollback', { toSequence: sequence });
      const third = await restart(second, await build('1.0.0-dev.c'));
      expect(await pinned(third)).toMatchObject({ landing: { version: '1.0.0-dev.a' } });
    });

    it('pins, rollouts, grants and readings at an unknown museum are refused with 404', async () => {
      const site = await start(await build('1.0.0'));
      const unknown = '6610a1b2c3d4e5f601000099';
      const version = '1.0.0';
      const changes = (at: string): ['GET' | 'PUT' | 'POST', string, object?][] => [
        ['PUT', `/museums/${at}/pins/landing`, { version, expected: null }],
        ['POST', `/museums/${at}/rollouts`, { versions: { landing: version }, percent: 10 }],
        ['POST', '/grants', { remote: 'landing', version, museumId: at, minutes: 5 }],
        ['GET', `/museums/${at}/set`],
        ['GET', `/museums/${at}/rollouts`],
        ['GET', `/museums/${at}/history`],
      ];
      for (const [method, url, json] of changes(unknown)) {
        const message = `This site has no museum ${unknown}; the operators' page lists the museums.`;
        expect(await ask(site, method, url, json)).toMatchObject({ code: 'not-found', message });
      }
      for (const [method, url, json] of changes(museumId)) expect(await ask(site, method, url, json)).not.toHaveProperty('code');
    });

    it('a start with NODE_ENV=production publishes builds and pins none', async () => {
      const site = await start({ ...(await build('1.0.0-dev.a')), environment: { NODE_ENV: 'production' } });
      expect([await pinned(site), await versions(site)]).toEqual([{}, ['1.0.0-dev.a']]);
      expect(logged.join('')).toContain('a start with NODE_ENV=production pins no version');
    });

    it('a start with FIRST_DEFAULTS=built pins remotes without a default and keeps existing defaults', async () => {
      const environment = { NODE_ENV: 'production', FIRST_DEFAULTS: 'built' };
      const first = await start({ ...(await build('1.0.0-dev.a')), environment });
      const second = await restart(first, { ...(await build('1.0.0-dev.b')), environment });
      expect((await pinned(second)).landing?.version).toBe('1.0.0-dev.a');
      expect(await versions(second)).toEqual(expect.arrayContaining(['1.0.0-dev.a', '1.0.0-dev.b']));
    });
  });
});
