import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/remote/system-clock';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { createLog } from '../gateway/http/create-log.ts';
import { chatBody, eventStream, readEvents, textOf } from '../gateway/testing/chat-client.ts';
import { parseSettings } from './settings.ts';
import { type Site, type SiteOptions, startSite } from './start-site.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const exhibitionId = '6610a1b2c3d4e5f602000004';

describe('a site without any setting', () => {
  let folder: string;
  let sites: Site[];
  let logged: string[];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'site-'));
    sites = [];
    logged = [];
    await mkdir(path.join(folder, 'host'));
    await writeFile(path.join(folder, 'host/index.html'), '<!doctype html><html><head></head><body></body></html>');
  });
  afterEach(async () => {
    for (const site of sites) await site.close();
    await rm(folder, { recursive: true });
  });

  const start = async (change: Partial<SiteOptions> & { environment?: Record<string, string> } = {}): Promise<Site> => {
    const { environment, ...options } = change;
    const site = await startSite({
      settings: parseSettings({ PORT: '0', DATA_DIR: path.join(folder, 'data'), ...environment }),
      hostDir: path.join(folder, 'host'),
      voiceDir: path.join(folder, 'voice'),
      speechProgram: path.resolve(import.meta.dirname, '../speech/main.mjs'),
      demoContentDir: path.resolve(import.meta.dirname, '../content'),
      builds: [],
      clock: systemClock,
      log: createLog({ level: 'info', destination: { write: (line) => void logged.push(line) } }),
      ...options,
    });
    sites.push(site);
    return site;
  };
  const get = async (site: Site, url: string) => {
    const { statusCode, body } = await request(site.origin + url);
    return { status: statusCode, json: (await body.json()) as Record<string, unknown> };
  };

  it('serves its museums, and an answer with its source', async () => {
    const site = await start();
    const belmonte = site.museums.find(({ id }) => id === museumId);
    expect(belmonte).toEqual({ id: museumId, name: 'Palazzo Belmonte', address: `${site.origin}/?museum=${museumId}`, wallCode: 'BELM' });
    for (const { id, wallCode } of site.museums) {
      expect(await get(site, `/api/museums?code=${wallCode?.toLowerCase()}`)).toEqual({ status: 200, json: { museumId: id } });
      expect((await get(site, `/api/museums/${id}`)).json).toMatchObject({ museum: { _id: id } });
    }
    const visit = { museumId, exhibitionId, language: 'en', visitMode: 'exploration', answers: {} };
    const { body } = await request(`${site.origin}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-enfilade': '1', ...eventStream },
      body: JSON.stringify(chatBody({ visit, text: 'Who painted the ceiling of the painting salon?' })),
    });
    const events = readEvents({ text: await body.text() });
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['source', 'text', 'done']));
    expect(textOf(events).length).toBeGreaterThan(20);
  });

  it('draws the covers of its exhibitions in both modes', async () => {
    const site = await start();
    const [positive, negative] = await Promise.all(
      ['positive', 'negative'].map(async (mode) =>
        (await request(`${site.origin}/media/scenes/${museumId}/library/${mode}.svg`)).body.text(),
      ),
    );
    expect(positive).toMatch(/^<svg/);
    expect(negative).toMatch(/^<svg/);
    expect(negative).not.toBe(positive);
  });

  it('finds its data again after a restart', async () => {
    const first = await start();
    await first.close();
    const second = await start();
    expect(second.tokenFile).toBe(path.join(folder, 'data/tokens/local'));
    expect((await get(second, '/healthz')).status).toBe(200);
  });

  it('says in a sentence that its port is in use, and leaves its data to the next start', async () => {
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

  it('says that another site uses its data', async () => {
    await start();
    await expect(start()).rejects.toThrow(/in use by process \d+/);
  });

  it('says what is wrong with a build, and leaves its data to the next start', async () => {
    await mkdir(path.join(folder, 'empty'));
    await expect(start({ builds: [{ name: 'landing', folder: path.join(folder, 'empty') }] })).rejects.toThrow();
    await start();
  });

  it('says that nothing is pinned yet in its readiness', async () => {
    expect(await get(await start(), '/readyz')).toEqual({ status: 503, json: { status: 'not-ready', problems: ['No remote is pinned'] } });
  });
});
