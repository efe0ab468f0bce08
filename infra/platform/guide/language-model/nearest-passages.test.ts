import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { millContent } from '../../testing/sample-content.ts';
import { createTurnedClock, type TurnedClock } from '../../testing/turned-clock.ts';
import { createGuide } from '../guide.ts';
import { newGuideState } from '../guide-state.ts';
import { createKnowledgeIndex, type KnowledgeIndex } from '../search/knowledge-index.ts';
import { createNearestPassages, type FindNearest } from './nearest-passages.ts';
import { createRetrieval } from './retrieve-passages.ts';
import { type ModelScript, type ScriptedModel, startScriptedModel } from './testing/scripted-model.ts';

const index = createKnowledgeIndex(millContent.knowledge, 'en');
const topics = ['wheel', 'cat', 'bread', 'goose'];

/** A service whose model knows four words; `change` may spoil the answer. */
const embedding =
  (change: (data: { index: number; embedding: number[] }[]) => unknown = (data) => data): ModelScript =>
  ({ body }, response) => {
    const texts = body['input'] as string[];
    const vectorOf = (text: string) => [0.01, ...topics.map((topic) => text.toLowerCase().split(topic).length - 1)];
    const data = texts.map((text, at) => ({ object: 'embedding', index: at, embedding: vectorOf(text) }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data: change(data), model: body.model, usage: { prompt_tokens: 9, total_tokens: 9 } }));
  };

let service: ScriptedModel;
let clock: TurnedClock;
let directory: string;
let failures: unknown[];
beforeEach(async () => {
  service = await startScriptedModel(embedding());
  clock = createTurnedClock();
  directory = await mkdtemp(path.join(tmpdir(), 'nearest-'));
  failures = [];
});
afterEach(async () => {
  await service.close();
  await rm(directory, { recursive: true });
});

const open = (more: { url?: string; directory?: string; model?: string; waitsForDocuments?: boolean } = {}) =>
  createNearestPassages({
    service: { url: more.url ?? service.url, key: 'embeddings-key', model: more.model ?? 'small' },
    ...(more.waitsForDocuments && { waitsForDocuments: true }),
    directory: more.directory ?? directory,
    museum: 'mill',
    clock,
    onFailure: (error) => failures.push(String(error)),
  });

/** Asks until the documents' vectors are there, or the service failed. */
async function askUntilKnown(find: FindNearest, text = 'the cat', searched: KnowledgeIndex = index) {
  for (;;) {
    const found = await find(searched, 'en', text);
    if (found.length > 0 || failures.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const files = () => readdir(directory);

it.each([
  ['small', '', ''],
  ['intfloat/multilingual-e5-small', 'query: ', 'passage: '],
  ['nomic-embed-text:v1.5', 'search_query: ', 'search_document: '],
  ['Qwen/Qwen3-Embedding-0.6B', expect.stringMatching(/^Instruct: .*\nQuery: $/), ''],
])('a model that was trained with words before its texts gets them: %s', async (model, query, document) => {
  await askUntilKnown(open({ model }), 'the cat');
  const [[documents = ''] = [], [question = ''] = []] = service.requests.map(({ body }) => body['input'] as string[]);
  const title = index.passages[0]?.title ?? '';
  expect([question.slice(0, -'the cat'.length), documents.slice(0, documents.indexOf(title))]).toEqual([query, document]);
});

describe('the paragraphs nearest in meaning', () => {
  it('are told once the documents are known, whose vectors are asked for once and kept', async () => {
    const find = open();
    expect(await find(index, 'en', 'the cat')).toEqual([]);
    const [first] = await askUntilKnown(find);
    expect(first?.text).toContain('cat');
    const ofDocuments = service.requests.filter(({ body }) => (body['input'] as string[]).length > 1);
    expect(ofDocuments).toHaveLength(1);
    expect(ofDocuments[0]).toMatchObject({ path: '/v1/embeddings', authorization: 'Bearer embeddings-key', body: { model: 'small' } });
    const [file = ''] = await files();
    expect(file).toMatch(/^mill-en-[0-9a-f]{16}\.f32$/);
    expect((await readFile(path.join(directory, file))).length).toBe(index.passages.length * 5 * 4);

    service.requests.length = 0;
    expect((await open({ waitsForDocuments: true })(index, 'en', 'a wheel'))[0]?.text).toContain('wheel');
    service.requests.length = 0;
    expect((await askUntilKnown(open(), 'a wheel'))[0]?.text).toContain('wheel');
    expect(service.requests.map(({ body }) => body['input'])).toEqual([['a wheel']]);
  });

  it('follow an edited document, and what was kept of the old one goes', async () => {
    await askUntilKnown(open());
    const before = await files();
    const edited = millContent.knowledge.map((one, at) => (at === 0 ? { ...one, paragraphs: ['A goose, and a goose again.'] } : one));
    const found = await askUntilKnown(open(), 'goose', createKnowledgeIndex(edited, 'en'));
    expect(found[0]?.text).toBe('A goose, and a goose again.');
    await expect.poll(files).toHaveLength(1);
    expect(await files()).not.toEqual(before);
  });

  it.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, 7)],
    ['empty', () => Buffer.alloc(0)],
    ['no numbers', (bytes: Buffer) => Buffer.alloc(bytes.length, 0xff)],
  ])('are made again where the file is %s', async (_, spoil) => {
    await askUntilKnown(open());
    const [file = ''] = await files();
    const whole = await readFile(path.join(directory, file));
    await writeFile(path.join(directory, file), spoil(whole));
    expect((await askUntilKnown(open()))[0]?.text).toContain('cat');
    expect(await readFile(path.join(directory, file))).toEqual(whole);
  });

  it('are told without a file where none can be kept', async () => {
    await writeFile(path.join(directory, 'file'), '');
    const find = open({ directory: path.join(directory, 'file') });
    await find(index, 'en', 'the cat');
    await expect.poll(() => failures.length).toBe(1);
    await expect.poll(async () => (await find(index, 'en', 'the cat'))[0]?.text).toContain('cat');
  });

  it('stand in the order of the answer’s own numbers', async () => {
    service.answerWith(embedding((data) => data.toReversed()));
    expect((await askUntilKnown(open()))[0]?.text).toContain('cat');
  });

  it('are asked for again after one late answer, and not after three in a row', async () => {
    const find = open();
    await askUntilKnown(find);
    const askLate = async () => {
      service.answerWith(() => {});
      const asked = service.requests.length;
      const found = find(index, 'en', 'the cat');
      await expect.poll(() => service.requests.length).toBe(asked + 1);
      clock.turn(300);
      expect(await found).toEqual([]);
      service.answerWith(embedding());
    };
    await askLate();
    expect((await find(index, 'en', 'the cat'))[0]?.text).toContain('cat');
    for (let time = 0; time < 3; time++) await askLate();
    expect(await find(index, 'en', 'the cat')).toEqual([]);
  });

  it.each<[string, ModelScript]>([
    ['refuses', (_, response) => void response.writeHead(429, { 'retry-after': '7' }).end('{"error":{"message":"slow down"}}')],
    ['forgets one', embedding((data) => data.slice(1))],
    ['answers no numbers', embedding((data) => data.map((one) => ({ ...one, embedding: ['NaN'] })))],
    ['answers vectors of different lengths', embedding((data) => data.map((one, at) => ({ ...one, embedding: at ? [1] : [1, 2] })))],
    ['answers no JSON', (_, response) => void response.end('<html>')],
  ])('are none while the service %s, which is not asked again at once', async (_, script) => {
    service.answerWith(script);
    const find = open();
    expect(await askUntilKnown(find)).toEqual([]);
    const asked = service.requests.length;
    expect(await find(index, 'en', 'the cat')).toEqual([]);
    expect(service.requests).toHaveLength(asked);
    service.answerWith(embedding());
    clock.turn(30_000);
    failures = [];
    expect((await askUntilKnown(find))[0]?.text).toContain('cat');
  });

  it.each<[string, (leaving: AbortController) => void, string[]]>([
    ['waited for when the service is slow', () => clock.turn(300), ['Error: No embedding within 300 ms']],
    ['asked for any longer when the visitor leaves, which is no failure', (leaving) => leaving.abort(), []],
  ])('are not %s, and the request ends', async (_, end, failed) => {
    const find = open();
    await askUntilKnown(find);
    service.answerWith(() => {});
    service.requests.length = 0;
    const leaving = new AbortController();
    const found = find(index, 'en', 'the cat', leaving.signal);
    await expect.poll(() => service.requests.length).toBe(1);
    end(leaving);
    expect([await found, failures]).toEqual([[], failed]);
    await service.requests[0]?.aborted;
  });

  it('stand among those that a model is given, whatever their words', async () => {
    const asked: string[] = [];
    const retrieve = createRetrieval(createGuide(millContent), async ({ passages }, language, text) => {
      asked.push(`${language} ${text}`);
      return passages.filter((passage) => passage.text.includes('Ophelia'));
    });
    const question = { language: 'en', visitMode: 'exploration' } as const;
    const text = 'Which pet kept the wheel company here?';
    const { passages } = await retrieve(newGuideState, { ...question, text });
    expect([asked, passages.slice(0, 2).map(({ document }) => document)]).toEqual([[`en ${text}`], ['wheel', 'loft']]);
    const turns = [{ asked: 'Who was Ophelia?', answered: 'A cat.' }];
    await retrieve({ ...newGuideState, turns }, { ...question, text: 'Why?' });
    expect(asked[1]).toBe('en Who was Ophelia? Why?');
  });

  it.each([
    ['When do you close?', 'profile.json 0'],
    ['How much is it to get in, and is there a lift?', 'profile.json 0'],
    ['What is number 3?', 'loft 1'],
  ])('come behind what the museum tells of hours and of numbers: %s', async (text, first) => {
    const objects = [{ number: 3, name: 'The ladder', document: 'loft', paragraph: 2 }];
    const told = text.includes('lift') ? { access: 'There is a lift.' } : { hours: 'Open from 9 to 17.' };
    const profile = { ...millContent.profile, practical: told, objects };
    const retrieve = createRetrieval(createGuide({ ...millContent, profile }));
    const { passages, isHit } = await retrieve(newGuideState, { text, language: 'en', visitMode: 'exploration' });
    expect([isHit, `${passages[0]?.document} ${passages[0]?.paragraph}`]).toEqual([true, first]);
    expect(new Set(passages.map(({ document, paragraph }) => `${document} ${paragraph}`)).size).toBe(passages.length);
  });
});
