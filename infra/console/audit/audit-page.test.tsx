import { expect, it } from '@rstest/core';
import { cleanup, screen } from '@testing-library/react';
import { openConsole, refusal } from '../testing/open-console.tsx';
import { recordOf } from '../testing/states.tsx';

it('the audit log says who did what at which museum, newest first', async () => {
  const audit = [
    recordOf(1, { action: 'version-published', payload: { name: 'visit', version: '1.7.0' }, sentence: 'published visit 1.7.0' }),
    recordOf(2, { sentence: 'pinned visit 1.7.0 instead of 1.6.0' }),
    recordOf(3, { action: 'rolled-back', payload: { museumId: '*', toSequence: 3, pins: {} }, sentence: 'rolled back to 3' }),
    recordOf(4, { action: 'museum-sold', payload: { museumId: 'f'.repeat(24) }, sentence: 'museum-sold' }),
  ];
  await openConsole({ site: { audit }, search: '?audit' });
  const lines = await screen.findAllByRole('listitem');
  expect(lines.map((line) => line.querySelector('p')?.textContent).reverse()).toEqual([
    'published visit 1.7.0',
    'Palazzo Belmonte: pinned visit 1.7.0 instead of 1.6.0',
    'Default of all museums: rolled back to 3',
    `${'f'.repeat(24)}: museum-sold`,
  ]);
  expect(lines[0]?.textContent).toContain('operator:anna');
});

it('the audit page shows a notice if the log is empty or fails to load, and Retry loads the log', async () => {
  await openConsole({ search: '?audit' });
  expect(await screen.findByText('Nothing has happened yet.')).toBeDefined();
  cleanup();
  const responses = new Map([['GET /registry/v1/audit', () => refusal('busy')]]);
  const { user, site } = await openConsole({ site: { responses }, search: '?audit' });
  expect((await screen.findByRole('alert')).textContent).toContain('Try again in a minute.');
  site.responses.clear();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nothing has happened yet.')).toBeDefined();
});
