import { afterEach, expect, it, rs } from '@rstest/core';
import { act, cleanup, screen, within } from '@testing-library/react';
import { renderScreen } from './testing/render-screen.tsx';
import styles from './thread/chat-thread.module.css';

afterEach(cleanup);

const log = () => within(screen.getByRole('log'));

it('The chat begins with the exhibition’s own welcome', async () => {
  await renderScreen({ api: { welcome: async () => 'Good evening. I am Orla.' } });
  expect(log().getByText('Good evening. I am Orla.')).toBeTruthy();
});

it('The chat keeps the welcome of the first paint, and requests another only after a change of language', async () => {
  const welcome = rs.fn(async () => 'Guten Abend.');
  document.body.insertAdjacentHTML('beforeend', `<div id="first-paint"><p class="${styles['welcomeText']}">Good evening, all.</p></div>`);
  const { i18n } = await renderScreen({ api: { welcome } });
  document.getElementById('first-paint')?.remove();
  expect(log().getByText('Good evening, all.')).toBeTruthy();
  expect(welcome).not.toHaveBeenCalled();
  await act(() => i18n.changeLanguage('de'));
  expect(log().getByText('Guten Abend.')).toBeTruthy();
});
