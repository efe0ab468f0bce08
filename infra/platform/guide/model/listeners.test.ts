import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { readEvents } from '../../testing/read-events.ts';
import { mill } from '../../testing/sample-content.ts';
import { bearer, startTestPlatform, type TestPlatform, vapiKey } from '../../testing/test-platform.ts';
import { createTurnedClock } from '../../testing/turned-clock.ts';
import { startVoiceTestKit, type VoiceTestKit } from '../../voice/testing/voice-test-kit.ts';
import { createGuide } from '../guide.ts';
import { createModelGuide } from './model-guide.ts';
import { createCompletions } from './stream-completion.ts';
import { chunk, type ModelScript, openStream, type ScriptedModel, startScriptedModel } from './testing/scripted-model.ts';

/** One sentence, and then nothing more. */
const saysHalf: ModelScript = (_, response) =>
  void openStream(response).write(`data: ${JSON.stringify(chunk({ content: 'The wheel was built in 1788 [1]. It is' }))}\n\n`);
const values = { visitMode: 'exploration', language: 'en' };
const typed = (content: string) => ({ type: 'add-message', message: { role: 'user', content } });

let model: ScriptedModel;
beforeEach(async () => {
  model = await startScriptedModel(saysHalf);
});
afterEach(() => model.close());

describe("a chat whose visitor leaves in the middle of a model's answer", () => {
  let platform: TestPlatform;
  beforeEach(async () => {
    const languageModel = { url: model.url, model: 'm', check: 'rules', firstSentenceMs: 3_000, onAnswer: () => {} } as const;
    platform = await startTestPlatform({ wordDelayMs: 0, languageModel });
  });
  afterEach(() => platform.close());

  it.each([true, false])("ends the model's request (streamed: %s)", async (stream) => {
    const leaving = new AbortController();
    const answer = fetch(`${platform.url}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(vapiKey) },
      body: JSON.stringify({
        assistantId: mill.assistantId,
        input: 'Who built the wheel?',
        stream,
        assistantOverrides: { variableValues: values },
      }),
      signal: leaving.signal,
    });
    answer.catch(() => {});
    if (stream) {
      const events = readEvents(await answer);
      expect(await events.next()).toContain('guide_context');
      expect(await events.next()).toContain('The ');
      events.next().catch(() => {});
    } else await expect.poll(() => model.requests.length).toBe(1);
    leaving.abort();
    await expect.poll(() => [model.requests.length, model.openRequests()]).toEqual([1, 0]);
    await model.requests[0]?.aborted;
  });
});

describe('a call', () => {
  let kit: VoiceTestKit;
  beforeEach(async () => {
    const clock = createTurnedClock();
    kit = await startVoiceTestKit(undefined, (content) => {
      const complete = createCompletions({ url: model.url, model: 'm' }, clock);
      return createModelGuide({
        embedded: createGuide(content),
        content,
        clock,
        complete,
        check: 'rules',
        firstSentenceMs: 3_000,
        onAnswer: () => {},
      });
    });
  });
  afterEach(() => kit.close());

  it("that is asked the next question ends the model's request for the one before, and says nothing more of it", async () => {
    const { client } = await kit.enter({ firstMessage: '', variableValues: values });
    client.sendApp(typed('Who built the wheel?'));
    await client.nextApp('model-output');
    model.answerWith(
      (_, response) =>
        void openStream(response).write(
          `data: ${JSON.stringify(chunk({ content: 'A cat named Ophelia guarded the grain [1]. And' }))}\n\n`,
        ),
    );
    client.sendApp(typed('Who guarded the grain?'));
    await model.requests[0]?.aborted;
    await client.nextApp('model-output', ({ output }) => output === 'grain. ');
    expect(model.requests).toHaveLength(2);
    expect(
      client
        .apps()
        .flatMap(({ type, output }) => (type === 'model-output' ? [output] : []))
        .join(''),
    ).toBe('The wheel was built in 1788. A cat named Ophelia guarded the grain. ');
  });

  it("that ends, ends the model's request", async () => {
    const { client } = await kit.enter({ firstMessage: '', variableValues: values });
    client.sendApp(typed('Who built the wheel?'));
    await client.nextApp('model-output');
    expect(model.openRequests()).toBe(1);
    client.send({ t: 'leave' });
    await model.requests[0]?.aborted;
    await expect.poll(() => model.openRequests()).toBe(0);
  });
});
