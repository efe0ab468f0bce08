import { translateIn } from '@enfilade/shared-contracts/i18n/testing/translate-in';
import { tellStates } from '@enfilade/shared-contracts/remote/testing/tell-states';
import speech from '@enfilade/shared-contracts/ui/speech/texts/en';
import { expect, it } from '@rstest/core';
import { act, screen, within } from '@testing-library/react';
import { button, field, quickQuestions, renderScreen } from './testing/render-screen.tsx';
import { states } from './testing/states.tsx';
import en from './texts/en.json';

const tab = (name: string) => screen.getByRole('tab', { name });
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const rooms = [
  { id: 'vestibule', name: { en: 'Vestibule', de: 'Vestibül' } },
  { id: 'painting-salon', name: { en: 'Painting Salon', de: 'Malersalon' } },
];

const t = translateIn('en', { ...en, ...speech });

it('A screen reader finds each view of the visit with all its words, and keys reach each control', async () => {
  const told = await tellStates(() => states(t));
  await expect(told).toMatchFileSnapshot('testing/states.aria.txt');
});

it('The visit opens in the stored mode of input, stores another, and “Use text instead” leads back to the draft', async () => {
  const { session, user, guide } = await renderScreen();
  const stored = () => session.store.getState().visitConfig.inputMode;
  expect(tab('Text').getAttribute('aria-selected')).toBe('true');
  await user.type(field(), 'Why is');
  await user.click(tab('Audio'));
  expect([stored(), screen.queryByRole('textbox')]).toEqual(['audio', null]);
  await user.click(button('Use text instead'));
  expect([stored(), field().value, document.activeElement]).toEqual(['text', 'Why is', tab('Text')]);
  expect(guide.done).toEqual(['called', 'called']);
});

it('The arrow keys switch between the tabs', async () => {
  const { user } = await renderScreen();
  tab('Text').focus();
  await user.keyboard('{ArrowLeft}');
  expect([document.activeElement, tab('Audio').getAttribute('aria-selected')]).toEqual([tab('Audio'), 'true']);
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(tab('Text'));
});

it('The written visit begins with the guide’s name, the word AI, and three questions, which a press sends and hides', async () => {
  const { guide, user } = await renderScreen({ profile: { quickQuestions, guideName: 'Clara' } });
  expect(screen.getByText(/I am Clara, an AI guide/)).toBeTruthy();
  const offered = within(screen.getByRole('list', { name: 'Questions to begin with' })).getAllByRole('button');
  expect(offered.map((button) => button.textContent)).toEqual(quickQuestions);
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  await user.click(button('Who built it?'));
  expect(guide.sent.map(({ text }) => text)).toEqual(['Who built it?']);
  expect(screen.queryByRole('list', { name: 'Questions to begin with' })).toBeNull();
  expect(screen.queryByText(/an AI guide/)).toBeNull();
});

it('The bar names the exhibition until the tour begins, and then the guide’s room', async () => {
  const { guide } = await renderScreen({ profile: { rooms } });
  expect(heading()).toBe('Staircase');
  expect(screen.queryByText(/^Room/)).toBeNull();
  guide.tell({ type: 'room', room: { index: 1, count: 2, name: 'Painting Salon' } });
  expect(heading()).toBe('Painting Salon');
  expect(button('Room 2 of 2: show all rooms')).toBeTruthy();
});

it('Choosing another mode stores the mode and starts the conversation again, and choosing the current mode does nothing', async () => {
  const { guide, session, user, conversation } = await renderScreen({ profile: { rooms } });
  const exploration = () => button('Exploration').getAttribute('aria-pressed');
  await user.click(button('Guided'));
  expect([guide.closed, exploration()]).toEqual([[], 'false']);
  await user.click(button('Exploration'));
  expect(session.store.getState().visitConfig.visitMode).toBe('exploration');
  expect(guide.closed).toEqual(['mode-changed']);
  expect(conversation.store.getState().phase).toBe('ready');
  expect([exploration(), heading(), screen.getByText('Explore freely')]).toEqual(['true', 'Staircase', expect.anything()]);
  await user.click(tab('Audio'));
  expect(exploration()).toBe('true');
});

it('A mode chosen in another tab starts the conversation again, also during an answer', async () => {
  const { guide, session, ask, conversation } = await renderScreen();
  await ask('Why so dark?');
  guide.says('Two hundred');
  act(() => session.configure({ visitMode: 'exploration' }));
  expect(guide.closed).toEqual(['mode-changed']);
  expect(conversation.store.getState().phase).toBe('ready');
  expect(screen.getByText('Two hundred')).toBeTruthy();
  expect(button('Try again')).toBeTruthy();
});

it('Exploration says “Explore freely”, and the guided visit hides its only pathway', async () => {
  const { user, ask } = await renderScreen();
  expect(document.querySelector('select[hidden][disabled]')?.getAttribute('aria-label')).toBe('Pathway');
  expect(screen.queryByRole('combobox', { name: 'Pathway' })).toBeNull();
  await user.click(button('Exploration'));
  expect(document.querySelector('select[aria-label="Pathway"]')).toBeNull();
  await ask('Why?');
  expect(screen.getByText('Explore freely')).toBeTruthy();
});

it('Feedback opens the museum’s form in another tab', async () => {
  await renderScreen({ profile: { tabBar: { kind: 'guide-feedback', feedbackUrls: { en: 'https://forms.example/en' } } } });
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^Feedback/ });
  expect([link.href, link.target, link.rel]).toEqual(['https://forms.example/en', '_blank', 'noopener']);
  expect(screen.queryByRole('button', { name: 'Exploration' })).toBeNull();
});

it('Feedback is disabled at a museum without a form', async () => {
  await renderScreen({ profile: { tabBar: { kind: 'guide-feedback' } } });
  expect(button('Feedback (not available here)').getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Guide').closest('[aria-current="page"]')).not.toBeNull();
});

it.each(['modes', 'hidden'] as const)('The bar leads to the museum’s other screens if its own tabs are %s', async (kind) => {
  const link = { id: 'poster', screen: 'poster', title: 'Museum poster' };
  const links = ['visit-tab', 'menu'].map((place) => ({ ...link, place }));
  const { user, wentTo } = await renderScreen({ profile: { tabBar: { kind } }, links });
  await user.click(button('Museum poster'));
  expect(wentTo).toEqual([{ screen: 'poster' }]);
});

it('The bar is absent if the museum hides it', async () => {
  await renderScreen({ profile: { tabBar: { kind: 'hidden' } } });
  expect(screen.queryByRole('navigation')).toBeNull();
});
