import { expect, it } from '@rstest/core';
import { waitFor } from '@testing-library/react';
import { json, openConsole, overviewOf, sectionNamed } from '../testing/open-console.tsx';
import { at, belmonte, museumNamed, versionOf } from '../testing/states.tsx';

it('the only version of a screen is preselected, pinned and granted if the museum runs no version', async () => {
  const overview = overviewOf(museumNamed(belmonte, 'Palazzo Belmonte', { screens: {} }));
  const versions = ['0.2.1', '0.2.0'].map((version) => ({ ...versionOf(version), ...(version === '0.2.1' && { retiredAt: at }) }));
  const responses = new Map([['GET /registry/v1/remotes/landing/versions', () => json({ versions })]]);
  const { user, site } = await openConsole({ site: { overview, responses }, search: `?museum=${belmonte}` });
  const screens = await sectionNamed('Screens');
  expect((await screens.findByLabelText<HTMLSelectElement>('Version of Landing')).value).toBe('0.2.0');
  await user.click(screens.getByRole('button', { name: 'Pin this version of Landing' }));
  await user.click(screens.getByRole('button', { name: 'Pin Landing 0.2.0' }));
  await screens.findByRole('status');
  // The grant also has the version that is shown.
  const grants = await sectionNamed('Preview link');
  await user.click(grants.getByRole('button', { name: 'Make link' }));
  await waitFor(() =>
    expect(site.changes).toEqual([
      { request: `PUT /registry/v1/museums/${belmonte}/pins/landing`, body: { version: '0.2.0', expected: null } },
      { request: 'POST /registry/v1/grants', body: { remote: 'landing', version: '0.2.0', museumId: belmonte, minutes: 60 } },
    ]),
  );
});
