import { expect, it } from '@rstest/core';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { renderScreen } from '../testing/render-screen.tsx';

/** The test browser has no layout. */
function makeLong(scrollTop: number): HTMLElement {
  const box = screen.getByRole('log');
  Object.defineProperties(box, { scrollHeight: { value: 1000, configurable: true }, clientHeight: { value: 200, configurable: true } });
  box.scrollTop = scrollTop;
  fireEvent.scroll(box);
  return box;
}
const jump = () => screen.queryByRole('button', { name: 'Jump to latest' });

it('The transcript shows the museum’s name and a picture of the exhibition until the first question', async () => {
  const { ask } = await renderScreen();
  const log = within(screen.getByRole('log'));
  const shown = () => [log.queryByText('Palazzo Belmonte') !== null, screen.getByRole('log').querySelector('img')?.getAttribute('alt')];
  expect(shown()).toEqual([true, '']);
  await ask('Why?');
  expect(shown()).toEqual([false, undefined]);
});

it('A long transcript offers a jump to its end only after the visitor has scrolled up, and a question scrolls it to its end', async () => {
  const { guide, user, ask } = await renderScreen();
  makeLong(0);
  expect(jump()).toBeNull();
  await ask('Why?');
  guide.says('Candle smoke.');
  makeLong(790);
  expect(jump()).toBeNull();
  const box = makeLong(300);
  await user.click(screen.getByRole('button', { name: 'Jump to latest' }));
  expect([box.scrollTop, jump()]).toEqual([1000, null]);
  guide.finishes();
  makeLong(300);
  await ask('And the floor?');
  expect(box.scrollTop).toBe(1000);
});

it('Turns and titles of sources keep the language of their answer, and “Source” has the page’s language', async () => {
  const { guide, session, i18n, ask } = await renderScreen();
  await ask('Why?');
  guide.says('Candle smoke.');
  guide.tell({ type: 'source', turn: 1, source: { title: 'wall text', document: 'salon' } });
  guide.finishes();
  act(() => session.setLanguage('de', true));
  await act(() => i18n.changeLanguage('de'));
  await ask('Warum?');
  const languageOf = (text: string | RegExp) => screen.getByText(text).closest('[lang]')?.getAttribute('lang');
  expect(['Why?', 'Candle smoke.', 'wall text', 'Warum?', /^Quelle:/].map(languageOf)).toEqual(['en', 'en', 'en', 'de', undefined]);
});
