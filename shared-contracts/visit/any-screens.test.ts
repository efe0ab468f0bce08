import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { type QuestionId, questionIds } from '../museum/question-ids.ts';
import { someScreens } from '../releases/testing/some-screens.ts';
import { type Arrival, type DeclaredScreen, decideArrival, readyScreens, screenAt, screensAhead } from './arrival.ts';

const only = '6610a1b2c3d4e5f602000017';
const poster: DeclaredScreen = { name: 'poster', title: { en: 'Poster' }, routes: ['/poster'], needs: ['museum'] };
const without = (...names: string[]) => someScreens.filter(({ name }) => !names.includes(name));
const offeredQuestions = ['time', 'voice'] as const;
const known = { hasMuseum: true, hasExhibition: false, entryScreen: 'visit' } as const;
const arrived: Arrival = { path: '/', ...known, offeredQuestions, openQuestions: offeredQuestions };
const both = { ...arrived, hasExhibition: true };
const answered = { ...both, openQuestions: [] };

const five = [...someScreens, poster];

it('an added screen is shown if its needs are known, and else the screen that provides them', () => {
  expect(decideArrival({ ...arrived, path: '/poster' }, five)).toEqual({ path: '/poster', screen: 'poster' });
  expect(decideArrival({ ...arrived, path: '/poster', hasMuseum: false }, five)).toEqual({ path: '/' });
  const needy = [...someScreens, { ...poster, needs: ['museum', 'exhibition', 'answers'] }];
  expect(decideArrival({ ...arrived, path: '/poster' }, needy).screen).toBe('landing');
  expect(decideArrival({ ...both, path: '/poster' }, needy)).toMatchObject({ screen: 'tailoring', question: 'time' });
  expect(decideArrival({ ...answered, path: '/poster' }, needy).screen).toBe('poster');
});

it('the path of a removed screen, or of a screen with an unknown need, leads to the museum’s conversation', () => {
  expect(decideArrival({ ...answered, path: '/poster' }, someScreens)).toEqual({ path: '/visit', screen: 'visit' });
  const later = [...someScreens, { ...poster, needs: ['museum', 'ticket'] }];
  expect(decideArrival({ ...answered, path: '/poster' }, later).screen).toBe('visit');
  expect(readyScreens(answered, later).map(({ name }) => name)).not.toContain('poster');
});

it('a screen with several paths is shown at each path', () => {
  const two = [...someScreens, { ...poster, routes: ['/poster', '/sheet'] }];
  expect(decideArrival({ ...arrived, path: '/sheet' }, two)).toEqual({ path: '/sheet', screen: 'poster' });
});

it('a museum without the questionnaire asks no questions, and the chat replaces a missing visit, and the reverse', () => {
  expect(decideArrival(both, without('tailoring'))).toEqual({ path: '/visit', screen: 'visit' });
  expect(decideArrival(both, without('visit')).screen).toBe('chat');
  expect(decideArrival({ ...answered, entryScreen: 'text-chat' }, without('chat')).screen).toBe('visit');
});

it('a museum without the landing page chooses its only exhibition, and otherwise leads to another possible screen', () => {
  const single = { ...arrived, singleExhibitionId: only, openQuestions: [] };
  expect(decideArrival(single, without('landing'))).toEqual({ path: '/visit', screen: 'visit', chooseExhibitionId: only });
  expect(decideArrival(arrived, without('landing'))).toEqual({ path: '/' });
  expect(decideArrival(arrived, [...without('landing'), poster])).toEqual({ path: '/poster', screen: 'poster' });
});

it('screensAhead() lists the screens that a museum’s visitors open next', () => {
  expect(screensAhead('landing', someScreens, { entryScreen: 'visit' })).toEqual(['tailoring', 'visit']);
  expect(screensAhead('landing', someScreens, { entryScreen: 'text-chat' })).toEqual(['chat']);
  expect(screensAhead('landing', without('tailoring'), { entryScreen: 'visit' })).toEqual(['visit']);
  expect(screensAhead('visit', someScreens, { entryScreen: 'visit' })).toEqual([]);
  expect(screensAhead('nowhere', someScreens, { entryScreen: 'visit' })).toEqual([]);
});

const needs = fc.subarray(['museum', 'exhibition', 'answers', 'ticket']);
const screen = fc.record({
  needs,
  provides: fc.constantFrom(undefined, 'exhibition', 'answers'),
  conversation: fc.constantFrom(undefined, 'voice', 'text'),
});
const invented = fc.array(screen, { maxLength: 6 }).map((list) =>
  list.map(({ needs, provides, conversation }, at): DeclaredScreen => {
    const optional = { ...(provides && { provides }), ...(conversation && { conversation }) };
    return { name: `s${at}`, title: {}, routes: [`/s${at}`], needs, ...optional };
  }),
);
const screens = fc.oneof(fc.constant(someScreens), invented);
const anyArrival = fc
  .record({
    path: fc.constantFrom('/', '/s0', '/s1', '/s2', '/s5', '/gone', ...someScreens.flatMap(({ routes }) => routes)),
    hasMuseum: fc.boolean(),
    hasExhibition: fc.boolean(),
    singleExhibitionId: fc.constantFrom(undefined, only),
    entryScreen: fc.constantFrom('visit' as const, 'text-chat' as const),
    offeredQuestions: fc.subarray([...questionIds]),
    askedQuestion: fc.constantFrom(undefined, ...questionIds),
    isOpen: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
  })
  .map(({ isOpen, ...arrival }): Arrival => ({ ...arrival, openQuestions: arrival.offeredQuestions.filter((_, at) => isOpen[at]) }));

it('arriving ends at a screen that may be shown, and arriving there again stays there', () => {
  forAll(anyArrival, screens, (arrival, all) => {
    const { chooseExhibitionId, ...decision } = decideArrival(arrival, all);
    const hasExhibition = arrival.hasExhibition || chooseExhibitionId !== undefined;
    const there = { ...arrival, hasExhibition, path: decision.path, askedQuestion: decision.question };
    expect(decideArrival(there, all)).toEqual(decision);
    const { screen: name } = decision;
    if (name !== undefined) expect(readyScreens(there, all).map((ready) => ready.name)).toContain(name);
    expect([arrival.hasMuseum || decision.path === '/', (name === undefined) === (decision.path === '/')]).toEqual([true, true]);
  });
});

const isFirst = ({ offeredQuestions, openQuestions: [open] }: Arrival, question: QuestionId) =>
  open === undefined || offeredQuestions.indexOf(open) >= offeredQuestions.indexOf(question);

it('every arrival leads to a screen whose needs are met', () => {
  const somePath = fc.constantFrom('/', ...someScreens.flatMap(({ routes }) => routes));
  forAll(anyArrival, somePath, (arrival, path) => {
    const { screen: name, question, ...decision } = decideArrival({ ...arrival, path }, someScreens);
    const hasExhibition = arrival.hasMuseum && (arrival.hasExhibition || decision.chooseExhibitionId !== undefined);
    const holds: Record<string, boolean> = {
      none: !arrival.hasMuseum && decision.path === '/',
      landing: arrival.hasMuseum,
      tailoring: hasExhibition && question !== undefined && isFirst(arrival, question),
      visit: hasExhibition && arrival.openQuestions.length === 0,
      chat: hasExhibition,
    };
    expect([name, holds[name ?? 'none'], question !== undefined]).toEqual([name, true, name === 'tailoring']);
    expect(screenAt(decision.path, someScreens)?.name).toBe(name);
  });
});
