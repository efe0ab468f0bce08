import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { afterEach, describe, expect, it } from '@rstest/core';
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

/** A first question, asked and answered. */
async function renderAnswered(words = answer) {
  const rendered = await renderScreen({ profile: { quickQuestions: fixed } });
  const ask = (question: string) => rendered.user.type(field(), `${question}{Enter}`);
  await ask('Why so dark?');
  rendered.guide.says(words);
  rendered.guide.finishes();
  return { ...rendered, ask };
}

describe('follow-up questions', () => {
  it('are generated from the conversation once the guide has stopped, and stand under the answer', async () => {
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

  it('are the museum’s own when none come, when making them fails, and when it takes too long', async () => {
    const { maker, guide, clock, ask } = await renderAnswered();
    await maker.calls[0]?.settle([]);
    expect(offered()).toEqual(fixed);
    await ask('And the floor?');
    guide.says('The floor is older than the house.');
    guide.finishes();
    await maker.calls[1]?.fail();
    expect(offered()).toEqual(fixed);
    await ask('And the door?');
    guide.says('The door was never painted at all.');
    guide.finishes();
    await act(async () => clock.runOut());
    expect(offered()).toEqual(fixed);
    expect(maker.calls[2]?.signal?.aborted).toBe(true);
    await maker.calls[2]?.settle(made);
    expect(offered()).toEqual(fixed);
  });

  it('send the question that was pressed, and are gone until the next answer is whole', async () => {
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

  it('are requested once, and stand there when the screen is shown again', async () => {
    const { maker, view, open } = await renderAnswered();
    await maker.calls[0]?.settle(made);
    view.unmount();
    await act(async () => void open());
    expect([offered(), maker.calls.length]).toEqual([made, 1]);
  });

  it('come back when one of them found no answer and the visitor says nothing else', async () => {
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

  it('leave their room to a typed question until its answer is whole, and to the problem when none comes', async () => {
    const { guide, maker, ask } = await renderAnswered();
    await maker.calls[0]?.settle(made);
    await ask('And the floor?');
    expect(offered()).toEqual([]);
    guide.says('The floor');
    expect(offered()).toEqual([]);
    guide.fails({ category: 'network' });
    expect([offered().length, screen.getAllByRole('alert').length]).toEqual([0, 1]);
  });

  it('move nothing when they come after the next question', async () => {
    const { guide, maker, ask } = await renderAnswered();
    await ask('And the floor?');
    expect(maker.calls[0]?.signal?.aborted).toBe(true);
    await maker.calls[0]?.settle(made);
    guide.says('The floor is older than the house.');
    guide.finishes();
    expect(offered()).toEqual([]);
    await maker.calls[1]?.settle(fixed);
    expect(offered()).toEqual(fixed);
  });

  it('are given up when the visitor leaves', async () => {
    const { maker, view } = await renderAnswered();
    view.unmount();
    expect(maker.calls[0]?.signal?.aborted).toBe(true);
  });

  it('name what was put before the visitor already, also after the screen was left', async () => {
    const { ask, guide, maker, view, open } = await renderAnswered();
    await maker.calls[0]?.settle(made);
    view.unmount();
    await act(async () => void open());
    await ask('And the floor?');
    guide.says('The floor is older than the house.');
    guide.finishes();
    expect(maker.calls[1]?.request.asked).toEqual(made);
    expect(guide.sent).toHaveLength(2);
  });

  it('are made anew in the language the visitor changes to', async () => {
    const { maker, i18n } = await renderAnswered();
    await maker.calls[0]?.settle(made);
    await act(() => i18n.changeLanguage('de'));
    expect(maker.calls[1]?.request.visit.language).toBe('de');
    await maker.calls[1]?.settle(['Wer war das?', 'Wann war das?', 'Was ist Smalte?']);
    expect(screen.getByRole('button', { name: 'Was ist Smalte?' })).toBeTruthy();
  });

  it('offer no question that was asked in another language, and name it in the new one', async () => {
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
});

describe('who is shown', () => {
  const turns = () => [...screen.getByRole('log').querySelectorAll('ol > li')].map((item) => item.textContent);

  it('is both speakers or the guide alone, each turn with its own number', async () => {
    const { user } = await renderAnswered();
    expect(turns()).toEqual(['1YouWhy so dark?', `2ClaraCopy${answer}`]);
    await user.click(screen.getByRole('button', { name: 'Clara alone' }));
    expect(turns()).toEqual([`2ClaraCopy${answer}`]);
    expect(screen.getByRole('button', { name: 'Clara alone' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Both speakers' }));
    expect(turns()).toHaveLength(2);
  });

  it('is remembered for the visit, as is what was typed and not sent', async () => {
    const { user, view, open } = await renderAnswered();
    await user.click(screen.getByRole('button', { name: 'Clara alone' }));
    await user.type(field(), 'And the fl');
    view.unmount();
    open();
    expect(turns()).toEqual([`2ClaraCopy${answer}`]);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('And the fl');
  });

  it('is no choice before anything was said', async () => {
    await renderScreen();
    expect(screen.queryByRole('group', { name: 'Who is shown' })).toBeNull();
  });
});
