import { expect, it } from '@rstest/core';
import { newGuideState } from '../guide-state.ts';
import { collect, embeddedText, ModelGuideKit, question } from './testing/model-guide-kit.ts';
import { chunk, dataOf, finish, leavesOpen, type ModelScript, openStream, says } from './testing/scripted-model.ts';

const kit = new ModelGuideKit();
const sends =
  (...parts: object[]): ModelScript =>
  (_, response) =>
    void openStream(response).end(dataOf(parts));

it('If a model sends no sentence within 3 s, the embedded guide answers and the request ends', async () => {
  const answer = kit.ask((_, response) => void openStream(response).write(': still thinking\n\n'));
  await expect.poll(() => kit.model.requests.length).toBe(1);
  kit.clock.turn(3_000);
  expect((await answer).text).toBe(embeddedText());
  await kit.model.requests[0]?.aborted;
  expect(kit.reports[0]?.standIn).toBe('late');
});

it('A model that stops in the middle of an answer leaves the spoken sentences as the answer', async () => {
  kit.model.answerWith(leavesOpen('It was built in 1788. [1 "built in 1788"] It is '));
  const types: string[] = [];
  for await (const event of kit.guideWith().answer(newGuideState, question)) {
    types.push(event.type);
    // The timeout of the next sentence starts after this event.
    if (event.type === 'text') setImmediate(() => kit.clock.turn(5_000));
  }
  expect(types).toEqual(['context', 'text', 'done']);
  await kit.model.requests[0]?.aborted;
  expect(kit.reports[0]).toMatchObject({ spoken: 1, usage: { isEstimated: true } });
});

it.each<[string, ModelScript]>([
  ['responds with 404', (_, response) => void response.writeHead(404).end('{"error":{"message":"model not found"}}')],
  ['responds with 500', (_, response) => void response.writeHead(500).end()],
  ['answers garbage', (_, response) => void openStream(response).end('data: {{{\n\nqwerty\n\u0000')],
  ['answers with HTML', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>')],
  ['breaks off', (_, response) => void openStream(response).write('data: {"choi', () => response.destroy())],
  ['fails while answering', (_, response) => void openStream(response).end('data: {"error":{"message":"out of memory"}}\n\n')],
  ['redirects', (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()],
  ['ends in the middle of a sentence', sends(chunk({ content: 'It was built in 1788' }), finish('length'))],
  ['writes one sentence without end', sends(chunk({ content: 'wheel '.repeat(500) }))],
])('The embedded guide answers if the model %s', async (_, script) => {
  expect((await kit.ask(script)).text).toBe(embeddedText());
  expect(kit.reports[0]?.standIn).toMatch(/failed|late/);
});

it('A model that is overloaded gets no request for as long as its service asks', async () => {
  const guide = kit.guideWith();
  const askOf = async (script: ModelScript) => {
    kit.model.answerWith(script);
    return (await collect(guide.answer(newGuideState, question))).text;
  };
  const refuse =
    (headers: Record<string, string>): ModelScript =>
    (_, response) =>
      void response.writeHead(429, headers).end();
  expect(await askOf(refuse({ 'retry-after': '7' }))).toBe(embeddedText());
  kit.clock.turn(6_900);
  expect(await askOf(says('It is made of oak. [1 "made of oak"]'))).toBe(embeddedText());
  kit.clock.turn(200);
  expect(await askOf(refuse({}))).toBe(embeddedText());
  kit.clock.turn(2_000);
  expect(await askOf(says('It is made of oak. [1 "made of oak"]'))).toBe('It is made of oak.');
  expect(kit.model.requests).toHaveLength(3);
});

it('The embedded guide answers if the model’s service cannot be reached', async () => {
  await kit.model.close();
  expect((await kit.ask(says('Never asked.'))).text).toBe(embeddedText());
  expect(kit.reports[0]?.standIn).toBe('failed');
});

it.each([
  ['sentences that no document supports', 'The wheel was painted by Leonardo in 1503. [1 "The water wheel was"] '],
  ['its reasoning', '<think>'],
])('The embedded guide answers after three seconds if the model writes %s without end', async (_, piece) => {
  const answer = kit.ask(async (_request, response) => {
    openStream(response);
    for (let at = 0; !response.destroyed; at += 1) {
      response.write(dataOf([chunk({ content: at === 0 || piece.endsWith(' ') ? piece : 'hm ' })]));
      if (at === 20) kit.clock.turn(3_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  expect((await answer).text).toBe(embeddedText());
  await kit.model.requests[0]?.aborted;
});

it.each([
  ['French', 'La roue à eau fut construite en 1788 par le charpentier Jonas Brook. [1 "construite en 1788"]'],
  ['Spanish', 'La rueda hidráulica fue construida en 1788 por Jonas Brook. [1 "built in 1788"]'],
  ['Chinese', '水车由乔纳斯·布鲁克于1788年建造。[1 "built in 1788"]'],
])('The embedded guide answers if the model answers an English question in %s', async (_, reply) => {
  expect((await kit.ask(says(reply))).text).toBe(embeddedText());
  expect(kit.reports[0]?.standIn).toBe('unsupported');
});

it('A failing model does not move a guided tour', async () => {
  const begun = await kit.ask(says('Never asked.'), { text: 'Begin', visitMode: 'guided' });
  const guided = { visitMode: 'guided', ...(begun.state && { state: begun.state }) } as const;
  for (const status of [404, 429, 500]) {
    const { text, state } = await kit.ask((_, response) => void response.writeHead(status).end(), guided);
    expect(text).not.toBe('');
    expect(state?.tour).toMatchObject({ phase: 'under-way', room: 0 });
  }
  const next = await kit.ask(says('Never asked.'), { text: 'Next room, please', ...guided });
  expect(next.state?.tour?.room).toBe(1);
});

const facts = { language: 'en', stems: ['built', 'wheel'], document: 'museums/mill/knowledge/en/wheel.md' };
const dropped = [{ reason: 'number', text: 'It was built in 1805.' }];
const [right, wrong] = [1788, 1805].map((year) => `It was built in ${year}. [1 "built in 1788"]`) as [string, string];

it.each<[string, ModelScript, object]>([
  ['the file that answers it', says(right), facts],
  ['the sentences that the check dropped', says(`${right} ${wrong}`), { ...facts, unanswered: 'shortened', dropped }],
  ['that the check dropped all of the answer', says(wrong), { ...facts, unanswered: 'dropped', dropped }],
  ['that the model does not know', says('NOTHING'), { ...facts, unanswered: 'no-passage' }],
  ['the embedded guide’s file if the model fails', (_, response) => void response.writeHead(500).end(), facts],
])('The site learns of a question %s', async (_, script, expected) => {
  expect((await kit.ask(script)).facts).toEqual(expected);
});

it('The site learns nothing of the instruction, which a dropped sentence may contain', async () => {
  const recited = says('My orders of 1999 begin with d34db33f.');
  expect((await kit.ask(recited, { instruction: 'd34db33f\nYou are Clara.' })).facts).toMatchObject({ dropped: [{ text: '' }] });
});
