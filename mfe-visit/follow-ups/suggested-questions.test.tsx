import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { afterEach, expect, it } from '@rstest/core';
import { act, cleanup, screen, within } from '@testing-library/react';
import { renderScreen } from '../testing/render-screen.tsx';

afterEach(cleanup);

const fixed: [string, string, string] = ['Who built it?', 'What is behind this door?', 'What would surprise me?'];
const made = ['Who cleaned the strip?', 'When was it cleaned?', 'What is smalt made of?'];
const answer = 'Two hundred winters of candle smoke lie on it.';
const field = () => screen.getByRole('textbox');
const buttons = () => {
  const list = screen.queryByRole('list', { name: /^Questions to/ });
  return list ? within(list).getAllByRole<HTMLButtonElement>('button') : [];
};
const offered = () => buttons().map((button) => button.textContent);

async function renderAnswered() {
  const rendered = await renderScreen({ profile: { quickQuestions: fixed } });
  const reply = (words: string) => {
    rendered.guide.says(words);
    rendered.guide.finishes();
  };
  const ask = async (question: string, words?: string) => {
    await rendered.user.type(field(), `${question}{Enter}`);
    if (words) reply(words);
  };
  await ask('Why so dark?', answer);
  return { ...rendered, ask, reply };
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

it('Pressing a suggested question sends the question, and hides the suggestions until the next answer is complete', async () => {
  const { guide, maker, user } = await renderAnswered();
  await maker.calls[0]?.settle(made);
  await user.click(screen.getByRole('button', { name: made[1] ?? '' }));
  expect(guide.sent.at(-1)?.text).toBe(made[1]);
  expect(offered()).toEqual([]);
  guide.says('It was cleaned in the year 1998.');
  expect(offered()).toEqual([]);
  guide.finishes();
  await maker.calls[1]?.settle(fixed);
  expect(offered()).toEqual(fixed);
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

it('Leaving the screen cancels the request for suggestions', async () => {
  const { maker, view } = await renderAnswered();
  view.unmount();
  expect(maker.calls[0]?.signal?.aborted).toBe(true);
});

it('The suggestions come back if the pressed question got no answer and the visitor says nothing else', async () => {
  const { caller, user, conversation, clock } = await renderScreen({
    config: { inputMode: 'audio' },
    profile: { quickQuestions: fixed },
  });
  caller.picksUp();
  await user.click(screen.getByRole('button', { name: fixed[0] }));
  caller.fails({ category: 'timeout' });
  act(() => void conversation.hold());
  act(() => conversation.release());
  await act(async () => clock.runOut());
  expect(offered()).toEqual(fixed.slice(1));
});

it('A typed question hides the suggestions until its answer is complete, and so does a failed answer', async () => {
  const { guide, maker, ask } = await renderAnswered();
  await maker.calls[0]?.settle(made);
  await ask('And the floor?');
  expect(offered()).toEqual([]);
  guide.says('The floor');
  expect(offered()).toEqual([]);
  guide.fails({ category: 'network' });
  expect([offered().length, screen.getAllByRole('alert').length]).toEqual([0, 1]);
});

it('Suggestions that arrive after the next question are not shown', async () => {
  const { maker, ask, reply } = await renderAnswered();
  await ask('And the floor?');
  expect(maker.calls[0]?.signal?.aborted).toBe(true);
  await maker.calls[0]?.settle(made);
  reply('The floor is older than the house.');
  expect(offered()).toEqual([]);
  await maker.calls[1]?.settle(fixed);
  expect(offered()).toEqual(fixed);
});

it('A change of language requests suggestions in the new language', async () => {
  const { maker, i18n } = await renderAnswered();
  await maker.calls[0]?.settle(made);
  await act(() => i18n.changeLanguage('de'));
  expect(maker.calls[1]?.request.visit.language).toBe('de');
  await maker.calls[1]?.settle(['Wer war das?', 'Wann war das?', 'Was ist Smalte?']);
  expect(screen.getByRole('button', { name: 'Was ist Smalte?' })).toBeTruthy();
});

it('A question asked in one language is not suggested again in another, and the request names the question in both', async () => {
  const german = ['Wer hat es gebaut?', 'Was ist hinter der Tür?', 'Was überrascht?'] as const;
  const quickQuestions: MuseumProfile['quickQuestions'] = [
    { en: fixed[0], de: german[0] },
    { en: fixed[1], de: german[1] },
    { en: fixed[2], de: german[2] },
  ];
  const { maker, guide, i18n, user } = await renderScreen({ profile: { quickQuestions } });
  await user.click(screen.getByRole('button', { name: fixed[0] }));
  guide.says(answer);
  guide.finishes();
  await act(() => i18n.changeLanguage('de'));
  expect(maker.calls.at(-1)?.request.asked).toEqual([fixed[0], german[0]]);
  await maker.calls.at(-1)?.settle([]);
  const list = screen.getByRole('list', { name: /^Fragen/ });
  expect(
    within(list)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(german.slice(1));
});

const turns = () => [...screen.getByRole('log').querySelectorAll('ol > li')].map((item) => item.textContent);

it('The transcript shows both speakers or the guide alone, each turn with its own number', async () => {
  const { user } = await renderAnswered();
  expect(turns()).toEqual(['1YouWhy so dark?', `2ClaraCopy${answer}`]);
  await user.click(screen.getByRole('button', { name: 'Clara alone' }));
  expect(turns()).toEqual([`2ClaraCopy${answer}`]);
  expect(screen.getByRole('button', { name: 'Clara alone' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Both speakers' }));
  expect(turns()).toHaveLength(2);
});

it('The choice of speakers and the unsent draft last for the visit', async () => {
  const { user, view, open } = await renderAnswered();
  await user.click(screen.getByRole('button', { name: 'Clara alone' }));
  await user.type(field(), 'And the fl');
  view.unmount();
  open();
  expect(turns()).toEqual([`2ClaraCopy${answer}`]);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('And the fl');
});

it('The transcript offers no choice of speakers before the first turn', async () => {
  await renderScreen();
  expect(screen.queryByRole('group', { name: 'Who is shown' })).toBeNull();
});
