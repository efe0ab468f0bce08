import { expect, it } from '@rstest/core';
import { act, screen, within } from '@testing-library/react';
import { json, openConsole, overviewOf } from '../testing/open-console.tsx';
import { belmonte, cathedral, healthOf, museumNamed, rollout } from '../testing/states.tsx';

const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));

it('the overview counts museums, rollouts and museums to watch, and lists each museum’s versions and health', async () => {
  const overview = overviewOf(
    museumNamed(belmonte, 'Palazzo Belmonte', { code: 'B-1', rollouts: [rollout], health: healthOf(100, 9) }),
    museumNamed(cathedral, 'Saint Aurelian’s Cathedral', { entryScreen: 'text-chat', health: healthOf(1_000, 1) }),
    museumNamed('a'.repeat(24), 'New House', { health: healthOf(3, 2) }),
  );
  await openConsole({ site: { overview } });
  expect(await screen.findByText('3 museums, 1 rollout under way, 1 to watch')).toBeDefined();
  const row = await rowOf(/Palazzo Belmonte/);
  expect(row.getByText('B-1, set 12')).toBeDefined();
  expect(row.getByText('1.9.0 at 25 %')).toBeDefined();
  expect(row.getByText('pinned')).toBeDefined();
  expect(row.getByText('rising errors')).toBeDefined();
  const other = await rowOf(/Cathedral/);
  expect(other.getAllByText('not used')).toHaveLength(1);
  expect(other.getByText('loads well')).toBeDefined();
  const young = await rowOf(/New House/);
  expect(young.getByText(/33.3 %/)).toBeDefined();
  expect(young.queryByText('loads well')).toBeNull();
  expect(young.getByText('few loads so far')).toBeDefined();
});

it('the overview leads to a museum and back', async () => {
  const { user } = await openConsole();
  await user.click(await screen.findByRole('link', { name: 'Palazzo Belmonte' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Palazzo Belmonte' })).toBeDefined();
  expect(document.title).toBe('Palazzo Belmonte – Enfilade');
  await user.click(screen.getByRole('link', { name: 'All museums and screens' }));
  expect(await screen.findByRole('table')).toBeDefined();
});

it('the overview links the whole audit log only for operators of all museums', async () => {
  await openConsole({ site: { operator: { name: 'anna', museums: [belmonte] } } });
  await screen.findByRole('table');
  expect(screen.queryByRole('link', { name: 'Audit log of everything' })).toBeNull();
});

it('the overview stays and shows an error when the site stops answering, and Retry refreshes the overview', async () => {
  const { site, clock, user } = await openConsole();
  await screen.findByRole('table');
  site.responses.set('GET /registry/v1/overview', () => Promise.reject(new TypeError('Failed to fetch')));
  await act(async () => clock.pass(10_000));
  expect(await screen.findByText(/The site does not answer/)).toBeDefined();
  expect(screen.getByRole('table')).toBeDefined();
  site.responses.clear();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.queryByText(/The site does not answer/)).toBeNull();
});

it('the overview ignores unknown fields of a newer site', async () => {
  const museum = { ...museumNamed(belmonte, 'Palazzo Belmonte'), rollouts: [{ ...rollout, mood: 'good' }], invented: true };
  const overview = overviewOf(museum);
  const newer = { ...overview, default: { ...overview.default, more: 1 }, newer: [] };
  await openConsole({ site: { responses: new Map([['GET /registry/v1/overview', () => json(newer)]]) } });
  expect((await rowOf(/Palazzo Belmonte/)).getByText('1.9.0 at 25 %')).toBeDefined();
});
