import { translateIn } from '@enfilade/shared-contracts/i18n/testing/translate-in';
import { tellStates } from '@enfilade/shared-contracts/remote/testing/tell-states';
import { inScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { expect, it } from '@rstest/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Carousel, Picture } from './exhibitions.tsx';
import { loadTexts } from './screen.tsx';
import { cards, carousel, states } from './testing/states.tsx';

const t = translateIn('en', (await loadTexts('en')).default);
const nothing = () => undefined;

it('A screen reader finds each view of the landing with all its words, and keys reach each control', async () => {
  const told = await tellStates(() => states(t));
  await expect(told).toMatchFileSnapshot('testing/states.aria.txt');
});

it('A picture that fails to load shows its placeholder until its address changes', () => {
  const { rerender } = render(<Picture url="/a.svg">A</Picture>);
  expect(screen.queryByText('A')).toBeNull();
  fireEvent.error(document.querySelector('img') as HTMLElement);
  expect(screen.getByText('A')).toBeTruthy();
  rerender(<Picture url="/b.svg">A</Picture>);
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/b.svg');
  rerender(<Picture url={undefined}>A</Picture>);
  expect(screen.getByText('A')).toBeTruthy();
});

it('The carousel loads the visible pictures and their neighbours at once', () => {
  render(<Carousel cards={cards(5)} carousel={carousel(1)} onChoose={nothing} />, inScreen(t));
  const loading = [...document.querySelectorAll('img')].map((image) => image.getAttribute('loading'));
  expect(loading).toEqual(['eager', 'eager', 'eager', 'lazy', 'lazy']);
});

it('The carousel has dots for up to seven slides, and arrows alone for more', () => {
  const shown: number[] = [];
  render(<Carousel cards={cards(7)} carousel={carousel(0, shown)} onChoose={nothing} />, inScreen(t));
  fireEvent.click(screen.getByRole('button', { name: '7: Exhibition 7' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next exhibition' }));
  expect(shown).toEqual([6, 1]);
  cleanup();
  render(<Carousel cards={cards(8)} carousel={carousel(0)} onChoose={nothing} />, inScreen(t));
  expect(screen.queryByRole('button', { name: /^\d: / })).toBeNull();
  expect(screen.getByRole('button', { name: 'Next exhibition' })).toBeTruthy();
});
