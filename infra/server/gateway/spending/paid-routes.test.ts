import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { expect, it } from '@rstest/core';
import { errorMessages } from '../../http/exchange.ts';
import { chatBody, cookieOf, eventStream } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { formOf, sendForm } from '../testing/recordings.ts';
import { visit } from '../testing/samples.ts';
import { answerJson, sendJson } from '../testing/scripted-server.ts';
import { callPath, chatPath, chatStream, completionsPath, startStream } from '../testing/scripted-upstreams.ts';
import { answerSound, askSound, speakingProfiles, speechBody, ttsPath } from '../testing/speech-client.ts';
import type { HeardAnswer } from '../testing/test-gateway.ts';
import { askCall } from '../testing/voice-client.ts';
import { defaultSpendingLimits, type SpendingLimits } from './spending-limits.ts';

const transcriptionPath = '/v1/audio/transcriptions';
const hourMs = 3_600_000;

/** In millionths of a cent: 1 ¢ a typed question, 10 ¢ for a thousand characters. */
const chatPrice = 1_000_000;
const speechPrice = (spoken: string) => 10_000 * spoken.length;

type Work = 'chat' | 'questions' | 'translations' | 'speech' | 'transcription' | 'voice';
type Answer = Pick<HeardAnswer, 'status' | 'headers' | 'text'>;

const options = { profiles: speakingProfiles() };
const site = openEachTest({ options });
const limit = (change: Partial<SpendingLimits>) => site.reopen({ options, limits: { spending: { ...defaultSpendingLimits, ...change } } });
const paths: Record<Work, string> = {
  ...{ chat: chatPath, questions: completionsPath, translations: completionsPath },
  ...{ speech: ttsPath(), transcription: transcriptionPath, voice: callPath },
};
const calls: Record<Work, (cookie?: string) => Promise<Answer>> = {
  chat: (cookie) => site.gateway.post('/api/chat', chatBody(), cookie ? { cookie } : {}),
  questions: () => site.gateway.post('/api/questions', { visit, lines: [], asked: [] }),
  translations: () => site.gateway.post('/api/translations', { museumId: visit.museumId, from: 'en', to: 'de', lines: ['A globe.'] }),
  speech: () => askSound(site.gateway),
  transcription: (cookie) => sendForm(site.gateway, formOf(), cookie ? { cookie } : {}),
  voice: async (cookie) => (await askCall(site.gateway, cookie)).answer,
};
const answerEverything = () => {
  site.upstreams.on(ttsPath(), answerSound());
  site.upstreams.on(transcriptionPath, answerJson(200, { text: 'Hello.' }));
};
const refusalOf = ({ status, headers, text }: Answer) => {
  const { code, message, retryAfterSeconds } = gatewayErrorSchema.parse(JSON.parse(text));
  expect([message, headers['retry-after']]).toEqual([errorMessages[code], String(retryAfterSeconds)]);
  return [status, code];
};

it.each(Object.keys(paths) as Work[])('without budget for %s no call is made, and the visitor gets the catalogue’s words', async (work) => {
  answerEverything();
  expect((await calls[work]()).status).toBe(work === 'voice' ? 201 : 200);
  const tiny = { capacity: 1, fillsInMs: hourMs };
  const refusals: [Partial<SpendingLimits>, unknown[]][] = [
    [{ visit: tiny }, [429, 'too-many']],
    [{ address: { capacity: 0.5, fillsInMs: hourMs } }, [429, 'too-many']],
    [{ museumDay: { capacity: 1 } }, [503, 'busy']],
    [{ siteDay: { capacity: 1 } }, [503, 'busy']],
  ];
  for (const [limits, refused] of refusals) {
    await limit(limits);
    expect(refusalOf(await calls[work]())).toEqual(refused);
  }
  expect(site.upstreams.count(paths[work])).toBe(1);
});

it('a repeated message and a text that was spoken before cost nothing', async () => {
  answerEverything();
  await limit({ siteDay: { capacity: chatPrice + speechPrice('The books are old.') } });
  const body = chatBody();
  const chat = await site.gateway.post('/api/chat', body);
  expect([chat.status, (await askSound(site.gateway)).status]).toEqual([200, 200]);
  expect((await site.gateway.post('/api/chat', body, { cookie: cookieOf(chat) })).text).toBe(chat.text);
  expect((await askSound(site.gateway)).status).toBe(200);
  expect(refusalOf(await calls.chat(cookieOf(chat)))).toEqual([503, 'busy']);
  expect(refusalOf(await askSound(site.gateway, speechBody('Another text.')))).toEqual([503, 'busy']);
});

it.each([
  ['what the model’s server counted', { prompt_tokens: 20_000, completion_tokens: 5_000 }, '0.6'],
  ['an estimate if the server counts nothing', undefined, '0.702'],
  ['an estimate if the server’s counts are invalid', { prompt_tokens: -1, completion_tokens: 'many' }, '0.702'],
])('follow-up questions cost %s', async (_, usage, cents) => {
  const choices = [{ message: { content: 'Who wrote this?\nWhen was it bound?\nWhere was it found?' } }];
  await limit({});
  site.upstreams.on(completionsPath, answerJson(200, { choices, usage }));
  expect((await calls.questions()).status).toBe(200);
  expect((await site.gateway.get('/metrics')).text).toContain(`enfilade_spent_cents_total{work="questions"} ${cents}\n`);
});

const model = { type: 'model', promptTokens: 20_000, completionTokens: 5_000 };
const billed = [
  { ...model, cost: 0.02 },
  { type: 'chat', cost: 0.001 },
];
it.each([
  ['what the platform counted', [model], '0.6'],
  ['what the platform billed', billed, '2.1'],
  ['an estimate if the platform reports no costs', undefined, '1'],
  ['an estimate if the platform’s costs are empty', [], '1'],
  ['an estimate if the platform’s counts are invalid', [{ ...model, promptTokens: -1 }], '1'],
])('a typed question, streamed or in one piece, costs %s', async (_, costs, cents) => {
  for (const headers of [{}, eventStream]) {
    await limit({});
    site.upstreams.on(chatPath, ({ body }, response) => {
      const last = `data: ${JSON.stringify({ id: 'chat-1', costs })}\n\ndata: [DONE]\n\n`;
      if (body.includes('"stream":true')) startStream(response).end(String(chatStream(['Here.'])).replace('data: [DONE]\n\n', last));
      else sendJson(response, 200, { id: 'chat-1', output: [{ role: 'assistant', content: 'Here.' }], costs });
    });
    expect((await site.gateway.post('/api/chat', chatBody(), headers)).text).toContain('Here.');
    expect((await site.gateway.get('/metrics')).text).toContain(`enfilade_spent_cents_total{work="chat"} ${cents}\n`);
  }
});

it('a question costs nothing if the platform turned the call away', async () => {
  await limit({ siteDay: { capacity: chatPrice } });
  site.upstreams.on(chatPath, answerJson(429, {}));
  for (const _ of ['once', 'twice']) expect((await calls.chat()).headers['retry-after']).toBe('5');
  expect(site.upstreams.count(chatPath)).toBe(2);
  site.upstreams.on(chatPath, answerJson(500, {}));
  expect((await calls.chat()).status).toBe(502);
  expect(refusalOf(await calls.chat())).toEqual([503, 'busy']);
});

it.each([
  ['/api/chat', chatBody()],
  ['/api/questions', { visit, lines: [], asked: [] }],
  ['/api/speech/en-1', speechBody()],
])('POST %s refuses fields that set the terms of a paid call', async (path, body) => {
  for (const term of ['model', 'max_tokens', 'maxTokens', 'temperature', 'voice', 'premium', 'maxDurationSeconds', 'previousChatId']) {
    for (const change of [{ [term]: 1 }, { visit: { ...visit, [term]: 1 } }]) {
      const { status, text } = await site.gateway.post(path, { ...body, ...change });
      expect([status, JSON.parse(text).code]).toEqual([400, 'malformed']);
    }
  }
  expect(site.upstreams.heard.filter(({ method }) => method === 'POST')).toEqual([]);
});
