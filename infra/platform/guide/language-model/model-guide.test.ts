import { expect, it } from '@rstest/core';
import { newGuideState } from '../guide-state.ts';
import { collect, embedded, embeddedText, ModelGuideKit, question } from './testing/model-guide-kit.ts';
import { chunk, dataOf, finish, type ModelScript, openStream, says } from './testing/scripted-model.ts';

const kit = new ModelGuideKit();
const lastRequest = () => kit.model.requests.at(-1)?.body;

it("A model's answer comes sentence by sentence, each with its model and its paragraph, after its sources", async () => {
  const said =
    'Good question!\nThe wheel was built by Jonas Brook in 1788. [1 "built in 1788 by the carpenter Jonas Brook"]\nIt is made of oak [1: “made of oak”].\nWould you like to hear more?';
  const { all, state } = await kit.ask(says(said));
  const wheel = [{ document: 'wheel', paragraph: 0 }];
  expect(all.slice(0, -1)).toEqual([
    { type: 'context', sources: [{ title: 'wall text, Water Wheel', document: 'wheel', paragraphs: [1] }] },
    { type: 'text', text: 'The wheel was built by Jonas Brook in 1788. ', passages: wheel, model: 'scripted' },
    { type: 'text', text: 'It is made of oak. ', passages: wheel, model: 'scripted' },
  ]);
  expect(state?.covered).toEqual([{ document: 'wheel', paragraphs: [0] }]);
  expect(state?.turns).toEqual([{ asked: question.text, answered: 'The wheel was built by Jonas Brook in 1788. It is made of oak.' }]);
  const usage = { promptTokens: 812, completionTokens: 37, isEstimated: false };
  expect(kit.reports).toEqual([expect.objectContaining({ spoken: 2, dropped: { quotation: 2 }, usage })]);
});

it.each([
  ['Outside a tour the model is asked before the embedded guide replies', 'exploration', ['request', 'reply']],
  ['On a tour the model is asked after the embedded guide’s reply, which may be a step', 'guided', ['reply', 'request']],
] as const)('%s', async (_, visitMode, expected) => {
  const order: string[] = [];
  const reply: typeof embedded.reply = (...asked) => {
    order.push('reply');
    return embedded.reply(...asked);
  };
  kit.model.answerWith((request, response) => {
    order.push('request');
    return says('The wheel was built by Jonas Brook in 1788. [1 "built in 1788"]')(request, response);
  });
  const guide = kit.guideWith({ embedded: { ...embedded, reply } });
  const { text } = await collect(guide.answer(newGuideState, { ...question, visitMode }));
  expect([text, ...order]).toEqual(['The wheel was built by Jonas Brook in 1788.', ...expected]);
});

it("A model's sentence without a supporting document is dropped, and so is a sentence that leans on it", async () => {
  const said =
    'Jonas Brook built the wheel in 1788. [1 "built in 1788"] Leonardo da Vinci drew it first. [1 "water wheel"] It was built by Jonas Brook. [1 "Jonas Brook"] The wheel is made of oak. [1 "made of oak"]';
  const { text } = await kit.ask(says(said));
  expect(text).toBe('Jonas Brook built the wheel in 1788. The wheel is made of oak.');
  expect(kit.reports[0]?.dropped).toEqual({ name: 1, leaning: 1 });
});

it('The embedded guide answers if every sentence of the model is dropped', async () => {
  const said = 'The wheel was built in 1812 by Peter Parker. [1 "built in 1788"]\nWould you like to hear more?';
  const { text, sources } = await kit.ask(says(said));
  expect([text, sources]).toEqual([embeddedText(), ['wheel']]);
  expect(kit.reports).toEqual([expect.objectContaining({ standIn: 'unsupported', spoken: 0, dropped: { number: 1, quotation: 1 } })]);
});

it("A model that finds nothing leads to “I don't know”, even if the embedded guide would quote a passage", async () => {
  const { text, sources, facts } = await kit.ask(says('NOTHING'));
  expect([text, sources]).toEqual([embedded.admit(newGuideState, question).text, []]);
  expect(text).toMatch(/^I'm afraid I don't know that/);
  expect(facts).toMatchObject({ unanswered: 'no-passage' });
  expect(kit.reports).toEqual([expect.not.objectContaining({ standIn: expect.anything() })]);
});

it('The embedded guide answers small talk and steps of a tour without the model', async () => {
  expect((await kit.ask(says('Never asked.'), { text: 'Hello!' })).text).toBe(embeddedText('Hello!'));
  const { all } = await kit.ask(says('Never asked.'), { text: 'Yes, please begin', visitMode: 'guided' });
  expect(all[0]).toMatchObject({ type: 'context', room: { index: 0, name: 'Yard' } });
  expect(kit.model.requests).toEqual([]);
});

it("A model's answer keeps the position of a guided tour", async () => {
  const begun = await kit.ask(says('Never asked.'), { text: 'Begin', visitMode: 'guided' });
  const visit = { visitMode: 'guided', ...(begun.state && { state: begun.state }) } as const;
  const asked = await kit.ask(says('The wheel was built in 1788. [1 "built in 1788"]'), visit);
  expect(asked.all[0]).toMatchObject({ type: 'context', sources: [{ document: 'wheel' }], room: { index: 0 } });
  expect(asked.state?.tour).toMatchObject({ phase: 'under-way', room: 0, told: begun.state?.tour?.told });
});

it('A tool call of the model moves the tour to an existing room and ignores a missing one', async () => {
  const calls =
    (name: string, args: object): ModelScript =>
    (_, response) => {
      const call = { index: 0, id: 'c', type: 'function', function: { name, arguments: JSON.stringify(args) } };
      openStream(response).end(dataOf([chunk({ tool_calls: [call] }), finish('tool_calls')]));
    };
  for (const [language, begin, text] of [
    ['en', 'Begin', 'Could I perhaps see where bread was baked?'],
    ['de', 'Los', 'Ob ich wohl sehen kann, wo das Brot gebacken wurde?'],
    ['fr', 'Commencer', 'Pourrais-je voir où l’on cuisait le pain ?'],
  ] as const) {
    const { state = newGuideState } = await kit.ask(says(''), { text: begin, visitMode: 'guided', language });
    const guided = { text, visitMode: 'guided', language, state } as const;
    const kitchen = await kit.ask(calls('go_to_room', { number: 2 }), guided);
    expect(kitchen.state).toMatchObject({ tour: { room: 1 }, turns: [{}, { asked: text }] });
    const back = await kit.ask(calls('go_to_room', { number: 1 }), { ...guided, ...(kitchen.state && { state: kitchen.state }) });
    expect(back.state?.tour?.room).toBe(0);
    expect((await kit.ask(calls('finish_tour', {}), guided)).state?.tour?.phase).toBe('over');
    expect((await kit.ask(calls('go_to_room', { number: 9 }), guided)).state?.tour?.room).toBe(0);
  }
  expect(kit.model.requests[0]?.body['tools']).toMatchObject([{ function: { name: 'go_to_room' } }, { function: { name: 'finish_tour' } }]);
});

it("A model's answer ends after eight sentences, and its request with it", async () => {
  kit.model.answerWith((_, response) => {
    openStream(response);
    const more = () => {
      if (response.destroyed) return;
      response.write(dataOf([chunk({ content: 'The wheel is made of oak. [1 "made of oak"] ' })]));
      setImmediate(more);
    };
    more();
  });
  const { text } = await collect(kit.guideWith().answer(newGuideState, question));
  expect(text.match(/oak/g)).toHaveLength(8);
  await kit.model.requests[0]?.aborted;
});

it('A request holds instruction, rules and last turns, then passages and question between marks of this request alone', async () => {
  const visit = { instruction: 'You are Clara. Be brief.', time: '5', style: 'contemplative', artists: 'Jonas Brook' };
  const first = await kit.ask(says('It was built in 1788. [1 "built in 1788"]'), visit);
  await kit.ask(says('NOTHING'), { text: 'And what is it made of?', ...(first.state && { state: first.state }) });
  const { messages, ...rest } = lastRequest() ?? { messages: [] };
  expect(rest).toEqual({ model: 'small', stream: true, stream_options: { include_usage: true }, temperature: 0.2, max_tokens: 500 });
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  expect(kit.model.requests[0]?.body.messages[0]?.content).toMatch(
    /^You are Clara\. Be brief\.[\s\S]*Minutes they have: 5[\s\S]*Artists they chose: Jonas Brook/,
  );
  expect(messages.slice(1, 3).map(({ content }) => content)).toEqual([question.text, 'It was built in 1788.']);
  const [mark] = /^=== \S+ ===$/m.exec(messages.at(-1)?.content ?? '') ?? [];
  expect(messages.at(-1)?.content.split(String(mark))).toEqual([
    'Passages:\n',
    expect.stringContaining('[1] wall text, Water Wheel\nThe water wheel was built'),
    "\nThe visitor's words:\n",
    '\nAnd what is it made of?\n',
    '',
  ]);
  expect(kit.model.requests[0]?.body.messages.at(-1)?.content).not.toContain(mark);
});

it('The passages come in the language of the question, whatever the language of the visit', async () => {
  const said = 'Die Katze namens Ophelia bewachte das Korn neunzehn Jahre lang. [1 "Ophelia bewachte das Korn neunzehn Jahre lang"]';
  const { text } = await kit.ask(says(said), { text: 'Wie hieß die Katze, die das Korn auf dem Speicher bewachte?' });
  expect(lastRequest()?.messages.at(-1)?.content).toContain('Eine Katze namens Ophelia bewachte das Korn');
  expect(text).toBe('Die Katze namens Ophelia bewachte das Korn neunzehn Jahre lang.');
});

it('A request to a service without a key carries no authorization', async () => {
  kit.model.answerWith(says('It was built in 1788. [1 "built in 1788"]'));
  await collect(kit.guideWith({}, { key: '' }).answer(newGuideState, question));
  await kit.ask(says('It was built in 1788. [1 "built in 1788"]'));
  expect(kit.model.requests.map(({ path, authorization }) => [path, authorization])).toEqual([
    ['/v1/chat/completions', undefined],
    ['/v1/chat/completions', 'Bearer model-key'],
  ]);
});

it('A second request to the model drops a sentence that it does not confirm', async () => {
  kit.model.answerWith((request, response) => {
    const last = request.body.messages.at(-1)?.content ?? '';
    if (!last.startsWith('Text:'))
      return says('The wheel was built in 1788. [1 "built in 1788"] It is made of oak. [1 "made of oak"]')(request, response);
    return says(last.includes('Sentence:\nIt is made of oak.') ? 'No.' : '<think>hm</think>\n\nYes')(request, response);
  });
  const { text } = await collect(kit.guideWith({ check: 'model' }).answer(newGuideState, question));
  expect(text).toBe('The wheel was built in 1788.');
  expect(kit.reports[0]?.dropped).toEqual({ model: 1 });
});

const spanish = { text: '¿Quién construyó la rueda hidráulica del molino viejo?' };
const askSpanish = async (check: 'rules' | 'model', sentence: string) => {
  kit.model.answerWith((request, response) =>
    says(request.body.messages.at(-1)?.content.startsWith('Text:') ? 'yes' : sentence)(request, response),
  );
  return (await collect(kit.guideWith({ check }).answer(newGuideState, { ...question, ...spanish }))).text;
};
const built = 'La rueda fue construida en 1788 por el carpintero Jonas Brook.';

const quoted = '[1 "built in 1788 by the carpenter Jonas Brook"]';

it('A question in a fourth language is answered in that language only if the model checks sentences; rules still check names and numbers', async () => {
  expect(await askSpanish('model', `${built} ${quoted}`)).toBe(built);
  expect(await askSpanish('model', `${built.replace('1788', '1805')} ${quoted}`)).toBe(embeddedText(spanish.text));
  expect(await askSpanish('model', `${built.replace('Jonas', 'Pablo')} ${quoted}`)).toBe(embeddedText(spanish.text));
  expect(await askSpanish('rules', `${built} ${quoted}`)).toBe(embeddedText(spanish.text));
});
