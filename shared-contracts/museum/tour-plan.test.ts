import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { planTour, type TourPlan } from './tour-plan.ts';
import type { TourAnswers, TourStop, TourTexts } from './tour-texts.ts';

const paragraph = (words: number, more = '') => `${more} ${'word '.repeat(words)}`.trim();
const stop = (id: string, ...paragraphs: number[]): TourStop => ({
  id,
  title: `panel, ${id}`,
  paragraphs: paragraphs.map((words) => paragraph(words)),
});
const room = (id: string, ...stops: TourStop[]) => ({ id, title: id, stops });

/** A museum with texts for half an hour, and a second exhibition. */
const house: TourTexts = {
  language: 'en',
  rooms: ['hall', 'salon', 'attic'].map((id) =>
    room(
      id,
      stop(id, 40, 45, 40, 50),
      stop(`${id}-door`, 35, 40, 45, 40),
      stop(`${id}-floor`, 30, 45),
      stop(`${id}-roof`, 45, 40, 42, 38, 40),
      stop(`${id}-wall`, 40, 38, 40),
    ),
  ),
  others: [stop('stairs', 40, 45, 50), stop('garden', 40, 45, 50)],
};
const small: TourTexts = { language: 'en', rooms: [room('hut', stop('hut', 40, 40))], others: [] };

const subsets = (all: readonly string[]) =>
  Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_, at) => bits & (1 << at)).join());
const combinations: TourAnswers[] = ['5', '10', '15', '30'].flatMap((time) =>
  subsets(['learn', 'relax', 'explore', 'challenge']).flatMap((goals) =>
    ['alone', 'group', 'kids'].flatMap((visitorType) =>
      ['interactive', 'contemplative'].map((style) => ({ time, goals, visitorType, style })),
    ),
  ),
);
const stopsOf = ({ rooms }: TourPlan) => rooms.flatMap(({ stops }) => stops);
const idsOf = (plan: TourPlan) => stopsOf(plan).map(({ id }) => id);

it('every combination of answers gives a plan within 15 % of the chosen time, or a plan with fills false', () => {
  expect(combinations).toHaveLength(4 * 16 * 3 * 2);
  for (const texts of [house, small])
    for (const answers of combinations) {
      const { minutes, fills, chosenMinutes, leftSeconds, ...plan } = planTour({ texts, answers });
      const chosen = 60 * Number(answers.time);
      expect([answers, fills]).toEqual([answers, Math.abs(leftSeconds - chosen) <= 0.15 * chosen]);
      if (texts === house) expect([answers, fills]).toEqual([answers, true]);
      expect([chosenMinutes, minutes]).toEqual([Number(answers.time), Math.max(1, Math.round(leftSeconds / 60))]);
      const ids = idsOf({ minutes, fills, leftSeconds, ...plan });
      expect(new Set(ids).size).toBe(ids.length);
      expect(plan.rooms.every(({ stops }) => stops.length > 0)).toBe(true);
    }
});

it('a planned stop uses its paragraphs once and in order, with up to 110 words an answer or 170 in contemplative style', () => {
  const all = new Map([...house.rooms.flatMap(({ stops }) => stops), ...house.others].map((one) => [one.id, one]));
  const wordsOf = (id: string, at: number) => all.get(id)?.paragraphs[at]?.split(' ').length ?? 0;
  const planned = combinations.flatMap((answers) =>
    stopsOf(planTour({ texts: house, answers })).map((one) => ({ ...one, style: answers.style })),
  );
  for (const { id, length, words, answers: told, style } of planned) {
    const said = told.flat();
    const spoken = told.map((answer) => answer.reduce((sum, at) => sum + wordsOf(id, at), 0));
    const lengths = { more: told.length > 1, short: told.length === 1 && said.length === 1, whole: told.length === 1 && said.length > 1 };
    expect([id, said, lengths[length]]).toEqual([id, said.map((_, at) => at), true]);
    expect(spoken.reduce((sum, count) => sum + count, 0)).toBe(words);
    expect(Math.max(...spoken)).toBeLessThanOrEqual(style === 'contemplative' ? 170 : 110);
  }
});

it('a plan counts 130 words a minute, a look at each stop, the questions and the way between rooms', () => {
  const texts: TourTexts = { language: 'en', rooms: [room('one', stop('one', 130)), room('two', stop('two', 65))], others: [] };
  expect(planTour({ texts, answers: {} }).leftSeconds).toBe(60 + 17 + 8 + 30 + 30 + 17 + 8);
});

it('a plan prefers stops that match the goals or the chosen artists', () => {
  const plain = stop('plain', 60, 60, 60);
  const texts = (more: string): TourTexts => ({
    language: 'en',
    rooms: [
      room('hall', stop('hall', 60), plain, { ...plain, id: 'suits', paragraphs: plain.paragraphs.map((text) => `${more} ${text}`) }),
    ],
    others: [],
  });
  expect(idsOf(planTour({ texts: texts('silent gold'), answers: { time: '5', goals: 'goal.relax' } }))[1]).toBe('suits');
  expect(idsOf(planTour({ texts: texts('Zennari'), answers: { time: '5', artists: 'Paolo Zennari' } }))[1]).toBe('suits');
  expect(idsOf(planTour({ texts: texts('x'), answers: { time: '5' } }))[1]).toBe('plain');
});

const answers = { time: '15' };
const heard = [{ document: 'hall', paragraphs: [0, 1] }];
const position = { room: 0, told: ['hall'] };

it('a later plan leaves out what was heard and starts with more of the present stop', () => {
  const [hall] = planTour({ texts: house, answers: { time: '30' }, position, heard, spentMs: 60_000 }).rooms;
  expect(hall).toMatchObject({ told: 1, stops: [{ id: 'hall', length: 'more', answers: [[2, 3]] }, {}, {}, {}, {}] });
  const done = planTour({ texts: house, answers: { time: '30' }, position: { ...position, isDone: true }, heard, spentMs: 60_000 });
  expect(idsOf(done)).not.toContain('hall');
});

it('a later plan shortens the rest if the visitor is late, and keeps a stop in every room', () => {
  const minutes = [1, 5, 9, 14, 40].map((spent) => planTour({ texts: house, answers, position, heard, spentMs: 60_000 * spent }));
  const left = minutes.map(({ leftSeconds }) => leftSeconds);
  expect(left.toSorted((one, other) => other - one)).toEqual(left);
  expect(minutes.at(-1)?.rooms.map(({ stops }) => stops.length)).toEqual([0, 1, 1]);
  expect(minutes.at(-1)?.fills).toBe(false);
});

it('a plan with time left has longer stops first and the exhibition’s other stops last', () => {
  const short: TourTexts = { ...house, rooms: house.rooms.map(({ stops, ...one }) => ({ ...one, stops: stops.slice(0, 2) })) };
  expect(idsOf(planTour({ texts: house, answers }))).not.toContain('stairs');
  const plan = planTour({ texts: short, answers });
  expect(plan.rooms.at(-1)?.stops.map(({ id }) => id)).toContain('stairs');
  expect(stopsOf(plan).filter(({ id, length }) => id !== 'stairs' && id !== 'garden' && length !== 'more')).toEqual([]);
});

const plan = (texts: Partial<TourTexts>, answers: TourAnswers = { time: '10' }, more = {}) =>
  planTour({ texts: { ...small, ...texts }, answers, ...more });

it('a tour without rooms or texts gets an empty plan', () => {
  expect(plan({ rooms: [] })).toMatchObject({ rooms: [], leftSeconds: 0, fills: false });
  expect(plan({ rooms: [room('bare'), room('hut', stop('hut', 40))] }).rooms.map(({ stops }) => stops.length)).toEqual([0, 1]);
});

it('a tour of one stop gets a plan that is shorter than the chosen time', () => {
  expect(plan({})).toMatchObject({ minutes: 1, chosenMinutes: 10, fills: false, rooms: [{ stops: [{ id: 'hut', length: 'whole' }] }] });
});

it('a room of 200 stops gets as many stops as fit the time', () => {
  const { fills, rooms } = plan({ rooms: [room('depot', ...Array.from({ length: 200 }, (_, at) => stop(`box-${at}`, 40, 40)))] });
  expect(fills).toBe(true);
  expect(rooms[0]?.stops.length).toBeLessThan(20);
});

it('a stop in two rooms is planned in the first room alone', () => {
  const twice = stop('twice', 40);
  expect(idsOf(plan({ rooms: [room('one', twice), room('two', twice, stop('two', 40))] }))).toEqual(['twice', 'two']);
});

it.each(['7', '-5', '1e9', 'soon', '', undefined, '30,5'])(
  'a time of “%s” chooses no minutes unless the text starts with 5, 10, 15 or 30',
  (time) => {
    const { chosenMinutes, fills } = planTour({ texts: house, answers: { time } });
    expect([chosenMinutes, fills]).toEqual([time === '30,5' ? 30 : undefined, true]);
  },
);

it('any position, time and memory give a plan without heard paragraphs or repeated stops', () => {
  const id = fc.constantFrom('hall', 'salon-door', 'stairs', 'gone', '__proto__');
  forAll(
    fc.record({ room: fc.nat(5), told: fc.array(id), isDone: fc.boolean() }),
    fc.integer({ min: -1e9, max: 1e9 }),
    fc.array(fc.record({ document: id, paragraphs: fc.array(fc.integer({ min: -1, max: 9 })) })),
    (position, spentMs, heard) => {
      const made = planTour({ texts: house, answers: { time: '15' }, position, spentMs, heard });
      expect(Number.isFinite(made.leftSeconds) && made.leftSeconds >= 0).toBe(true);
      const ids = idsOf(made);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id: planned, answers: told } of stopsOf(made))
        for (const { document, paragraphs } of heard.filter((one) => one.document === planned).slice(0, 1))
          expect([document, told.flat().some((at) => paragraphs.includes(at))]).toEqual([document, false]);
    },
  );
});
