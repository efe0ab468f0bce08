import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@rstest/core';
import { createLog } from '../http/create-log.ts';
import { patientMs, startValkey, type ValkeyServer } from '../shared-state/testing/start-valkey.ts';
import { openValkeyState } from '../shared-state/valkey-state.ts';
import { type Limits, siteMerges } from './gateway-options.ts';
import { microCentsFor, type Price, priceAt } from './spending/prices.ts';
import { defaultSpendingLimits } from './spending/spending-limits.ts';
import { ask, chatBody, cookieOf, eventStream, readEvents, textOf } from './testing/chat-client.ts';
import { follow, lineOf, publish, startGroup } from './testing/group-client.ts';
import {
  answerChat,
  chatPath,
  chatStream,
  type ScriptedUpstreams,
  startScriptedUpstreams,
  startStream,
} from './testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway, visitKey } from './testing/test-gateway.ts';

const log = createLog({ level: 'silent' });
const answerCost = microCentsFor('chat', priceAt(defaultSpendingLimits.prices.chat, systemClock.now()) as Price, 1);

let valkey: ValkeyServer;
let database = 0;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  valkey = await startValkey();
});
beforeEach(() => {
  database += 1;
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});
afterAll(() => valkey.stop());

describe('three gateways of one site', () => {
  let upstreams: ScriptedUpstreams;
  let gateways: TestGateway[];
  beforeAll(async () => {
    upstreams = await startScriptedUpstreams();
  });
  afterAll(() => upstreams.close());
  beforeEach(() => upstreams.on(chatPath, answerChat(['The books ', 'are old.'])));

  /** One more of the same site. */
  async function startOne(limits?: Partial<Limits>): Promise<TestGateway> {
    const url = `${valkey.url}/${database}`;
    const state = await openValkeyState({ url, merges: siteMerges, clock: systemClock, log, commandMs: patientMs });
    const options = { state, visitKeys: () => [visitKey] as const, clock: systemClock };
    const gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, options, ...(limits && { limits }) });
    closing.push(() => gateway.close().then(() => state.close()));
    return gateway;
  }
  const startThree = async (limits?: Partial<Limits>) => {
    gateways = [await startOne(limits), await startOne(limits), await startOne(limits)];
  };
  const gateway = (at: number) => gateways[at % gateways.length] as TestGateway;
  /** Money for so many answers. */
  const withAnswers = (answers: number): Partial<Limits> => {
    const siteDay = { capacity: answers * answerCost };
    return { spending: { ...defaultSpendingLimits, siteDay, museumDay: siteDay } };
  };
  /** Each by a visitor of its own. @returns how many were answered */
  const askMany = async (count: number): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: count }, (_, at) => gateway(at).post('/api/chat', chatBody(), eventStream)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    return answers.filter(({ status }) => status === 200).length;
  };

  it('ask once for a message that each of them gets three times, and answer it with the same words', async () => {
    await startThree();
    const before = upstreams.count(chatPath);
    const body = chatBody();
    const answers = await Promise.all(Array.from({ length: 9 }, (_, at) => ask(gateway(at), body)));
    expect(new Set(answers.map(textOf))).toEqual(new Set(['The books are old.']));
    expect(new Set(answers.map((events) => JSON.stringify(events.at(-1)))).size).toBe(1);
    expect(upstreams.count(chatPath) - before).toBe(1);
  });

  it('go on with what was said, whichever of them is asked next', async () => {
    await startThree();
    const first = await gateway(0).post('/api/chat', chatBody(), eventStream);
    const cookie = cookieOf(first);
    for (const at of [1, 2, 0]) await ask(gateway(at), chatBody(), { cookie });
    const asked = upstreams.heard.filter(({ path }) => path === chatPath).slice(-4);
    expect(asked.map(({ body }) => (JSON.parse(body) as { previousChatId?: string }).previousChatId)).toEqual([
      undefined,
      'chat-1',
      'chat-2',
      'chat-3',
    ]);
  });

  it('pass an answer on piece by piece while another of them asks for it', async () => {
    await startThree();
    let goOn = () => {};
    const halfWay = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const whole = chatStream(['The books ', 'are old.']);
    const half = whole.indexOf('are old.') - 60;
    upstreams.on(chatPath, async (_, response) => {
      const stream = startStream(response);
      stream.write(whole.subarray(0, half));
      await halfWay;
      stream.end(whole.subarray(half));
    });
    const body = chatBody();
    const asking = gateway(0).post('/api/chat', body, eventStream);
    await expect.poll(() => upstreams.heard.at(-1)?.path).toBe(chatPath);
    const following = fetch(`${gateway(1).origin}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-enfilade': '1', ...eventStream },
      body: JSON.stringify(body),
    });
    const reader = ((await following).body as ReadableStream<Uint8Array>).getReader();
    let heard = '';
    while (!heard.includes('The books')) heard += Buffer.from((await reader.read()).value ?? []).toString();
    expect(heard).not.toContain('are old');
    goOn();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) heard += Buffer.from(piece.value).toString();
    expect(textOf(readEvents({ text: heard }))).toBe('The books are old.');
    expect(textOf(readEvents(await asking))).toBe('The books are old.');
  });

  it('spend one budget, also those that are started later', async () => {
    await startThree(withAnswers(40));
    expect(await askMany(60)).toBe(40);
    gateways = [await startOne(withAnswers(40))];
    expect((await gateway(0).post('/api/chat', chatBody(), eventStream)).status).toBe(503);
  });

  it('spend no more while they cannot reach what they share, each its part of what is left, and agree again afterwards', async () => {
    await startThree(withAnswers(40));
    for (const at of [0, 1, 2]) await ask(gateway(at));
    await valkey.stop();
    expect((await gateway(0).get('/')).status).toBe(200);
    const alone = await askMany(60);
    expect(alone).toBeGreaterThan(25);
    expect(alone).toBeLessThanOrEqual(37);
    expect((await gateway(0).get('/readyz')).text).toContain('VALKEY_URL');
    await valkey.start();
    await expect.poll(async () => (await gateway(0).get('/readyz')).text.includes('VALKEY_URL')).toBe(false);
  });

  it('go on with a visit that began while what they share was away, and whose answer ended afterwards', async () => {
    await startThree();
    await valkey.stop();
    let finish = () => {};
    upstreams.on(chatPath, (_, response) => {
      const stream = startStream(response);
      stream.flushHeaders();
      finish = () => void stream.end(chatStream(['They are old.']));
    });
    const before = upstreams.count(chatPath);
    const asking = gateway(0).post('/api/chat', chatBody(), eventStream);
    await expect.poll(() => upstreams.count(chatPath)).toBe(before + 1);
    await valkey.start();
    await expect.poll(async () => (await gateway(0).get('/readyz')).text.includes('VALKEY_URL')).toBe(false);
    finish();
    const answer = await asking;
    expect(textOf(readEvents(answer))).toBe('They are old.');
    upstreams.on(chatPath, answerChat(['Some are new.']));
    for (const at of [0, 1, 2]) expect(textOf(await ask(gateway(at), chatBody(), { cookie: cookieOf(answer) }))).toBe('Some are new.');
  });

  it('lead and follow one group, tell followers while what they share is away, and have it again even where that has lost it', async () => {
    await startThree();
    const leader = await startGroup(gateway(0));
    const followers = await Promise.all([1, 2].map((at) => follow(gateway(at), leader.code)));
    await publish(gateway(0), leader, [lineOf(1)]);
    for (const { lines } of followers) await expect.poll(() => lines()).toEqual(['Sentence 1.']);
    await valkey.stop();
    for (const { names } of followers) await expect.poll(() => names().at(-1)).toBe('interrupted');
    expect((await publish(gateway(0), leader, [lineOf(2)])).status).toBe(503);
    await valkey.start();
    await expect.poll(async () => (await publish(gateway(1), leader, [lineOf(2)])).status).toBe(200);
    for (const { names, lines } of followers) {
      await expect.poll(() => lines().at(-1)).toBe('Sentence 2.');
      expect(names()).toContain('group');
    }
  });
});
