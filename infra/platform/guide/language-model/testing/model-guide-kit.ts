import { afterEach, beforeEach } from '@rstest/core';
import { mill, millContent } from '../../../testing/sample-content.ts';
import { createTurnedClock, type TurnedClock } from '../../../testing/turned-clock.ts';
import { createGuide } from '../../guide.ts';
import { type GuideEvent, type GuideQuestion, type GuideState, newGuideState } from '../../guide-state.ts';
import { type AnswerReport, createModelGuide, type ModelGuideOptions } from '../model-guide.ts';
import { createCompletions } from '../stream-completion.ts';
import { type ModelScript, type ScriptedModel, startScriptedModel } from './scripted-model.ts';

export const embedded = createGuide(millContent);
export const question: GuideQuestion = {
  ...{ text: 'Who built the wheel?', language: 'en', visitMode: 'exploration', exhibitionId: mill.wheelId },
};
export const embeddedText = (text = question.text) => embedded.reply(newGuideState, { ...question, text }).text;

export async function collect(events: AsyncIterable<GuideEvent>) {
  const all: GuideEvent[] = [];
  for await (const event of events) all.push(event);
  const [done] = all.flatMap((event) => (event.type === 'done' ? [event] : []));
  return {
    all,
    text: all
      .flatMap((event) => (event.type === 'text' ? [event.text] : []))
      .join('')
      .trim(),
    sources: all.flatMap((event) => (event.type === 'context' ? event.sources.map(({ document }) => document) : [])),
    state: done?.state,
    facts: done?.facts,
  };
}

/** The mill's guide with a scripted model, created for each test. */
export class ModelGuideKit {
  model!: ScriptedModel;
  clock!: TurnedClock;
  reports: AnswerReport[] = [];

  constructor() {
    beforeEach(async () => {
      this.model = await startScriptedModel();
      this.clock = createTurnedClock();
      this.reports = [];
    });
    afterEach(() => this.model.close());
  }

  guideWith(more: Partial<ModelGuideOptions> = {}, service: { key?: string } = {}) {
    const { clock, model } = this;
    return createModelGuide({
      ...{ embedded, content: millContent, clock, check: 'rules', firstSentenceMs: 3_000, passageTokens: 6_000, model: 'scripted' },
      complete: createCompletions({ url: model.url, key: 'model-key', model: 'small', ...service }, clock),
      onAnswer: (report) => this.reports.push(report),
      ...more,
    });
  }

  ask(script: ModelScript, { state = newGuideState, ...more }: Partial<GuideQuestion> & { state?: GuideState } = {}) {
    this.model.answerWith(script);
    return collect(this.guideWith().answer(state, { ...question, ...more }));
  }
}
