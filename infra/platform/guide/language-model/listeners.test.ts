import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { readEvents } from '../../testing/read-events.ts';
import { mill } from '../../testing/sample-content.ts';
import { bearer, startTestPlatform, type TestPlatform, vapiKey } from '../../testing/test-platform.ts';
import { startVoiceTestKit, type VoiceTestKit } from '../../voice/testing/voice-test-kit.ts';
import { createGuide } from '../guide.ts';
import { type GuideEvent, newGuideState } from '../guide-state.ts';
import { ModelGuideKit, question } from './testing/model-guide-kit.ts';
import { chunk, dataOf, leavesOpen, openStream, piecesOf, says } from './testing/scripted-model.ts';

/** Streams one sentence and leaves the connection open. */
const saysHalf = leavesOpen('The wheel was built in 1788. [1 "built in 1788"] It is');
const values = { visitMode: 'exploration', language: 'en' };
const typed = (content: string) => ({ type: 'add-message', message: { role: 'user', content } });

const models = new ModelGuideKit();
const lastTurn = () => models.model.requests[1]?.body.messages.slice(1, 3).map(({ content }) => content);
beforeEach(() => models.model.answerWith(saysHalf));

describe("a chat whose visitor leaves in the middle of a model's answer", () => {
  let platform: TestPlatform;
  beforeEach(async () => {
    const limits = { check: 'rules', firstSentenceMs: 3_000, passageTokens: 6_000 } as const;
    const languageModel = { url: models.model.url, model: 'm', ...limits, onAnswer: () => {} };
    platform = await startTestPlatform({ languageModel });
  });
  afterEach(() => platform.close());
  const question = { assistantId: mill.assistantId, stream: true, assistantOverrides: { variableValues: values } };
  const ask = (more: object, signal?: AbortSignal) => platform.post('/chat', { ...question, ...more }, bearer(vapiKey), signal);

  it.each([true, false])("A chat whose visitor leaves ends the model's request (streamed: %s)", async (stream) => {
    const { model } = models;
    const leaving = new AbortController();
    const answer = ask({ input: 'Who built the wheel?', stream }, leaving.signal);
    answer.catch(() => {});
    if (stream) {
      const events = readEvents(await answer);
      expect(await events.next()).toContain('guide_context');
      expect(await events.next()).toContain('generated');
      expect(await events.next()).toContain('The ');
      events.next().catch(() => {});
    } else await expect.poll(() => model.requests.length).toBe(1);
    leaving.abort();
    await expect.poll(() => [model.requests.length, model.openRequests()]).toEqual([1, 0]);
    await model.requests[0]?.aborted;
  });

  it("A platform that closes ends a streamed answer and its model's request", async () => {
    const events = readEvents(await ask({ input: 'Who built the wheel?' }));
    await events.next();
    await platform.close();
    await expect(events.rest()).rejects.toThrow();
    await models.model.requests[0]?.aborted;
  });

  it('A chat whose visitor left continues from the spoken sentences', async () => {
    const { requests } = models.model;
    const leaving = new AbortController();
    const events = readEvents(await ask({ input: 'Who built the wheel?' }, leaving.signal));
    const { id: previousChatId } = JSON.parse(String(await events.next())) as { id: string };
    leaving.abort();
    await requests[0]?.aborted;
    await ask({ input: 'And what is it made of?', previousChatId });
    await expect.poll(() => requests.length).toBe(2);
    expect(lastTurn()).toEqual(['Who built the wheel?', 'The wheel was built in 1788.']);
  });
});

describe('a call', () => {
  let kit: VoiceTestKit;
  beforeEach(async () => {
    kit = await startVoiceTestKit(undefined, (content) => models.guideWith({ content, embedded: createGuide(content) }));
  });
  afterEach(() => kit.close());

  it("A new question in a call ends the model's request for the previous question, and the rest of that answer stays unspoken", async () => {
    const { client } = await kit.enter({ firstMessage: '', variableValues: values });
    client.sendApp(typed('Who built the wheel?'));
    await client.nextApp('transcript', ({ transcriptType }) => transcriptType === 'final');
    models.model.answerWith(leavesOpen('A cat named Ophelia guarded the grain. [1 "Ophelia guarded the grain"] And'));
    client.sendApp(typed('Who guarded the grain?'));
    await models.model.requests[0]?.aborted;
    await client.nextApp('model-output', ({ output }) => output === 'grain. ');
    expect(models.model.requests).toHaveLength(2);
    const outputs = client.apps().flatMap(({ type, output }) => (type === 'model-output' ? [output] : []));
    expect(outputs.join('')).toBe('The wheel was built in 1788. A cat named Ophelia guarded the grain. ');
    expect(lastTurn()).toEqual(['Who built the wheel?', 'The wheel was built in 1788.']);
  });

  it('An interrupted call continues from the heard words, not from the words of the model', async () => {
    models.model.answerWith(says('The wheel was built in 1788. [1 "built in 1788"] It is made of oak. [1 "made of oak"]'));
    const { client } = await kit.enter({ firstMessage: '', variableValues: values }, {}, { playsAtOnce: false });
    client.sendApp(typed('Who built the wheel?'));
    await client.nextApp('model-output', ({ output }) => output === 'oak. ');
    await client.sound(400);
    client.send({ t: 'played', ms: 250, queuedMs: 150 });
    await client.nextApp('transcript', ({ transcript }) => transcript === 'The wheel was');
    client.sendApp(typed('Who guarded the grain?'));
    await expect.poll(() => models.model.requests.length).toBe(2);
    expect(lastTurn()).toEqual(['Who built the wheel?', 'The wheel was']);
  });

  it("The end of a call ends the model's request", async () => {
    const { client } = await kit.enter({ firstMessage: '', variableValues: values });
    client.sendApp(typed('Who built the wheel?'));
    await client.nextApp('model-output');
    expect(models.model.openRequests()).toBe(1);
    client.sendApp({ type: 'end-call' });
    await models.model.requests[0]?.aborted;
    await expect.poll(() => models.model.openRequests()).toBe(0);
  });
});

it.each([
  ['after a sentence', saysHalf, 'The wheel was built in 1788.', ['wheel']],
  ['before the first sentence', leavesOpen('The wheel'), '', []],
])('An answer whose listener leaves %s keeps the question and the spoken words for the next turn', async (_, script, answered, covered) => {
  models.model.answerWith(script);
  const listening = new AbortController();
  const answer = models.guideWith().answer(newGuideState, question, listening.signal);
  const events: GuideEvent[] = [];
  const whole = (async () => {
    for await (const event of answer) events.push(event);
  })();
  await expect.poll(() => [models.model.openRequests(), events.length > 0]).toEqual([1, answered !== '']);
  listening.abort();
  await whole;
  const done = events.at(-1);
  expect(done).toMatchObject({ type: 'done', state: { turns: [{ asked: question.text, answered }] } });
  expect(done?.type === 'done' && done.state.covered.map(({ document }) => document)).toEqual(covered.map(() => expect.any(String)));
});

it('An answer whose listener leaves at any point leaves no request and no timer', async () => {
  const guide = models.guideWith();
  models.model.answerWith(async (_, response) => {
    openStream(response);
    for (const content of piecesOf('The wheel was built in 1788. [1 "built in 1788"]\nIt is made of oak. [1 "made of oak"]')) {
      response.write(dataOf([chunk({ content })]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end('data: [DONE]\n\n');
  });
  for (let turn = 0; turn < 10; turn += 1) {
    const listening = new AbortController();
    const iterator = guide.answer(newGuideState, question, listening.signal)[Symbol.asyncIterator]();
    for (let event = 0; event < turn % 5; event += 1) await iterator.next();
    const next = iterator.next();
    if (turn % 2 === 0) listening.abort();
    else await next;
    await next;
    await iterator.return?.();
  }
  await expect.poll(() => models.model.openRequests()).toBe(0);
  expect(models.clock.waiting()).toBe(0);
});
