import { expect, it } from '@rstest/core';
import { someScreens } from '../releases/testing/some-screens.ts';
import { type Arrival, type ArrivalDecision, decideArrival, pathOf, arrivalPath as root, screenAt } from './arrival.ts';

const [landing = '', tailoring = '', visit = '', chat = ''] = ['landing', 'tailoring', 'visit', 'chat'].map((name) =>
  pathOf(name, someScreens),
);
const paths = [root, landing, tailoring, visit, chat];
const decide = (arrival: Arrival, screens = someScreens): Omit<ArrivalDecision, 'screen'> => {
  const { screen, ...decision } = decideArrival(arrival, screens);
  expect(screen).toBe(screenAt(decision.path, screens)?.name);
  return decision;
};
const only = '6610a1b2c3d4e5f602000017';
const offeredQuestions = ['consent', 'expertise', 'time', 'voice'] as const;

const nowhere: Arrival = {
  path: root,
  hasMuseum: false,
  hasExhibition: false,
  entryScreen: 'visit',
  offeredQuestions,
  openQuestions: [...offeredQuestions],
};
const museumOnly: Arrival = { ...nowhere, hasMuseum: true };
const both: Arrival = { ...museumOnly, hasExhibition: true };

function expectTable(arrival: Arrival, rows: Record<string, ArrivalDecision>) {
  for (const [path, decision] of Object.entries(rows)) expect(decide({ ...arrival, path }), path).toEqual(decision);
}

const leadAll = (decision: ArrivalDecision) => Object.fromEntries(paths.map((path) => [path, decision]));

it('every path leads to the code field if no museum is known', () => {
  for (const entryScreen of ['visit', 'text-chat'] as const)
    for (const hasExhibition of [false, true]) {
      const unknown: Arrival = { ...nowhere, entryScreen, hasExhibition, askedQuestion: 'time', singleExhibitionId: only };
      expectTable(unknown, leadAll({ path: root }));
    }
});

const choose = { path: landing };

it('every path leads to the landing page if a museum with several exhibitions is all that is known', () => {
  for (const entryScreen of ['visit', 'text-chat'] as const) expectTable({ ...museumOnly, entryScreen }, leadAll(choose));
});

it('with a museum alone the path of the chat chooses a single exhibition, and other paths do not', () => {
  expectTable({ ...museumOnly, singleExhibitionId: only }, { ...leadAll(choose), [chat]: { path: chat, chooseExhibitionId: only } });
});

it('a text-chat museum with a single exhibition chooses it and leads to the chat', () => {
  const single: Arrival = { ...museumOnly, entryScreen: 'text-chat', singleExhibitionId: only };
  expectTable(single, { ...leadAll({ path: chat, chooseExhibitionId: only }), [landing]: choose });
});

it('open questions come before the visit, and the questionnaire shows the first open question', () => {
  const first = { path: tailoring, question: 'consent' } as const;
  expectTable(both, { ...leadAll(first), [landing]: choose, [chat]: { path: chat } });
  const time = { path: tailoring, question: 'time' } as const;
  expectTable({ ...both, openQuestions: ['time', 'voice'] }, { [root]: time, [tailoring]: time, [visit]: time });
});

it('the start leads to the visit if no question is open', () => {
  const go = { path: visit };
  expectTable({ ...both, openQuestions: [] }, { ...leadAll(go), [landing]: choose, [chat]: { path: chat } });
  expectTable({ ...both, openQuestions: [], offeredQuestions: [] }, { [root]: go, [tailoring]: go, [visit]: go });
});

it.each([
  ['an answered question is shown again', 'consent', ['time', 'voice'], 'consent'],
  ['the first open question is shown', 'time', ['time', 'voice'], 'time'],
  ['a later open question leads to the open question before it', 'voice', ['time', 'voice'], 'time'],
  ['a later answered question leads to the open question before it', 'voice', ['consent'], 'consent'],
  ['any question is shown if no question is open', 'voice', [], 'voice'],
  ['a question that the museum does not offer leads to the first open question', 'goals', ['time'], 'time'],
] as const)('a question in the questionnaire’s address: %s', (_, askedQuestion, openQuestions, question) => {
  expect(decide({ ...both, path: tailoring, askedQuestion, openQuestions })).toEqual({ path: tailoring, question });
});

it('a question in another screen’s address, and a question that the museum does not offer, are ignored', () => {
  const time = { path: tailoring, question: 'time' };
  expect(decide({ ...both, path: visit, askedQuestion: 'consent', openQuestions: ['time'] })).toEqual(time);
  expect(decide({ ...both, path: tailoring, askedQuestion: 'goals', openQuestions: [] })).toEqual({ path: visit });
  expect(decide({ ...both, path: root, askedQuestion: 'consent', openQuestions: [] })).toEqual({ path: visit });
});

it('a text-chat museum shows the chat instead of questionnaire and visit', () => {
  expectTable({ ...both, entryScreen: 'text-chat', askedQuestion: 'time' }, { ...leadAll({ path: chat }), [landing]: choose });
});
