import type { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { expect, it, onTestFinished, rs } from '@rstest/core';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import Screen from './screen.tsx';
import { idOf, museumId, openLanding } from './testing/open-landing.tsx';

const card = (name: string) => screen.getByRole('button', { name });
const position = () => screen.getByText(/^\d of \d$/).textContent;

it('The landing introduces the museum, loads its picture first, and names its remote and version', async () => {
  await openLanding();
  expect(screen.getByRole('heading', { level: 1, name: 'Discover Rich Museum Narratives' })).toBeDefined();
  expect(screen.getByText('About')).toBeDefined();
  expect(screen.getAllByText('Palazzo Belmonte').map(({ tagName }) => tagName)).toEqual(['SPAN', 'P']);
  const picture = document.querySelector('main img:not([src*="logo"])');
  expect([picture?.getAttribute('loading'), picture?.getAttribute('alt')]).toEqual(['eager', '']);
  expect(screen.getByText('An AI guide. Speak with it, or type.')).toBeDefined();
  expect(document.querySelector('section')?.dataset).toMatchObject({ remote: 'landing', version: '0.0.0-test' });
});

it('The landing’s button scrolls to the exhibitions and moves the focus there', async () => {
  const { user } = await openLanding();
  const heading = screen.getByRole('heading', { name: 'Exhibitions' });
  const scrolled = rs.spyOn(heading, 'scrollIntoView').mockImplementation(() => undefined);
  await user.click(screen.getAllByRole('button', { name: 'Choose an exhibition' })[0] as HTMLElement);
  expect(scrolled).toHaveBeenCalled();
  expect(document.activeElement).toBe(heading);
});

it('The landing throws without a museum', async () => {
  const { props } = await openLanding();
  cleanup();
  const silenced = rs.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => silenced.mockRestore());
  const { museum: _, ...rest } = props;
  expect(() => render(<Screen {...(rest as ScreenProps)} />)).toThrow('Attempted to show collection carousel without a museum being set');
});

it.each([
  ['questions', 'visit', 'tailoring'],
  ['chat of a museum with a chat', 'text-chat', 'chat'],
] as const)('Choosing a card stores the exhibition, emits it, and leads to the %s', async (_, entryScreen, next) => {
  const { user, session, happened } = await openLanding({ entryScreen });
  await user.click(card('Venetian Room'));
  expect(session.store.getState().exhibitionId).toBe(idOf(1));
  expect(happened).toEqual([{ exhibitionId: idOf(1) }, { screen: next }]);
});

it('The keyboard alone can choose a card', async () => {
  const { user, session } = await openLanding();
  act(() => card('Grand Staircase').focus());
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(document.activeElement).toBe(card('Venetian Room'));
  expect(position()).toBe('2 of 5');
  await user.keyboard('{End}{Enter}');
  expect(session.store.getState().exhibitionId).toBe(idOf(4));
});

it('The carousel has the role of a carousel, and each card names its position', async () => {
  await openLanding();
  const carousel = screen.getByRole('region', { name: 'Exhibitions' });
  expect(carousel.getAttribute('aria-roledescription')).toBe('carousel');
  const slides = within(carousel)
    .getAllByRole('group')
    .filter((group) => group.getAttribute('aria-roledescription') === 'slide');
  expect(slides.map((slide) => slide.getAttribute('aria-label'))).toEqual(['1 of 5', '2 of 5', '3 of 5', '4 of 5', '5 of 5']);
});

it('The carousel’s arrows move one card, and are disabled at the ends', async () => {
  const { user } = await openLanding({ count: 2 });
  const [previous, next] = ['Previous exhibition', 'Next exhibition'].map((name) => screen.getByRole('button', { name }));
  await user.click(previous as HTMLElement);
  expect(position()).toBe('1 of 2');
  await user.click(next as HTMLElement);
  expect(position()).toBe('2 of 2');
  expect(next?.getAttribute('aria-disabled')).toBe('true');
  await user.click(next as HTMLElement);
  expect(position()).toBe('2 of 2');
  expect(previous?.getAttribute('aria-disabled')).toBe('false');
});

it('The carousel shows the card that has the focus or whose dot is pressed', async () => {
  const { user } = await openLanding();
  const dot = screen.getByRole('button', { name: '4: Library' });
  await user.click(dot);
  expect(position()).toBe('4 of 5');
  expect(dot.getAttribute('aria-disabled')).toBe('true');
  act(() => card('Bedroom').focus());
  expect(position()).toBe('3 of 5');
});

it('A single exhibition has a card without arrows and dots', async () => {
  const { user, happened } = await openLanding({ count: 1 });
  expect(screen.queryByRole('button', { name: 'Next exhibition' })).toBeNull();
  expect(screen.queryByText('1 of 1')).toBeNull();
  await user.click(card('Grand Staircase'));
  expect(happened).toEqual([{ exhibitionId: idOf(0) }, { screen: 'tailoring' }]);
});

it('the landing of a museum without exhibitions shows a notice and whom to ask', async () => {
  await openLanding({ count: 0 });
  expect(screen.getByText('No exhibition is open')).toBeDefined();
  expect(screen.getByText(/ask a member of staff/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Choose an exhibition' })).toBeNull();
});

it('A card whose picture fails to load shows its numeral, and can be chosen', async () => {
  const { user, happened } = await openLanding();
  const frame = card('Venetian Room');
  fireEvent.error(frame.querySelector('img') as HTMLElement);
  expect(frame.querySelector('img')).toBeNull();
  expect(within(frame).getAllByText('02').length).toBe(2);
  await user.click(frame);
  expect(happened[0]).toEqual({ exhibitionId: idOf(1) });
});

it('A change of language or theme changes the landing’s words and pictures in place', async () => {
  const { i18n, session } = await openLanding();
  await act(() => (i18n as ReturnType<typeof createI18n>).changeLanguage('de'));
  expect(screen.getByRole('heading', { name: 'Ausstellungen' })).toBeDefined();
  expect(card('Großes Treppenhaus')).toBeDefined();
  expect(screen.getByText('1 von 5')).toBeDefined();
  act(() => session.changeSettings({ theme: 'dark' }));
  const pictures = [...document.querySelectorAll('main img')].map((image) => image.getAttribute('src'));
  expect(pictures.filter((url) => url?.endsWith('/positive.svg'))).toEqual([]);
  expect(pictures[0]).toBe(`/media/scenes/${museumId}/staircase/negative.svg`);
});

const resume = () => screen.queryByRole('button', { name: /^Continue: / });
const salon = { index: 0, count: 3, name: 'Salon' };

it.each([
  ['the exhibition and the minutes before the tour', { chosen: idOf(1) }, 'Continue: Venetian RoomA visit of 5 minutes'],
  ['the room that the guide was in', { chosen: idOf(0), room: salon }, 'Continue: Painting SalonRoom 1 of 3'],
])('A returning visitor can continue the visit, and reads %s', async (_, returning, words) => {
  const { user, happened } = await openLanding({ ...returning, answers: { time: ['time.5'], goals: ['goal.learn'] } });
  expect(resume()?.textContent).toBe(words);
  await user.click(resume() as HTMLElement);
  expect(happened).toEqual([{ screen: 'visit' }]);
});

it('A returning visitor can continue also beside a single card, but not if no exhibition was chosen', async () => {
  await openLanding({ count: 1, chosen: idOf(0) });
  expect(resume()?.textContent).toContain('Grand Staircase');
  cleanup();
  await openLanding();
  expect(resume()).toBeNull();
});
