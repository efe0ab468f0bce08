import { join } from 'node:path';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import { describe, expect, it, onTestFinished } from '@rstest/core';
import type { MuseumContent } from '../content/content.ts';
import { ContentCopy, demoContent } from '../content/testing/content-copy.ts';
import { demoMuseum, demoMuseums } from '../testing/demo-museums.ts';
import {
  askGoldenQuestions,
  countGolden,
  type GoldenKind,
  type GoldenResult,
  goldenFolderOf,
  goldenKinds,
  goldenModes,
  holdTalk,
  loadGoldenQuestions,
  loadTalk,
  type TalkTurn,
} from './golden-questions.ts';
import type { Guide } from './guide.ts';
import { newGuideState } from './guide-state.ts';

/** Least shares of right answers of the embedded guide, in per cent. */
const floors: Record<GoldenKind, number> = { known: 60, 'follow-up': 70, unknown: 84 };
/** Least shares for the unseen questions, in all languages together. */
const unseenFloors: Record<GoldenKind, number> = { known: 65, 'follow-up': 75, unknown: 77 };
const mostWrong = 8;
const mostUnseenWrong = { exploration: 9, guided: 9 };
/** Least number of right turns among the forty of the conversation. */
const fewestRightTurns = 38;

async function askAll(folderOf: (museum: MuseumContent) => string, visitMode: 'exploration' | 'guided' = 'exploration') {
  const all = demoMuseums.map(async ({ content, guide }) => {
    const exhibitionId = visitMode === 'guided' ? content.exhibitions[0]?._id : undefined;
    return askGoldenQuestions(guide, await loadGoldenQuestions(folderOf(content)), { visitMode, exhibitionId });
  });
  return (await Promise.all(all)).flat();
}

/** A guide with the same answer to every question. */
const saying = (text: string, document?: string, isUnanswered = false): Guide => ({
  async *answer() {
    if (document) yield { type: 'context', sources: [{ title: 'panel', document }] };
    yield { type: 'text', text, passages: [] };
    yield { type: 'done', state: newGuideState, facts: { language: 'en', stems: [], ...(isUnanswered && { unanswered: 'no-passage' }) } };
  },
  related: () => [],
});

const wrongShareOf = (results: readonly GoldenResult[]) =>
  (100 * results.filter(({ verdict }) => verdict === 'wrong passage').length) / results.length;

describe.each(goldenModes)('golden questions in the mode “%s”', (visitMode) => {
  const asked = askAll((museum) => goldenFolderOf(demoContent, museum), visitMode);

  it.each(languages.flatMap((language) => goldenKinds.map((kind) => [language, kind] as const)))(
    'The guide answers golden questions in %s of the kind “%s” at least as often as before',
    async (language, kind) => {
      const results = await asked;
      const { right, asked: count } = countGolden(results, language, kind);
      expect(count).toBeGreaterThanOrEqual(30);
      expect((100 * right) / count).toBeGreaterThanOrEqual(floors[kind]);
    },
  );

  it('At most 8 % of the golden questions are answered from a wrong passage', async () => {
    expect(wrongShareOf(await asked)).toBeLessThanOrEqual(mostWrong);
  });
});

describe.each(goldenModes)('unseen questions in the mode “%s”', (visitMode) => {
  const asked = askAll(({ folder }) => join(import.meta.dirname, '../testing/unseen-questions', folder), visitMode);

  it.each(goldenKinds)('The guide answers unseen questions of the kind “%s” about as often as the golden questions', async (kind) => {
    const own = (await asked).filter((result) => result.kind === kind);
    expect(own.length).toBeGreaterThanOrEqual(24);
    expect((100 * own.filter(({ verdict }) => verdict === 'right').length) / own.length).toBeGreaterThanOrEqual(unseenFloors[kind]);
  });

  it('At most 9 % of the unseen questions are answered from a wrong passage', async () => {
    expect(wrongShareOf(await asked)).toBeLessThanOrEqual(mostUnseenWrong[visitMode]);
  });
});

it('The guide answers at least 38 of 40 turns of a family’s conversation', async () => {
  const { content, guide } = demoMuseum('cathedral');
  const results = await holdTalk(guide, await loadTalk(goldenFolderOf(demoContent, content)));
  expect(results).toHaveLength(40);
  const wrong = results.filter(({ isRight }) => !isRight).map(({ turn, answer }) => [turn.says, answer]);
  expect(40 - wrong.length, JSON.stringify(wrong, undefined, 1)).toBeGreaterThanOrEqual(fewestRightTurns);
});

const turnOf = (change: Partial<TalkTurn>): TalkTurn => ({
  ...{ visitor: 'small', language: 'en', says: 'Hi', documents: [], facts: [], unknown: false, ...change },
});
const known = turnOf({ documents: ['tower'], facts: ['97'] });
it.each([
  ['a passage with its facts', known, { text: 'It has 97 steps.', document: 'tower' }, true],
  ['a passage without its facts', known, { text: 'It has 12 steps.', document: 'tower' }, false],
  ['facts without a passage', known, { text: 'It has 97 steps.' }, false],
  ['“I don’t know” to an unknown question', turnOf({ unknown: true }), { text: 'I don’t know.', isUnanswered: true }, true],
  ['a passage to an unknown question', turnOf({ unknown: true }), { text: 'It has 97 steps.', document: 'tower' }, false],
  ['a greeting', turnOf({}), { text: 'Good morning!' }, true],
  ['“I don’t know” to a greeting', turnOf({}), { text: 'I don’t know.', isUnanswered: true }, false],
  ['a passage to a greeting', turnOf({}), { text: 'It has 97 steps.', document: 'tower' }, false],
] as const)(
  'A turn that gets %s counts as right or wrong as its questions.yaml entry says',
  async (_, turn, { text, ...more }, isRight) => {
    const { document, isUnanswered } = { document: undefined, isUnanswered: false, ...more };
    const [result] = await holdTalk(saying(text, document, isUnanswered), [turn]);
    expect(result?.isRight).toBe(isRight);
  },
);

it('Each turn of a conversation starts from the state that the previous turn left', async () => {
  const seen: unknown[] = [];
  const guide: Guide = {
    async *answer(state) {
      seen.push(state);
      yield { type: 'done', state: { ...state, subject: `${state.subject ?? ''}.` } };
    },
    related: () => [],
  };
  await holdTalk(guide, [turnOf({}), turnOf({}), turnOf({})]);
  expect(seen).toEqual([newGuideState, { ...newGuideState, subject: '.' }, { ...newGuideState, subject: '..' }]);
});

const asked = { question: 'Combien ?', language: 'fr' as const, after: [], documents: ['tower'] };
it.each([
  ['right', 'L’ELODIE a 97 mètres.', 'tower', false],
  ['fact missing', 'L’Élodie a 970 mètres.', 'tower', false],
  ['wrong passage', 'L’Élodie a 97 mètres.', 'crypt', false],
  ['refused', 'L’Élodie a 97 mètres.', undefined, false],
  ['right', 'Je ne sais pas.', undefined, true],
  ['wrong passage', '97', 'tower', true],
] as const)('A golden question counts as %s if the guide answers “%s” from %s (unknown: %s)', async (verdict, text, document, unknown) => {
  const question = { ...asked, facts: ['Élodie', ['quatre-vingt-dix-sept']], unknown };
  expect(await askGoldenQuestions(saying(text, document), [question])).toMatchObject([{ verdict }]);
});

it('The error about a wrong golden question names file and field', async () => {
  const copy = await ContentCopy.make('gallery');
  onTestFinished(() => copy.dispose());
  await copy.write('museums/gallery/questions.yaml', '- question: Why?\n  languag: de\n- question: Who?\n  language: it\n');
  const folder = join(copy.directory, 'museums/gallery');
  const refused = await loadGoldenQuestions(folder).catch((error: Error) => error.message.replaceAll(`${folder}/`, '').split('\n'));
  expect(refused).toEqual([
    'questions.yaml: 0.language: is missing',
    'questions.yaml: 0.languag: is not a known field',
    'questions.yaml: 1.language: must be one of en, de, fr',
  ]);
  await copy.write('museums/gallery/questions.yaml', '- question: [Why?\n');
  await expect(loadGoldenQuestions(folder)).rejects.toThrow(/questions\.yaml: file: is not YAML \(.+ at line 2, column 1/);
});
