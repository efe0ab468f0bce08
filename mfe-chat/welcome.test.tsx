import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { act, cleanup, screen, within } from '@testing-library/react';
import { renderScreen } from './testing/render-screen.tsx';
import styles from './thread/chat-thread.module.css';

afterEach(cleanup);

const log = () => within(screen.getByRole('log'));

describe('a chat that begins', () => {
  it('says the exhibition’s own first words', async () => {
    await renderScreen({ api: { welcome: async () => 'Good evening. I am Orla.' } });
    expect(log().getByText('Good evening. I am Orla.')).toBeTruthy();
  });

  it('keeps the words that the page came with and asks for none, until the language is another one', async () => {
    const welcome = rs.fn(async () => 'Guten Abend.');
    document.body.insertAdjacentHTML('beforeend', `<div id="first-paint"><p class="${styles['welcomeText']}">Good evening, all.</p></div>`);
    const { i18n } = await renderScreen({ api: { welcome } });
    document.getElementById('first-paint')?.remove();
    expect(log().getByText('Good evening, all.')).toBeTruthy();
    expect(welcome).not.toHaveBeenCalled();
    await act(() => i18n.changeLanguage('de'));
    expect(log().getByText('Guten Abend.')).toBeTruthy();
  });
});
