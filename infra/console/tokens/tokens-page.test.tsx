import { expect, it } from '@rstest/core';
import { screen, waitFor, within } from '@testing-library/react';
import { itemNamed, openConsole, overviewOf, refusal } from '../testing/open-console.tsx';
import { belmonte, museumNamed, tokens } from '../testing/states.tsx';

const path = '/registry/v1/tokens';

it('the overview leads to the tokens, each with its rights, scope, end and issuer', async () => {
  const { user } = await openConsole();
  await user.click(await screen.findByRole('link', { name: 'Tokens of teams and museums' }));
  const team = await itemNamed('visit-team');
  expect(team.getByText('publish versions, pin versions, try versions on a share of the visitors')).toBeDefined();
  expect(team.getByText('Visit, Palazzo Belmonte')).toBeDefined();
  expect(team.getByText(/^Until 22 Nov 2027.+ Issued .+ by operator:anna\.$/)).toBeDefined();
  expect((await itemNamed('site.ci')).getByText('every screen, every museum and the default')).toBeDefined();
});

it('a token is revoked after a confirmation', async () => {
  const { user, site } = await openConsole({ search: '?tokens' });
  const team = await itemNamed('visit-team');
  await user.click(team.getByRole('button', { name: 'Revoke visit-team' }));
  expect(team.getByText(/are refused from then on/)).toBeDefined();
  expect(site.changes).toEqual([]);
  site.tokens = tokens.slice(1);
  await user.click(team.getAllByRole('button', { name: 'Revoke visit-team' }).at(-1) as HTMLElement);
  expect((await screen.findByText('Done. visit-team is revoked.')).getAttribute('role')).toBe('status');
  expect(site.changes.map(({ request }) => request)).toEqual([`DELETE ${path}/${tokens[0]?.id}`]);
  expect(screen.queryByRole('heading', { level: 2, name: 'visit-team' })).toBeNull();
});

it('a token is issued with a name, actions and an end, and shows its secret until the page is left', async () => {
  const { user, site } = await openConsole({ search: '?tokens' });
  const submit = await screen.findByRole('button', { name: 'Issue token' });
  await user.click(submit);
  expect(site.changes).toEqual([]);
  await user.type(screen.getByLabelText('Name'), 'visit-team');
  await user.click(screen.getByLabelText('pin versions'));
  await user.click(screen.getByLabelText('publish versions'));
  await user.selectOptions(screen.getByLabelText('Screen'), 'Visit');
  await user.selectOptions(screen.getByLabelText('Museum'), 'Palazzo Belmonte');
  await user.click(submit);
  const body = { name: 'visit-team', actions: ['pin', 'publish'], remotes: ['visit'], museums: [belmonte], days: 365 };
  expect(site.changes).toEqual([{ request: `POST ${path}`, body }]);
  expect(await screen.findByText(`enfilade_${'x'.repeat(43)}`)).toBeDefined();
  expect(screen.getByText('The secret is shown only once and stored nowhere. Copy it now.')).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'All museums and screens' }));
  await user.click(await screen.findByRole('link', { name: 'Tokens of teams and museums' }));
  await itemNamed('visit-team');
  expect(screen.queryByText(`enfilade_${'x'.repeat(43)}`)).toBeNull();
});

it('an operator issues tokens only for museums of that operator', async () => {
  const overview = overviewOf(museumNamed(belmonte, 'Palazzo Belmonte'));
  await openConsole({ site: { operator: { name: 'rossi', museums: [belmonte] }, overview }, search: '?tokens' });
  const options = within(await screen.findByLabelText('Museum')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Palazzo Belmonte']);
});

it('a refused token shows the site’s sentence and no secret', async () => {
  const { user, site } = await openConsole({ search: '?tokens' });
  site.responses.set(`POST ${path}`, () =>
    refusal('refused', { message: 'Another operator’s token has the name ci; choose another name.' }),
  );
  await user.type(await screen.findByLabelText('Name'), 'ci');
  await user.click(screen.getByLabelText('see what runs'));
  await user.click(screen.getByRole('button', { name: 'Issue token' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('has the name ci'));
  expect(screen.queryByText(/^enfilade_/)).toBeNull();
});
