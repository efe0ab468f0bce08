import { expect, it } from '@rstest/core';
import { act, screen, within } from '@testing-library/react';
import { exhibitionId, museum, openTailoring, profileSource, untilTime, untilVoice, voice } from './testing/open-tailoring.tsx';

const heading = () => screen.getByRole('heading', { level: 1 });
const answer = (name: string | RegExp) => screen.getByRole('button', { name });
const box = (name: string | RegExp) => screen.getByRole('checkbox', { name });
const voiceRow = (name: string) =>
  screen.getAllByRole('button', { name: new RegExp(`^${name}\\b`) }).find((button) => button.hasAttribute('aria-pressed')) as HTMLElement;
const next = () => screen.getByRole('button', { name: 'Next' });

it('The questionnaire shows the first open question if the address names none, and writes it into the address', async () => {
  const { gone } = await openTailoring({ answers: untilTime });
  expect(heading().textContent).toBe('How much time do you have?');
  expect(gone).toEqual([{ screen: 'tailoring', question: 'time', replace: true }]);
});

it('The questionnaire shows the question of the address, with the earlier answer', async () => {
  await openTailoring({ answers: untilTime, question: 'expertise' });
  expect(answer('With children').getAttribute('aria-pressed')).toBe('true');
  expect(answer('I am on my own').getAttribute('aria-pressed')).toBe('false');
});

it('The questionnaire shows its progress in figures, as a bar and in words, and names its remote and version', async () => {
  const { container } = await openTailoring({ answers: untilTime });
  const outermost = container.firstElementChild as HTMLElement;
  expect([outermost.tagName, outermost.dataset]).toMatchObject(['SECTION', { remote: 'tailoring', version: '0.0.0-test' }]);
  const bar = screen.getByRole('progressbar');
  expect(bar.getAttribute('aria-valuenow')).toBe('60');
  expect(bar.getAttribute('aria-valuetext')).toBe('Question 3 of 5');
  expect([...bar.children].map((part) => part.className !== '')).toEqual([true, true, true, false, false]);
  expect(screen.getByText('3/5')).toBeTruthy();
});

it('The question of consent says that the guide is an AI and what is stored, and presents both answers alike', async () => {
  await openTailoring({ profile: { ...profileSource, guideName: 'Matteo' } });
  expect(screen.getByText('Matteo, your guide, is an artificial intelligence (AI), not a person.')).toBeTruthy();
  expect(screen.getByText(/stays in this browser for four hours/)).toBeTruthy();
  const [agree, decline] = [answer('Yes, I agree'), answer('No, continue without')];
  expect(agree.className).toBe(decline.className);
});

it.each([
  ['A question with one answer fades its lower end', untilTime, true],
  ['Answers below terms never fade', {}, false],
])('%s', async (_, answers, isFading) => {
  await openTailoring({ answers });
  expect(screen.getByRole('main').querySelector('[class*="fading"]') !== null).toBe(isFading);
});

it('The questionnaire shows the chosen exhibition’s picture in the visitor’s theme, and its name in the visitor’s language', async () => {
  const look = { scene: 'staircase', name: { en: 'The Grand Staircase', de: 'Das große Treppenhaus' } };
  const { session } = await openTailoring({ profile: { ...profileSource, exhibitions: { [exhibitionId]: look } }, language: 'de' });
  act(() => session.changeSettings({ theme: 'dark' }));
  const figure = screen.getByRole('figure');
  expect(figure.querySelector('img')?.getAttribute('src')).toBe(`/media/scenes/${museum._id}/staircase/negative.svg`);
  expect(figure.textContent).toBe('Das große Treppenhaus');
});

it('A change of language changes the questionnaire’s words and voices in place', async () => {
  const { session, i18n } = await openTailoring({ answers: untilVoice });
  expect(voiceRow('Edmund')).toBeTruthy();
  await act(async () => {
    session.setLanguage('de', true);
    await i18n.changeLanguage('de');
  });
  expect(heading().textContent).toBe('Welche Stimme soll Sie begleiten?');
  expect(voiceRow('Johanna').textContent).toContain('Warm, ruhig');
  expect(screen.queryByRole('button', { name: /Edmund/ })).toBeNull();
});

it.each([
  ['appear if the address requests them and the museum allows them', true, true, true],
  ['do not appear if the museum does not allow them', true, false, false],
  ['do not appear if the address does not request them', false, true, false],
])('Premium voices %s', async (...row) => {
  const [, wantsPremium, allowsPremium, areOffered] = row;
  const profile = { ...profileSource, premiumVoices: { en: [voice('en-p1', 'Beatrice')] }, allowsPremium };
  await openTailoring({ answers: untilVoice, question: 'voice', wantsPremium, profile });
  expect(screen.queryAllByRole('button', { name: /Beatrice/ }).length > 0).toBe(areOffered);
});

it('A museum without questions leads the visitor to the visit', async () => {
  const { gone } = await openTailoring({ profile: { questions: [] } });
  expect(gone).toEqual([{ screen: 'visit', replace: true }]);
});

it('A question with one answer stores the answer at once, shows it for 0.2 s, moves on, and emits it once', async () => {
  const { user, stored, events, gone, turn } = await openTailoring({ answers: untilTime, question: 'time' });
  await user.click(answer('5 minutes'));
  await user.click(answer('15 minutes'));
  expect([stored().time, events]).toEqual([['time.15'], []]);
  expect(answer('15 minutes').getAttribute('aria-pressed')).toBe('true');
  turn(199);
  expect(gone).toEqual([]);
  turn(1);
  expect(gone).toEqual([{ screen: 'tailoring', question: 'goals' }]);
  expect(events).toEqual([['question-answered', { questionId: 'time', options: ['time.15'] }]]);
});

it('A double tap answers one question only, and leads to the next in order, answered or not', async () => {
  const { user, stored, gone, turn } = await openTailoring({ answers: untilVoice, question: 'consent' });
  await user.dblClick(answer('No, continue without'));
  turn(1000);
  expect(gone).toEqual([{ screen: 'tailoring', question: 'expertise' }]);
  expect(stored()).toEqual({ ...untilVoice, consent: ['consent.decline'] });
});

const goals = { answers: { ...untilTime, time: ['time.5'] }, question: 'goals' as const };

it('A question with several answers stores each change at once, and stays', async () => {
  // The address names no question; the screen writes the question into the address.
  const { user, stored, events, gone } = await openTailoring({ answers: goals.answers });
  await user.click(box(/Explore/));
  expect(heading().textContent).toBe('What brings you here?');
  await user.click(box(/Learn/));
  expect(stored().goals).toEqual(['goal.learn', 'goal.explore']);
  await user.click(box(/Explore/));
  expect(stored().goals).toEqual(['goal.learn']);
  expect([events, gone]).toEqual([[], [{ screen: 'tailoring', question: 'goals', replace: true }]]);
});

it('Next is disabled while no answer is chosen, and says why', async () => {
  const { user, gone } = await openTailoring(goals);
  const reason = () => document.getElementById(next().getAttribute('aria-describedby') ?? '')?.textContent;
  expect(next().getAttribute('aria-disabled')).toBe('true');
  expect(reason()).toBe('Choose at least one answer');
  await user.click(next());
  expect(gone).toEqual([]);
  await user.click(box(/Relax/));
  expect(next().getAttribute('aria-disabled')).toBe('false');
  expect(reason()).toBe('1 answer chosen');
  await user.click(box(/Relax/));
  expect(next().getAttribute('aria-disabled')).toBe('true');
});

it('Stored answers that are no longer offered do not count, and Next emits all answers of a question once', async () => {
  const { user, events, gone } = await openTailoring({ ...goals, answers: { ...goals.answers, goals: ['goal.learn', 'goal.fly'] } });
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
  expect(next().getAttribute('aria-disabled')).toBe('true');
  await user.click(box(/challenged/));
  await user.click(box(/Relax/));
  await user.click(next());
  expect(events).toEqual([['question-answered', { questionId: 'goals', options: ['goal.relax', 'goal.challenge'] }]]);
  expect(gone).toEqual([{ screen: 'tailoring', question: 'voice' }]);
});

it('Names of artists are shown unchanged', async () => {
  const artists = [{ slug: 'canaletto', name: 'Canaletto', weight: 50 }];
  const { user, stored } = await openTailoring({ profile: { questions: ['artistSelection'], artists } });
  await user.click(box('Canaletto'));
  expect(stored().artistSelection).toEqual(['artist.canaletto']);
});

it('a press on Back during the delay after an answer keeps the answer and opens the previous question; the first question has no Back button', async () => {
  const { user, stored, gone, turn } = await openTailoring({ answers: untilVoice, question: 'expertise' });
  await user.click(answer('I am on my own'));
  await user.click(answer(/Back/));
  turn(1000);
  expect(gone).toEqual([{ screen: 'tailoring', question: 'consent' }]);
  expect(heading().textContent).toBe('May we learn from your visit?');
  expect(screen.queryByRole('button', { name: /Back/ })).toBeNull();
  expect(stored()).toEqual({ ...untilVoice, expertise: ['visitorType.alone'] });
});

it('The heading of each question gets the focus, with its description', async () => {
  const { user, turn } = await openTailoring();
  expect(document.activeElement).toBe(heading());
  await user.click(answer('Yes, I agree'));
  turn(200);
  expect(heading().textContent).toBe('Who are you visiting with today?');
  expect(document.activeElement).toBe(heading());
  const description = document.getElementById(heading().getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Clara chooses stories and words to suit you.');
});

it('The keyboard alone can answer every question', async () => {
  const { user, stored, gone, turn } = await openTailoring();
  for (const key of ['{Enter}', ' ', '{Enter}']) {
    await user.keyboard(`{Tab}${key}`);
    turn(200);
  }
  await user.keyboard('{Tab} {Tab} ');
  expect(within(screen.getByRole('group')).getAllByRole('checkbox', { checked: true })).toHaveLength(2);
  await user.keyboard('{Tab}{Tab}{Tab}{Enter}');
  await user.keyboard('{Tab}{Enter}{Tab}{Tab}{Tab}{Tab}{Enter}');
  expect(stored()).toEqual({
    consent: ['consent.agree'],
    expertise: ['visitorType.alone'],
    time: ['time.5'],
    goals: ['goal.learn', 'goal.relax'],
    voice: ['en-1'],
  });
  expect(gone.at(-1)).toEqual({ screen: 'visit' });
});
