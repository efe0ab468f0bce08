import { expect, it } from '@rstest/core';
import { screen } from '@testing-library/react';
import { openConsole, sectionNamed } from '../testing/open-console.tsx';
import { belmonte, screenErrors } from '../testing/states.tsx';

async function openErrors() {
  const opened = await openConsole({ site: { errors: { visit: screenErrors } }, search: `?museum=${belmonte}` });
  await opened.user.click(await screen.findByRole('link', { name: 'Errors of screens' }));
  return { ...opened, visit: await sectionNamed('Visit') };
}

it('the errors page lists only published remotes, each error with its place, visits, museums and browsers, and the week’s error budget', async () => {
  const { visit, user } = await openErrors();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Visit']);
  const item = visit.getByRole('heading', { level: 3, name: 'visit 1.9.0 ui/talk-panel.tsx:88' }).closest('li');
  expect(item?.textContent).toContain('14 visits, threw in a listener or timer, threw while it was drawn');
  expect(item?.textContent).toContain('Palazzo Belmonte (13), Saint Aurelian’s Cathedral (1). Chrome 141 (12), Safari 18 (2)');
  await user.click(visit.getByText('Places of the stack'));
  expect(visit.getByText(/^host 1\.6\.0 node_modules\/react-dom/)).toBeDefined();
  expect(visit.getByRole('heading', { level: 3, name: 'visit 1.8.0 hung' })).toBeDefined();
  expect(visit.getByText('98.75 % of 1204 visits in seven days were without an error; the aim is 99.5 %.')).toBeDefined();
  expect(visit.getByText('That is 2.49 times the errors that a week allows; in the last 24 hours it was 6 times.')).toBeDefined();
});

it('the errors page names screens without errors in one line', async () => {
  const none = { ...screenErrors, errors: [], budget: { ...screenErrors.budget, week: { loads: 0, failures: 0 } } };
  await openConsole({ site: { errors: { landing: none, visit: screenErrors, host: none } }, search: `?museum=${belmonte}&errors` });
  expect((await sectionNamed('No errors')).getByText('Landing, Host')).toBeDefined();
  expect(screen.queryByRole('heading', { level: 2, name: 'Landing' })).toBeNull();
});
