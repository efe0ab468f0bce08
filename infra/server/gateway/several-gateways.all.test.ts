import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, beforeAll, beforeEach, expect, it } from '@rstest/core';
import type { SharedState } from '../shared-state/shared-state.ts';
import type { Limits } from './gateway.ts';
import { defaultSpendingLimits, microCentsFor, type Price, priceAt } from './spending/spending-limits.ts';
import { ask, chatBody, cookieOf, eventStream, readEvents, textOf } from './testing/chat-client.ts';
import {
  answerChat,
  chatPath,
  chatStream,
  type ScriptedUpstreams,
  startScriptedUpstreams,
  startStream,
} from './testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway, visitKey } from './testing/test-gateway.ts';
import { openValkeySite } from './testing/valkey-site.ts';

const answerCost = microCentsFor('chat', priceAt(defaultSpendingLimits.prices.chat, systemClock.now()) as Price, 1);

const valkey = openValkeySite();

let upstreams: ScriptedUpstreams;
let gateways: TestGateway[];
beforeAll(async () => {
  upstreams = await startScriptedUpstreams();
});
afterAll(() => upstreams.close());
beforeEach(() => upstreams.on(chatPath, answerChat(['The books ', 'are old.'])));

/** @param onChanged receives the keys of each change that the gateway made */
async function startOne(limits?: Partial<Limits>, onChanged?: (keys: readonly string[]) => void): Promise<TestGateway> {
  const state = await valkey.openState();
  const change: SharedState['change'] = async (asked) => {
    const result = await state.change(asked);
    onChanged?.(asked.keys);
    return result;
  };
  const options = { state: { ...state, change }, visitKeys: () => [visitKey] as const, clock: systemClock };
  const gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, options, ...(limits && { limits }) });
  valkey.closing.push(() => gateway.close().then(() => state.close()));
  return gateway;
}
const startThree = async (limits?: Partial<Limits>) => {
  gateways = [await startOne(limits), await startOne(limits), await startOne(limits)];
};
const gateway = (at: number) => gateways[at % gateways.length] as TestGateway;
const holdAnswer = () => {
  const held = { finish: () => {} };
  upstreams.on(chatPath, (_, response) => {
    const stream = startStream(response);
    stream.flushHeaders();
    held.finish = () => void stream.end(chatStream(['The books are old.']));
  });
  return held;
};
const withAnswers = (answers: number): Partial<Limits> => {
  const siteDay = { capacity: answers * answerCost };
  return { spending: { ...defaultSpendingLimits, siteDay, museumDay: siteDay } };
};
/** Each question comes from another visitor. @returns the number of answers */
const askMany = async (count: number): Promise<number> => {
  const answers = await Promise.all(Array.from({ length: count }, (_, at) => gateway(at).post('/api/chat', chatBody(), eventStream)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  return answers.filter(({ status }) => status === 200).length;
};

it('gateways of one site make one call for nine copies of a message, and answer all of them alike', async () => {
  await startThree();
  const before = upstreams.count(chatPath);
  const body = chatBody();
  const answers = await Promise.all(Array.from({ length: 9 }, (_, at) => ask(gateway(at), body)));
  expect(new Set(answers.map(textOf))).toEqual(new Set(['The books are old.']));
  expect(new Set(answers.map((events) => JSON.stringify(events.at(-1)))).size).toBe(1);
  expect(upstreams.count(chatPath) - before).toBe(1);
});

it('a conversation continues at any gateway of a site', async () => {
  await startThree();
  const first = await gateway(0).post('/api/chat', chatBody(), eventStream);
  const cookie = cookieOf(first);
  for (const at of [1, 2, 0]) await ask(gateway(at), chatBody(), { cookie });
  const asked = upstreams.heard.filter(({ path }) => path === chatPath).slice(-4);
  const ids = asked.map(({ body }) => (JSON.parse(body) as { previousChatId?: string }).previousChatId);
  expect(ids).toEqual([undefined, 'chat-1', 'chat-2', 'chat-3']);
});

it('a repeated message gets the complete answer at another gateway, even if the first caller has left', async () => {
  await startThree();
  let claims = 0;
  const other = await startOne(undefined, ([key]) => {
    if (key?.startsWith('turn:')) claims += 1;
  });
  const held = holdAnswer();
  const before = upstreams.count(chatPath);
  const body = chatBody();
  const browser = new AbortController();
  const headers = { 'content-type': 'application/json', 'x-enfilade': '1', ...eventStream };
  const sent = { method: 'POST', headers, body: JSON.stringify(body), signal: browser.signal };
  const first = fetch(`${gateway(0).origin}/api/chat`, sent).catch(() => 'left');
  await expect.poll(() => upstreams.count(chatPath) - before).toBe(1);
  const asking = other.post('/api/chat', body, eventStream);
  await expect.poll(() => claims).toBeGreaterThan(0);
  browser.abort();
  expect(await first).toBe('left');
  held.finish();
  expect(textOf(readEvents(await asking))).toBe('The books are old.');
  expect(textOf(await ask(gateway(2), body))).toBe('The books are old.');
  expect(upstreams.count(chatPath) - before).toBe(1);
});

it('gateways share one budget, refuse paid requests without their shared state, serve the rest, and keep the budget', async () => {
  await startThree(withAnswers(40));
  for (const at of [0, 1, 2]) await ask(gateway(at));
  await valkey.stop();
  for (const at of [0, 1, 2]) {
    const refused = await gateway(at).post('/api/chat', chatBody(), eventStream);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect((await gateway(at).get('/')).status).toBe(200);
    expect((await gateway(at).get('/readyz')).text).toContain('VALKEY_URL');
  }
  await valkey.start();
  for (const { get } of gateways) await expect.poll(async () => (await get('/readyz')).text).not.toContain('VALKEY_URL');
  expect(await askMany(60)).toBe(37);
  const later = await startOne(withAnswers(40));
  expect((await later.post('/api/chat', chatBody(), eventStream)).status).toBe(503);
});

it('an answer that began before the shared state was lost is completed', async () => {
  await startThree();
  const held = holdAnswer();
  const before = upstreams.count(chatPath);
  const asking = gateway(0).post('/api/chat', chatBody(), eventStream);
  await expect.poll(() => upstreams.count(chatPath)).toBe(before + 1);
  await valkey.stop();
  held.finish();
  expect(textOf(readEvents(await asking))).toBe('The books are old.');
  await valkey.start();
});
