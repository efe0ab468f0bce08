import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { mill, millContent } from '../../testing/sample-content.ts';
import { createTurnedClock, type TurnedClock } from '../../testing/turned-clock.ts';
import { createGuide } from '../guide.ts';
import { type GuideQuestion, type GuideState, newGuideState } from '../guide-state.ts';
import { type AnswerReport, createModelGuide } from './model-guide.ts';
import { createCompletions } from './stream-completion.ts';
import { chunk, type ModelScript, openStream, type ScriptedModel, says, startScriptedModel } from './testing/scripted-model.ts';

let model: ScriptedModel;
let clock: TurnedClock;
let reports: AnswerReport[];
const embedded = createGuide(millContent);
const question: GuideQuestion = { text: 'Who built the wheel?', language: 'en', visitMode: 'exploration', exhibitionId: mill.wheelId };

beforeEach(async () => {
  model = await startScriptedModel();
  clock = createTurnedClock();
  reports = [];
});
afterEach(() => model.close());

async function ask(script: ModelScript, { state = newGuideState, ...more }: Partial<GuideQuestion> & { state?: GuideState } = {}) {
  model.answerWith(script);
  const guide = createModelGuide({
    model: 'scripted',
    ...{ embedded, content: millContent, clock, check: 'rules', firstSentenceMs: 3_000 },
    complete: createCompletions({ url: model.url, model: 'small' }, clock),
    onAnswer: (report) => reports.push(report),
  });
  let text = '';
  let after: GuideState | undefined;
  for await (const event of guide.answer(state, { ...question, ...more })) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'done') after = event.state;
  }
  return { text: text.trim(), state: after };
}
const embeddedText = () => embedded.reply(newGuideState, question).text;

describe('a model that does not answer as it should', () => {
  it('that cannot be reached is replaced by the embedded guide', async () => {
    await model.close();
    expect((await ask(says('Never asked.'))).text).toBe(embeddedText());
    expect(reports[0]?.standIn).toBe('failed');
  });

  it.each([
    ['what no document carries', 'The wheel was painted by Leonardo in 1503 [1]. '],
    ['its own thoughts', '<think>'],
  ])('that says %s without end is left after three seconds', async (_, piece) => {
    const answer = ask(async (_request, response) => {
      openStream(response);
      for (let at = 0; !response.destroyed; at += 1) {
        response.write(`data: ${JSON.stringify(chunk({ content: at === 0 || piece.endsWith(' ') ? piece : 'hm ' }))}\n\n`);
        if (at === 20) clock.turn(3_000);
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    expect((await answer).text).toBe(embeddedText());
    await model.requests[0]?.aborted;
  });

  it.each([
    ['French', 'La roue à eau fut construite en 1788 par le charpentier Jonas Brook [1].'],
    ['Spanish', 'La rueda hidráulica fue construida en 1788 por Jonas Brook [1].'],
    ['Chinese', '水车由乔纳斯·布鲁克于1788年建造 [1]。'],
  ])('that answers an English question in %s is replaced by the embedded guide', async (_, reply) => {
    expect((await ask(says(reply))).text).toBe(embeddedText());
    expect(reports[0]?.standIn).toBe('unsupported');
  });

  it('leaves a guided tour where it was', async () => {
    const begun = await ask(says('Never asked.'), { text: 'Begin', visitMode: 'guided' });
    const guided = { visitMode: 'guided', ...(begun.state && { state: begun.state }) } as const;
    for (const status of [404, 429, 500]) {
      const { text, state } = await ask((_, response) => void response.writeHead(status).end(), guided);
      expect(text).not.toBe('');
      expect(state?.tour).toMatchObject({ phase: 'in-room', room: 0 });
    }
    const next = await ask(says('Never asked.'), { text: 'Next room, please', ...guided });
    expect(next.state?.tour?.room).toBe(1);
  });
});
