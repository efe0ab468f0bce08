import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { expect, it } from '@rstest/core';
import { act, cleanup, screen, within } from '@testing-library/react';
import { button, field, quickQuestions as fixed, renderScreen } from '../testing/render-screen.tsx';

const made = ['Who cleaned the strip?', 'When was it cleaned?', 'What is smalt made of?'];
const answer = 'Two hundred winters of candle smoke lie on it.';
const offered = () => {
  const list = screen.queryByRole('list', { name: /^(Questions to|Fragen)/ });
  return list
    ? within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    : [];
};

async function renderAnswered() {
  const rendered = await renderScreen({ profile: { quickQuestions: fixed } });
  await rendered.ask('Why so dark?', answer);
  return rendered;
}

it('Follow-up questions are generated from the conversation once the guide has stopped, and appear below the answer', async () => {
  const { maker, session } = await renderAnswered();
  expect(offered()).toEqual([]);
  expect(maker.calls[0]?.request).toEqual({
    visit: {
      museumId: '6610a1b2c3d4e5f601000001',
      exhibitionId: '6610a1b2c3d4e5f602000001',
      language: 'en',
      visitMode: 'guided',
      answers: session.store.getState().answers,
    },
    lines: ['Why so dark?', answer],
    asked: [],
  });
  await maker.calls[0]?.settle(made);
  expect(offered()).toEqual(made);
  expect(maker.calls).toHaveLength(1);
});

it('The museum’s own questions appear if generation returns none, fails, or takes too long', async () => {
  const { maker, clock, ask } = await renderAnswered();
  await maker.calls[0]?.settle([]);
  expect(offered()).toEqual(fixed);
  await ask('And the floor?', 'The floor is older than the house.');
  await maker.calls[1]?.fail();
  expect(offered()).toEqual(fixed);
  await ask('And the door?', 'The door was never painted at all.');
  await act(async () => clock.runOut());
  expect(offered()).toEqual(fixed);
  expect(maker.calls[2]?.signal?.aborted).toBe(true);
  await maker.calls[2]?.settle(made);
  expect(offered()).toEqual(fixed);
});

it('A pressed or a typed question hides the suggestions until its answer is complete, and so does a failed answer', async () => {
  const { guide, maker, user, ask } = await renderAnswered();
  await maker.calls[0]?.settle(made);
  await user.click(button(made[1] ?? ''));
  expect(guide.sent.at(-1)?.text).toBe(made[1]);
  expect(offered()).toEqual([]);
  guide.says('It was cleaned in the year 1998.');
  expect(offered()).toEqual([]);
  guide.finishes();
  await maker.calls[1]?.settle(fixed);
  expect(offered()).toEqual(fixed);
  await ask('And the floor?');
  expect(offered()).toEqual([]);
  guide.says('The floor');
  expect(offered()).toEqual([]);
  guide.fails({ category: 'network' });
  expect([offered().length, screen.getAllByRole('alert').length]).toEqual([0, 1]);
});

it('The suggestions are requested once, appear again when the screen opens again, and are named by the next request', async () => {
  const { ask, guide, maker, view, open } = await renderAnswered();
  await maker.calls[0]?.settle(made);
  view.unmount();
  await act(async () => void open());
  expect([offered(), maker.calls.length]).toEqual([made, 1]);
  await ask('And the floor?', 'The floor is older than the house.');
  expect(maker.calls[1]?.request.asked).toEqual(made);
  expect(guide.sent).toHaveLength(2);
});

it('The suggestions come back if the pressed question got no answer and the visitor says nothing else', async () => {
  const { caller, user, conversation, clock } = await renderScreen({ config: { inputMode: 'audio' }, profile: { quickQuestions: fixed } });
  caller.picksUp();
  await user.click(button(fixed[0]));
  caller.fails({ category: 'timeout' });
  act(() => void conversation.hold());
  act(() => conversation.release());
  await act(async () => clock.runOut());
  expect(offered()).toEqual(fixed.slice(1));
});

it('The next question and leaving the screen cancel the request for suggestions, and late suggestions are not shown', async () => {
  const { maker, ask, guide, view } = await renderAnswered();
  await ask('And the floor?');
  expect(maker.calls[0]?.signal?.aborted).toBe(true);
  await maker.calls[0]?.settle(made);
  guide.says('The floor is older than the house.');
  guide.finishes();
  expect(offered()).toEqual([]);
  await maker.calls[1]?.settle(fixed);
  expect(offered()).toEqual(fixed);
  await ask('And the door?', 'The door was never painted at all.');
  view.unmount();
  expect(maker.calls[2]?.signal?.aborted).toBe(true);
});

it('A change of language requests suggestions in the new language', async () => {
  const { maker, i18n } = await renderAnswered();
  await maker.calls[0]?.settle(made);
  await act(() => i18n.changeLanguage('de'));
  expect(maker.calls[1]?.request.visit.language).toBe('de');
  await maker.calls[1]?.settle(['Wer war das?', 'Wann war das?', 'Was ist Smalte?']);
  expect(offered()).toContain('Was ist Smalte?');
});

it('A question asked in one language is not suggested again in another, and the request names the question in both', async () => {
  const german = ['Wer hat es gebaut?', 'Was ist hinter der Tür?', 'Was überrascht?'] as const;
  const quickQuestions = fixed.map((en, at) => ({ en, de: german[at] })) as MuseumProfile['quickQuestions'];
  const { maker, guide, i18n, user } = await renderScreen({ profile: { quickQuestions } });
  await user.click(button(fixed[0]));
  guide.says(answer);
  guide.finishes();
  await act(() => i18n.changeLanguage('de'));
  expect(maker.calls.at(-1)?.request.asked).toEqual([fixed[0], german[0]]);
  await maker.calls.at(-1)?.settle([]);
  expect(offered()).toEqual(german.slice(1));
});

const turns = () => [...screen.getByRole('log').querySelectorAll('ol > li')].map((item) => item.textContent);

it('The visitor chooses between both speakers and the guide alone after the first turn, and each turn keeps its number', async () => {
  await renderScreen();
  expect(screen.queryByRole('group', { name: 'Who is shown' })).toBeNull();
  cleanup();
  const { user } = await renderAnswered();
  expect(turns()).toEqual(['1YouWhy so dark?', `2ClaraCopy${answer}`]);
  await user.click(button('Clara alone'));
  expect(turns()).toEqual([`2ClaraCopy${answer}`]);
  expect(button('Clara alone').getAttribute('aria-pressed')).toBe('true');
  await user.click(button('Both speakers'));
  expect(turns()).toHaveLength(2);
});

it('The choice of speakers and the unsent draft last for the visit', async () => {
  const { user, view, open } = await renderAnswered();
  await user.click(button('Clara alone'));
  await user.type(field(), 'And the fl');
  view.unmount();
  open();
  expect([turns(), field().value]).toEqual([[`2ClaraCopy${answer}`], 'And the fl']);
});
