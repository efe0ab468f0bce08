import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, screen } from '@testing-library/react';
import { createTestSite, openConsole, refusal } from '../testing/open-console.tsx';
import { belmonte, recordOf, rollout } from '../testing/states.tsx';

afterEach(cleanup);

describe('the audit log of everything', () => {
  it('says of every kind of record what was done, where and by whom, also of kinds to come', async () => {
    const site = createTestSite();
    const of = { museumId: belmonte };
    const pin = { ...of, name: 'visit', previous: '1.6.0' };
    const records = [
      ['version-published', { name: 'visit', version: '1.7.0' }],
      ['pin-set', { ...pin, version: '1.7.0' }],
      ['pin-removed', pin],
      ['rollout-started', { ...of, id: rollout.id, versions: rollout.versions, percent: 25 }],
      ['rollout-changed', { ...of, id: rollout.id, percent: 50 }],
      ['rollout-halted', { ...of, id: rollout.id, reason: 'failures' }],
      ['rollout-halted', { ...of, id: rollout.id, reason: 'operator' }],
      ['rolled-back', { museumId: '*', toSequence: 3, pins: {} }],
      ['grant-issued', { ...of, id: rollout.id, remote: 'visit', version: '1.7.0', minutes: 60 }],
      ['museum-sold', { museumId: 'f'.repeat(24) }],
    ] as const;
    site.audit = records.map(([action, payload], index) => recordOf(index + 1, { action, payload }));
    await openConsole({ site, search: '?audit' });
    const lines = await screen.findAllByRole('listitem');
    expect(lines.map((line) => line.querySelector('p')?.textContent).reverse()).toEqual([
      'published visit 1.7.0',
      'Palazzo Belmonte: pinned visit 1.7.0 instead of 1.6.0',
      'Palazzo Belmonte: removed the pin of visit 1.6.0',
      'Palazzo Belmonte: started a rollout of landing 1.9.0 for 25 % of the visitors',
      'Palazzo Belmonte: gave a rollout to 50 % of the visitors',
      'Palazzo Belmonte: a rollout was halted because it failed too often',
      'Palazzo Belmonte: halted a rollout',
      'Default of all museums: rolled back to 3',
      'Palazzo Belmonte: made a preview link for visit 1.7.0, 60 minutes long',
      `${'f'.repeat(24)}: museum-sold`,
    ]);
    expect(lines[0]?.textContent).toContain('operator:anna');
  });

  it('says that nothing has happened yet, or what failed', async () => {
    const site = createTestSite();
    await openConsole({ site, search: '?audit' });
    expect(await screen.findByText('Nothing has happened yet.')).toBeDefined();
    cleanup();
    site.responses.set('GET /registry/v1/audit', () => refusal('busy'));
    const { user } = await openConsole({ site, search: '?audit' });
    expect((await screen.findByRole('alert')).textContent).toContain('Try again in a minute.');
    site.responses.clear();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Nothing has happened yet.')).toBeDefined();
  });
});
