import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../../kit/testing/for-all.ts';
import type { Speaker, Turn } from '../conversation.ts';
import type { Progress } from '../progress.ts';
import { updateTurn } from '../turns.ts';
import { type Announcement, countAnnounced, listEntries, pickAnnouncement, plainTextOf } from './entries.ts';

const turnOf = (turn: Partial<Turn>): Turn => ({ id: 1, sources: [], state: 'complete', ...turn });
const source = { title: 'Room book', document: 'a' };

it('entries number what each speaker said and list sources under answers alone', () => {
  const entries = listEntries([turnOf({ question: 'Why?', answer: 'So.', sources: [source] }), turnOf({ id: 2, question: 'And?' })]);
  expect(entries.map(({ number, speaker, text, sources }) => [number, speaker, text, sources])).toEqual([
    [1, 'visitor', 'Why?', []],
    [2, 'guide', 'So.', [source]],
    [3, 'visitor', 'And?', []],
  ]);
});

it('entries keep the Markdown of a chat’s answer, its id and how the answer was made', () => {
  const written = { isMarkdown: true, messageId: 'm1', generated: { kind: 'model', model: 'llama' } } as const;
  const entries = listEntries([turnOf({ question: '**Who?**', answer: '**Three** guilds:\n\n- weavers', ...written })]);
  expect(entries.map(({ text, messageId, generated }) => [text, messageId, generated])).toEqual([
    ['**Who?**', undefined, undefined],
    ['**Three** guilds:\n\n- weavers', 'm1', 'model llama'],
  ]);
  expect(entries.map(plainTextOf)).toEqual(['**Who?**', 'Three guilds:\n\nweavers']);
});

it('an entry marks an arriving or broken answer, never the visitor’s question', () => {
  const entries = listEntries([
    turnOf({ question: 'Why?', answer: 'So', state: 'broken' }),
    turnOf({ answer: 'I am back.', opening: 'back' }),
    turnOf({ id: 2, question: 'And?', answer: 'Well', state: 'arriving' }),
  ]);
  expect(entries.map(({ state }) => state)).toEqual(['complete', 'broken', 'complete', 'complete', 'arriving']);
});

it('entries number documents from 1 in the order of their first mention', () => {
  const [a, b] = [source, { title: 'Fabric rolls', document: 'b' }];
  const turns = [[a], [b], [b, a]].map((sources, at) => turnOf({ id: at + 1, answer: 'So.', sources }));
  expect(listEntries(turns).map(({ sourceNumbers }) => sourceNumbers)).toEqual([[1], [2], [2, 1]]);
  expect(listEntries(turns.slice(1)).map(({ sourceNumbers }) => sourceNumbers)).toEqual([[1], [1, 2]]);
});

const anyTurns = fc
  .array(fc.record({ question: fc.string(), answer: fc.string({ minLength: 1 }) }, { requiredKeys: [] }), { maxLength: 8 })
  .map((all) => all.map((turn, at) => turnOf({ ...turn, id: at + 1 })));

it('entries keep all words, number without a gap and have unique keys', () => {
  forAll(anyTurns, (turns) => {
    const entries = listEntries(turns);
    expect(entries.map(({ text }) => text)).toEqual(
      turns.flatMap(({ question, answer }) => [question, answer].filter((text) => text !== undefined)),
    );
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1));
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  });
});

it('entries of unchanged turns are the same objects', () => {
  forAll(anyTurns, (turns) => {
    const before = listEntries(turns);
    const grown = updateTurn(turns, turns.length, { answer: 'More.' });
    const isOlder = ({ turn }: { turn: number }) => turn < turns.length;
    const after = listEntries(grown).filter(isOlder);
    expect(after.every((entry, at) => entry === before.filter(isOlder)[at])).toBe(true);
  });
});

type Utterance = { speaker: Speaker; state: Turn['state']; text: string };
const question: Utterance = { speaker: 'visitor', state: 'complete', text: 'Why?' };
const answer: Utterance = { speaker: 'guide', state: 'complete', text: 'Candle smoke.' };
const arriving: Utterance = { ...answer, state: 'arriving' };
const broken: Utterance = { ...answer, state: 'broken' };

it.each<[string, [Progress, number], Utterance[], Announcement]>([
  ['“thinking” while the guide thinks', ['thinking', 0], [question], { kind: 'thinking' }],
  ['the text of a complete answer', ['idle', 0], [question, answer], { kind: 'answer', text: 'Candle smoke.' }],
  ['empty while the answer arrives', ['answering', 0], [question, arriving], { kind: 'none' }],
  ['empty for an answer from before the screen opened', ['idle', 2], [question, answer], { kind: 'none' }],
  ['empty for a broken answer', ['idle', 0], [question, broken], { kind: 'none' }],
])('the announcement is %s', (_, [progress, announcedBefore], utterances, announcement) => {
  expect(pickAnnouncement(utterances, progress, announcedBefore)).toEqual(announcement);
});

it('countAnnounced() leaves out an answer that is not complete', () => {
  const counts = [[], [question, answer], [question, broken], [question, arriving]].map(countAnnounced);
  expect(counts).toEqual([0, 2, 1, 1]);
});
