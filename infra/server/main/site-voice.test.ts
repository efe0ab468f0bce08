import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { says, startScriptedModel } from '@enfilade/platform/guide/language-model/testing/scripted-model';
import { joinRoom } from '@enfilade/platform/voice/testing/room-client';
import { voiceFactsSchema, type WebCall, webCallSchema } from '@enfilade/shared-contracts/api/voice-schemas';
import { beforeEach, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { chatBody } from '../gateway/testing/chat-client.ts';
import { callBody } from '../gateway/testing/voice-client.ts';
import type { Site } from './start-site.ts';
import { fromPage, logTo, oneMuseum, testSites, visit } from './testing/start-test-site.ts';

describe('the voice of a site', () => {
  const sites = testSites();
  let content: Record<string, string>;
  beforeEach(async () => {
    await mkdir(sites.folder('voice'));
    await writeFile(sites.folder('voice/call-machine.js'), 'join()');
    await writeFile(sites.folder('voice/worklet.js'), 'play()');
    content = await oneMuseum(sites.folder(), 'belmonte');
  });

  const start = (environment: Record<string, string> = {}, logged: string[] = []): Promise<Site> =>
    sites.start({ environment: { ...content, ...environment }, log: logTo(logged, 'debug') });
  const facts = async ({ origin }: Site) => voiceFactsSchema.parse(await (await request(`${origin}/api/voice`)).body.json());
  const ask = ({ origin }: Site) =>
    request(`${origin}/api/voice/call/web`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer visit', origin },
      body: JSON.stringify(callBody({ visit: { ...visit, visitMode: 'guided' } })),
    });
  const open = async (started: Site): Promise<WebCall & { cookie: string }> => {
    const { headers, body } = await ask(started);
    return { ...webCallSchema.parse(await body.json()), cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
  };

  it('a site with a transcription service recognises speech of a call itself', async () => {
    const heard = await facts(await start({ STT_URL: 'http://127.0.0.1:1/v1', STT_KEY: 'key', STT_MODEL: 'model' }));
    expect(heard).toMatchObject({ hearing: 'site', callMachine: { url: expect.stringContaining('/voice/call-machine.') } });
  });

  it('a call without a transcription service uses the browser’s recogniser, joins a room on the site’s origin and takes a voice slot', async () => {
    const started = await start({ VOICE_SLOTS: '1' });
    expect((await facts(started)).hearing).toBe('browser');
    const { webCallUrl, cookie } = await open(started);
    const { statusCode, body } = await ask(started);
    expect([statusCode, await body.json()]).toEqual([503, expect.objectContaining({ code: 'busy', ahead: 1, retryAfterSeconds: 3 })]);
    expect(webCallUrl.startsWith(`${started.origin}/voice/room/`)).toBe(true);
    const line = new WebSocket(`${webCallUrl.replace('http', 'ws')}/ws`, { headers: { origin: started.origin, cookie } });
    await once(line, 'open');
    line.send('{"t":"join"}');
    const [first] = await once(line, 'message');
    expect(JSON.parse(String(first))).toMatchObject({ t: 'joined', isReturn: false });
    const closed = once(line, 'close');
    await started.close();
    // The close code after which the browser starts a new call.
    expect((await closed)[0]).toBe(4004);
  });

  // Estimates: 1 ¢ for a typed question, 30 ¢ for the shortest call. Usage: 812 input and 37 output tokens at 15 ¢ and 60 ¢ a million.
  it.each([
    ['the model’s usage report', { prompt_tokens: 812, completion_tokens: 37 }, '0.0144', '29.9856'],
    ['an estimate if the model reports no usage', null, '1', '0'],
    ['an estimate if the model reports invalid usage', { prompt_tokens: -812, completion_tokens: 'many' }, '1', '0'],
  ])('a call and a typed question of the local platform are charged by %s', async (_, usage, spent, refunded) => {
    const model = await startScriptedModel(
      says('The ceiling is a work of Jacopo Savelli, from 1742 and 1743. [1 "Jacopo Savelli painted the ceiling in 1742 and 1743"]', usage),
    );
    const logged: string[] = [];
    const started = await start({ LLM_URL: model.url, LLM_MODEL: 'small' }, logged);
    const post = (path: string, body: object) =>
      request(started.origin + path, {
        method: 'POST',
        headers: { ...fromPage, authorization: 'Bearer visit', origin: started.origin },
        body: JSON.stringify(body),
      });
    const text = 'Who painted the ceiling?';
    const { body } = await post('/api/chat', chatBody({ visit, text }));
    expect(await body.json()).toMatchObject({ text: expect.stringContaining('Savelli') });
    const opened = await post('/api/voice/call/web', callBody({ visit }));
    const { id, webCallUrl } = webCallSchema.parse(await opened.body.json());
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    const room = await joinRoom(webCallUrl, { headers: { origin: started.origin, cookie } });
    await room.enter();
    room.sendApp({ type: 'add-message', message: { role: 'user', content: text } });
    await room.nextApp('transcript', ({ role, transcript }) => role === 'assistant' && String(transcript).includes('Savelli, from 1742'));
    const headers = { cookie, 'x-enfilade': '1', origin: started.origin };
    await request(`${started.origin}/api/voice/calls/${id}`, { method: 'DELETE', headers });
    await expect.poll(() => logged.join('')).toContain('a call was ended');
    const metrics = await (await request(`${started.origin}/metrics`)).body.text();
    const centsOf = (name: string, work: string) =>
      new RegExp(`^enfilade_${name}_cents_total{work="${work}"} (.+)$`, 'm').exec(metrics)?.[1];
    expect([centsOf('spent', 'chat'), centsOf('spent', 'voice'), centsOf('refunded', 'voice')]).toEqual([spent, '30', refunded]);
    await model.close();
  });
});
