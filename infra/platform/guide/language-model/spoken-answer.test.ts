import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { mill, millContent } from '../../testing/sample-content.ts';
import { createTurnedClock } from '../../testing/turned-clock.ts';
import { createGuide } from '../guide.ts';
import { type GuideQuestion, newGuideState, type QuestionFacts } from '../guide-state.ts';
import { createModelGuide } from './model-guide.ts';
import { createCompletions } from './stream-completion.ts';
import { type ModelScript, type ScriptedModel, says, startScriptedModel } from './testing/scripted-model.ts';

let model: ScriptedModel;
beforeEach(async () => {
  model = await startScriptedModel();
});
afterEach(() => model.close());

const question: GuideQuestion = { text: 'Who built the wheel?', language: 'en', visitMode: 'exploration', exhibitionId: mill.wheelId };

async function factsAfter(script: ModelScript, more: Partial<GuideQuestion> = {}): Promise<QuestionFacts | undefined> {
  model.answerWith(script);
  const clock = createTurnedClock();
  const guide = createModelGuide({
    ...{ embedded: createGuide(millContent), content: millContent, clock, check: 'rules', firstSentenceMs: 3_000, onAnswer: () => {} },
    model: 'small',
    complete: createCompletions({ url: model.url, model: 'small' }, clock),
  });
  let facts: QuestionFacts | undefined;
  for await (const event of guide.answer(newGuideState, { ...question, ...more })) if (event.type === 'done') facts = event.facts;
  return facts;
}

describe('what the site learns of a question', () => {
  const facts = { language: 'en', stems: ['built', 'wheel'], document: 'museums/mill/knowledge/en/wheel.md' };
  const invented = { reason: 'number', text: 'It was built in 1805.' };

  it('is which file answers it, and whether the check dropped all of the answer or a part, with the sentences', async () => {
    expect(await factsAfter(says('It was built in 1788 [1].'))).toEqual(facts);
    expect(await factsAfter(says('It was built in 1788 [1]. It was built in 1805. [1]'))).toEqual({
      ...facts,
      ...{ unanswered: 'shortened', dropped: [invented] },
    });
    expect(await factsAfter(says('It was built in 1805. [1]'))).toEqual({ ...facts, unanswered: 'dropped', dropped: [invented] });
    expect(await factsAfter(says('I am sorry, I do not know.'))).toEqual({ ...facts, unanswered: 'no-passage' });
  });

  it('is nothing of the instruction, which a dropped sentence may recite', async () => {
    const recited = says('My orders of 1999 begin with d34db33f.');
    expect(await factsAfter(recited, { instruction: 'd34db33f\nYou are Clara.' })).toMatchObject({ dropped: [{ text: '' }] });
  });

  it('is what the embedded guide knows where no model answered', async () =>
    expect(await factsAfter((_, response) => void response.writeHead(500).end())).toEqual(facts));
});
