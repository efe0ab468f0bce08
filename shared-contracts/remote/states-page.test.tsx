import { afterEach, expect, it } from '@rstest/core';
import { act, screen } from '@testing-library/react';
import { type States, showStates } from './states-page.tsx';

const states: States<'title'> = (t) => ({ ready: <h1>{t('title')}</h1>, failed: <h1>{t('shared:retry')}</h1> });
const texts = {
  en: async () => ({ default: { title: 'Title' } }),
  de: async () => ({ default: { title: 'Titel' } }),
  fr: async () => ({ default: { title: 'Titre' } }),
};

async function open(address: string) {
  history.replaceState(null, '', address);
  const page = document.body.appendChild(document.createElement('div'));
  await act(() => showStates({ states, texts }, page));
}

afterEach(() => document.body.replaceChildren());

it.each(['/', '/?state=', '/?state=unknown', '/?state=toString'])('the page of states lists every state at %s', async (address) => {
  await open(address);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['?state=ready', '?state=failed']);
});

it.each([
  ['/?state=ready', 'Title'],
  ['/?state=failed', 'Retry'],
  ['/?state=ready&language=de', 'Titel'],
  ['/?state=ready&language=it', 'Title'],
])('the page of states renders at %s the state “%s”', async (address, title) => {
  await open(address);
  expect(screen.getByRole('heading').textContent).toBe(title);
});

it('the page of states renders another state on popstate', async () => {
  await open('/?state=ready');
  history.replaceState(null, '', '/?state=failed');
  await act(async () => void window.dispatchEvent(new PopStateEvent('popstate')));
  expect(screen.getByRole('heading').textContent).toBe('Retry');
});
