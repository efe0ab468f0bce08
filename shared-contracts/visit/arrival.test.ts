import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type QuestionId, questionIds } from '../museum/question-ids.ts';
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
  for (const path of paths) {
    const expected = rows[path];
    if (expected) expect(decide({ ...arrival, path }), path).toEqual(expected);
  }
}

describe('without a museum', () => {
  it('without a museum every path leads to the code field', () => {
    const start = { path: root };
    for (const entryScreen of ['visit', 'text-chat'] as const) {
      for (const hasExhibition of [false, true]) {
        expectTable(
          { ...nowhere, entryScreen, hasExhibition, askedQuestion: 'time', singleExhibitionId: only },
          { [root]: start, [landing]: start, [tailoring]: start, [visit]: start, [chat]: start },
        );
      }
    }
  });
});

describe('with a museum only', () => {
  const choose = { path: landing };

  it('with a museum only every path leads to the collections', () => {
    expectTable(museumOnly, { [root]: choose, [landing]: choose, [tailoring]: choose, [visit]: choose, [chat]: choose });
  });

  it('with a museum only a single exhibition is chosen for visitors of the text chat, and for no others', () => {
    const chosen = { path: chat, chooseExhibitionId: only };
    expectTable(
      { ...museumOnly, singleExhibitionId: only },
      { [root]: choose, [landing]: choose, [tailoring]: choose, [visit]: choose, [chat]: chosen },
    );
  });

  it('with a museum only a text-chat museum chooses its single exhibition by itself and goes straight to the chat', () => {
    const chosen = { path: chat, chooseExhibitionId: only };
    expectTable(
      { ...museumOnly, entryScreen: 'text-chat', singleExhibitionId: only },
      { [root]: chosen, [landing]: choose, [tailoring]: chosen, [visit]: chosen, [chat]: chosen },
    );
  });

  it('with a museum only a text-chat museum with several exhibitions lets the visitor choose first', () => {
    expectTable(
      { ...museumOnly, entryScreen: 'text-chat' },
      { [root]: choose, [landing]: choose, [tailoring]: choose, [visit]: choose, [chat]: choose },
    );
  });
});

describe('with museum and collection', () => {
  it('with museum and collection open questions come before the visit', () => {
    const first = { path: tailoring, question: 'consent' } as const;
    expectTable(both, { [root]: first, [landing]: { path: landing }, [tailoring]: first, [visit]: first, [chat]: { path: chat } });
  });

  it('with museum and collection the first open question is asked, not the first one', () => {
    const time = { path: tailoring, question: 'time' } as const;
    expectTable({ ...both, openQuestions: ['time', 'voice'] }, { [root]: time, [tailoring]: time, [visit]: time });
  });

  it('with museum and collection nothing open leads to the visit', () => {
    const go = { path: visit };
    expectTable(
      { ...both, openQuestions: [] },
      { [root]: go, [landing]: { path: landing }, [tailoring]: go, [visit]: go, [chat]: { path: chat } },
    );
    expectTable({ ...both, openQuestions: [], offeredQuestions: [] }, { [root]: go, [tailoring]: go, [visit]: go });
  });

  it.each([
    ['an answered one is shown again', 'consent', ['time', 'voice'], 'consent'],
    ['the first open one is shown', 'time', ['time', 'voice'], 'time'],
    ['a later one gives way to the open one before it', 'voice', ['time', 'voice'], 'time'],
    ['a later answered one gives way too', 'voice', ['consent'], 'consent'],
    ['any is shown when nothing is open', 'voice', [], 'voice'],
    ['one the museum does not offer gives way to the first open one', 'goals', ['time'], 'time'],
  ] as const)(
    'with museum and collection a question in the address of the questionnaire: %s',
    (_, askedQuestion, openQuestions, question) => {
      expect(decide({ ...both, path: tailoring, askedQuestion, openQuestions })).toEqual({ path: tailoring, question });
    },
  );

  it('with museum and collection a question that is not offered leads on when nothing is open', () => {
    expect(decide({ ...both, path: tailoring, askedQuestion: 'goals', openQuestions: [] })).toEqual({ path: visit });
  });

  it('with museum and collection a question in another address is no question', () => {
    expect(decide({ ...both, path: visit, askedQuestion: 'consent', openQuestions: ['time'] })).toEqual({
      path: tailoring,
      question: 'time',
    });
    expect(decide({ ...both, path: root, askedQuestion: 'consent', openQuestions: [] })).toEqual({ path: visit });
  });

  it('with museum and collection a text-chat museum has the chat in place of questionnaire and visit', () => {
    const go = { path: chat };
    expectTable(
      { ...both, entryScreen: 'text-chat', askedQuestion: 'time' },
      { [root]: go, [landing]: { path: landing }, [tailoring]: go, [visit]: go, [chat]: go },
    );
  });
});

/** Whether a question is before the one shown that is still open. */
function isBlocked({ offeredQuestions, openQuestions }: Arrival, question: QuestionId | undefined): boolean {
  const [open] = openQuestions;
  return !question || (open !== undefined && offeredQuestions.indexOf(open) < offeredQuestions.indexOf(question));
}

describe('wherever a visitor arrives', () => {
  const someArrival: fc.Arbitrary<Arrival> = fc
    .record({
      path: fc.constantFrom(...paths),
      hasMuseum: fc.boolean(),
      hasExhibition: fc.boolean(),
      singleExhibitionId: fc.option(fc.constant(only), { nil: undefined }),
      entryScreen: fc.constantFrom('visit' as const, 'text-chat' as const),
      offeredQuestions: fc.subarray([...questionIds]),
      askedQuestion: fc.option(fc.constantFrom(...questionIds), { nil: undefined }),
      isOpen: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
    })
    .map(({ isOpen, ...arrival }) => ({ ...arrival, openQuestions: arrival.offeredQuestions.filter((_, index) => isOpen[index]) }));

  it('wherever a visitor arrives a screen’s precondition holds', () => {
    fc.assert(
      fc.property(someArrival, (arrival) => {
        const { path, question, chooseExhibitionId } = decide(arrival);
        const hasExhibition = arrival.hasExhibition || chooseExhibitionId !== undefined;
        const holds: Record<string, boolean> = {
          [root]: !arrival.hasMuseum,
          [landing]: arrival.hasMuseum,
          [tailoring]: arrival.hasMuseum && hasExhibition && !isBlocked(arrival, question),
          [visit]: arrival.hasMuseum && hasExhibition && arrival.openQuestions.length === 0,
          [chat]: arrival.hasMuseum && hasExhibition,
        };
        expect([path, holds[path], question !== undefined]).toEqual([path, true, path === tailoring]);
      }),
    );
  });
});
