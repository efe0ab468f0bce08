import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { voiceFactsSchema, type WebCall, webCallSchema } from '@enfilade/shared-contracts/api/voice-schemas';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { callBody } from '../gateway/testing/voice-client.ts';
import { createLog } from '../http/create-log.ts';
import { parseSettings } from './settings.ts';
import { type Site, startSite } from './start-site.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const visit = { museumId, exhibitionId: '6610a1b2c3d4e5f602000004', language: 'en', visitMode: 'guided', answers: {} };

describe('the voice of a site', () => {
  let folder: string;
  let site: Site | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'site-voice-'));
    const files = {
      'host/index.html': '<!doctype html><html><head></head><body></body></html>',
      'voice/call-machine.js': 'join()',
      'voice/worklet.js': 'play()',
    };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
  });
  afterEach(async () => {
    await site?.close();
    await rm(folder, { recursive: true });
  });

  const start = async (environment: Record<string, string> = {}): Promise<Site> => {
    site = await startSite({
      settings: parseSettings({ PORT: '0', DATA_DIR: path.join(folder, 'data'), ...environment }),
      hostDir: path.join(folder, 'host'),
      voiceDir: path.join(folder, 'voice'),
      speechProgram: path.resolve(import.meta.dirname, '../../speech/main.mjs'),
      loadPlatform: () => import('@enfilade/platform/platform'),
      demoContentDir: path.resolve(import.meta.dirname, '../../demo'),
      builds: [],
      clock: systemClock,
      log: createLog({ level: 'silent' }),
    });
    return site;
  };
  const facts = async ({ origin }: Site) => voiceFactsSchema.parse(await (await request(`${origin}/api/voice`)).body.json());
  const ask = ({ origin }: Site) =>
    request(`${origin}/api/voice/call/web`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer visit', origin },
      body: JSON.stringify(callBody({ visit })),
    });
  const open = async (started: Site): Promise<WebCall> => webCallSchema.parse(await (await ask(started)).body.json());

  it('is heard by the browser’s recogniser until a transcription service is named', async () => {
    expect((await facts(await start())).hearing).toBe('browser');
    await site?.close();
    const heard = await facts(await start({ STT_URL: 'http://127.0.0.1:1/v1', STT_KEY: 'key', STT_MODEL: 'model' }));
    expect(heard).toMatchObject({ hearing: 'site', callMachine: { url: expect.stringContaining('/voice/call-machine.') } });
  });

  it('goes from a visit into a room of the platform, all by the site’s own origin', async () => {
    const started = await start();
    const { webCallUrl } = await open(started);
    expect(webCallUrl.startsWith(`${started.origin}/voice/room/`)).toBe(true);
    const line = new WebSocket(`${webCallUrl.replace('http', 'ws')}/ws`, { headers: { origin: started.origin } });
    await once(line, 'open');
    line.send('{"t":"join"}');
    const [first] = await once(line, 'message');
    expect(JSON.parse(String(first))).toMatchObject({ t: 'joined', isReturn: false });
    const closed = once(line, 'close');
    await started.close();
    site = undefined;
    await closed;
  });

  it('has as many places as the settings say', async () => {
    const started = await start({ VOICE_SLOTS: '1' });
    await open(started);
    const { statusCode, body } = await ask(started);
    expect([statusCode, await body.json()]).toEqual([503, expect.objectContaining({ code: 'busy', ahead: 1, retryAfterSeconds: 3 })]);
  });
});
