import { once } from 'node:events';
import { type ServerResponse, request as send } from 'node:http';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { createLog } from '../../http/create-log.ts';
import { createMetrics } from '../../http/metrics.ts';
import { exhibitionRecord, museumRecord, visit } from '../testing/samples.ts';
import { type Script, sendJson } from '../testing/scripted-server.ts';
import { completionsPath, type ScriptedUpstreams, startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { startTestGateway } from '../testing/test-gateway.ts';
import { createServices, type Services } from '../upstream/upstream.ts';
import { askLanguageModel, type QuestionsWanted } from './language-model-routes.ts';

const three = ['Who wrote this book?', 'When was it bound?', 'Where was it found?'];
const wanted = {
  visit: { museum: museumRecord, exhibition: exhibitionRecord, language: 'en' },
  lines: ['The ceiling is by Savelli.'],
  asked: [],
} as unknown as QuestionsWanted;

/** A chat completion's request, as the service documents it. */
const requestSchema = z.strictObject({
  model: z.string(),
  temperature: z.literal(0.7),
  max_tokens: z.literal(100),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string().min(1) }),
    z.strictObject({ role: z.literal('user'), content: z.string() }),
  ]),
});

describe('a language model', () => {
  let upstreams: ScriptedUpstreams;
  let services: Services;
  beforeEach(async () => {
    upstreams = await startScriptedUpstreams();
    services = createServices({ clock: systemClock, metrics: createMetrics(), log: createLog({ level: 'silent' }) });
  });
  afterEach(async () => {
    await services.close();
    await upstreams.close();
  });

  const ask = (change: Partial<QuestionsWanted> = {}, url = upstreams.origin) =>
    askLanguageModel(
      { upstream: services.of('language-model'), llm: { url, key: 'canary-key', model: 'small' }, questionsMs: 10_000 },
      { ...wanted, ...change },
    );
  const nextCall = () => new Promise<ServerResponse>((resolve) => upstreams.on(completionsPath, (_, response) => resolve(response)));

  it('a language model is asked in the documented shape, whether its address has a version or not', async () => {
    expect(await ask({ requestId: 'r-1' })).toEqual(three);
    expect(await ask({}, `${upstreams.origin}/v1/`)).toEqual(three);
    expect(upstreams.heard.map(({ path }) => path)).toEqual([completionsPath, completionsPath]);
    const [first] = upstreams.heard;
    requestSchema.parse(JSON.parse(first?.body ?? ''));
    expect(first?.headers).toMatchObject({ authorization: 'Bearer canary-key', 'x-request-id': 'r-1' });
  });

  it('a language model that is not there for a moment is asked again, once', async () => {
    const healthy: Script = (_, response) => sendJson(response, 200, { choices: [{ message: { content: three.join('\n') } }] });
    upstreams.on(completionsPath, (_, response) => {
      upstreams.on(completionsPath, healthy);
      sendJson(response, 503, {});
    });
    expect(await ask()).toEqual(three);
    expect(upstreams.count(completionsPath)).toBe(2);
    upstreams.on(completionsPath, (_, response) => sendJson(response, 503, {}));
    await expect(ask()).rejects.toMatchObject({ code: 'upstream-failed' });
    expect(upstreams.count(completionsPath)).toBe(4);
  });

  it('a language model is left when nobody waits any more', async () => {
    const leaving = new AbortController();
    const called = nextCall();
    const answer = ask({ signal: leaving.signal });
    const refused = expect(answer).rejects.toMatchObject({ code: 'stale' });
    const call = await called;
    const ended = once(call, 'close');
    leaving.abort();
    await Promise.all([ended, refused]);
    expect([call.writableFinished, upstreams.count(completionsPath)]).toEqual([false, 1]);
  });

  it('a language model is left when the visitor goes', async () => {
    const gateway = await startTestGateway({ upstreamOrigin: upstreams.origin });
    const called = nextCall();
    const headers = { 'content-type': 'application/json', 'x-enfilade': '1' };
    const browser = send(`${gateway.origin}/api/questions`, { method: 'POST', headers });
    browser.on('error', () => undefined);
    browser.end(JSON.stringify({ visit, lines: ['So it is.'], asked: [] }));
    const call = await called;
    const ended = once(call, 'close');
    browser.destroy();
    await ended;
    expect([call.writableFinished, upstreams.count(completionsPath)]).toEqual([false, 1]);
    await gateway.close();
  });
});
