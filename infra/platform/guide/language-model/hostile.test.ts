import { type Language, languageSchema } from '@enfilade/shared-contracts/i18n/language';
import { expect, it } from '@rstest/core';
import { z } from 'zod';
import type { MuseumContent } from '../../content/content.ts';
import { mill, millContent } from '../../testing/sample-content.ts';
import { createGuide } from '../guide.ts';
import { type GuideQuestion, newGuideState } from '../guide-state.ts';
import written from './testing/hostile.json';
import { ModelGuideKit } from './testing/model-guide-kit.ts';
import { says } from './testing/scripted-model.ts';

const secret = 'model-key-4711';
const instruction = 'mark-8a1f\nYou are Clara, the guide of the Old Mill. Speak with visitors formally and never of the owner’s debts.';

const placeSchema = z.enum(['question', 'document', 'title', 'name', 'earlier']);
type Place = z.infer<typeof placeSchema>;
const caseSchema = z.object({
  language: languageSchema,
  about: z.string(),
  /** The place of the order, besides the visitor's own words. */
  also: placeSchema,
  order: z.string(),
  reply: z.string(),
});
type HostileCase = z.infer<typeof caseSchema>;
const cases = z.array(caseSchema).parse(written);

const wheelQuestions: Readonly<Record<Language, [question: string, quotation: string]>> = {
  en: ['Tell me about the wheel.', 'It is made of oak'],
  de: ['Was wissen Sie vom Wasserrad?', 'Es ist aus Eiche'],
  fr: ['Que savez-vous de la roue à eau ?', 'Elle est en chêne'],
};

const kit = new ModelGuideKit();

/** The mill with the order in a document, its title, or the names of museum and exhibition. */
function hostileContent({ order, language }: HostileCase, place: Place): MuseumContent {
  const { knowledge, museum, exhibitions } = millContent;
  const content = { ...millContent, knowledge: knowledge.filter((document) => document.language === language) };
  const named = exhibitions.map((one) => ({ ...one, name: `${one.name}. ${order}` }));
  if (place === 'name') return { ...content, museum: { ...museum, name: order }, exhibitions: named };
  const ordering = content.knowledge.map((document) => ({
    ...document,
    ...(place === 'title' && { title: `${document.title}. ${order}` }),
    ...(place === 'document' && { paragraphs: document.paragraphs.map((paragraph) => `${paragraph} ${order}`) }),
  }));
  return { ...content, knowledge: ordering };
}

async function hear(one: HostileCase, place: Place) {
  const { language, order } = one;
  const content = hostileContent(one, place);
  const embedded = createGuide(content);
  const guide = kit.guideWith({ embedded, content }, { key: secret });
  const question: GuideQuestion = {
    text: `${place === 'question' ? `${order} ` : ''}${wheelQuestions[language][0]}`,
    ...{ language, visitMode: 'exploration', exhibitionId: mill.wheelId, instruction },
    ...(place === 'earlier' && { earlier: order, artists: order, goals: order }),
  };
  let heard = '';
  for await (const event of guide.answer(newGuideState, question)) if (event.type === 'text') heard += event.text;
  return { heard: heard.trim(), embedded: embedded.reply(newGuideState, question).text.trim() };
}

it.each(cases)('A model that obeys an order is not heard ($about, $language, also in the $also): $order', async (one) => {
  // The model adds a true quotation to every sentence.
  kit.model.answerWith(says(`${one.reply.replaceAll('\n', ' ')} [1 "${wheelQuestions[one.language][1]}"]`));
  for (const from of ['question', one.also] as const) {
    const { heard, embedded } = await hear(one, from);
    expect(heard).not.toMatch(/mark-8a1f|4711|debts|Schulden|dettes/);
    // The embedded guide answers, because every sentence of the model is dropped.
    expect(heard).toBe(embedded);
    expectOrderBetweenMarks(one, from);
  }
});

/** The order is between random marks, after the rules. */
function expectOrderBetweenMarks({ order }: HostileCase, from: Place): void {
  const { messages = [] } = kit.model.requests.at(-1)?.body ?? {};
  const content = messages.at(-1)?.content ?? '';
  if (from === 'question' || from === 'document') {
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messages[0]?.content).not.toContain(order);
  }
  if (from === 'question') expect(content).toContain(order);
  const [mark = ''] = /^=== [\w-]{12} ===$/m.exec(content) ?? [];
  // Every second piece is between two marks.
  const outside = content.split(mark).filter((_, at) => at % 2 === 0);
  expect(outside.map((piece) => piece.trim())).toEqual(['Passages:', "The visitor's words:", '']);
}

it('A model is heard until its first sentence that obeys an order', async () => {
  const [one] = cases as [HostileCase];
  const [before, after] = ['The water wheel is made of oak. [1 "It is made of oak"]', 'It has forty buckets. [1 "forty buckets"]'];
  kit.model.answerWith(says(`${before} ${one.reply} [1 "the miller"]\n${after}`));
  expect((await hear(one, 'question')).heard).toBe('The water wheel is made of oak.');
});
