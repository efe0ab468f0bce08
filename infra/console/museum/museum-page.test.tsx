import { expect, it } from '@rstest/core';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { json, openConsole, overviewOf, refusal, sectionNamed, type TestSite } from '../testing/open-console.tsx';
import { at, belmonte, cause, history, museumNamed, recordOf, rollbackPlan, rollout, versionOf, vitals } from '../testing/states.tsx';
import { sumUp } from './figures.tsx';
import { parseMinutes } from './grant-section.tsx';

const museum = `/registry/v1/museums/${belmonte}`;
const openMuseum = (site: Partial<TestSite> = {}, museumId = belmonte) => openConsole({ site, search: `?museum=${museumId}` });

async function openSection(title: string, site?: Partial<TestSite>) {
  return { ...(await openMuseum(site)), section: await sectionNamed(title) };
}

it('spending is summed by day and month across the turn of the year, newest first', () => {
  const days = ['2025-12-01', '2025-12-31', '2026-01-01', '2026-01-02'].map((day, at) => ({ day, cents: at + 1, work: {} }));
  const { newest, ...sums } = sumUp(days, Date.parse('2026-01-02T23:59:59Z'));
  expect({ ...sums, newest: newest[0] }).toEqual({ today: 4, month: 7, lastMonth: 3, newest: { day: '2026-01-02', cents: 4, work: {} } });
});

it('a version has its note and its author, and a retired version is not offered', async () => {
  const known = { actor: 'token:ci', contract: '^1.0.0', bytes: 1, pinnedBy: [], publishedAt: at };
  const versions = [
    { ...known, version: '1.8.0', note: 'Larger letters', author: 'Mara Rossi' },
    { ...known, version: '1.7.0', retiredAt: at },
  ];
  const responses = new Map([['GET /registry/v1/remotes/landing/versions', () => json({ versions })]]);
  const { section: screens } = await openSection('Screens', { responses });
  expect(await screens.findByText('Larger letters, by Mara Rossi')).toBeDefined();
  const offered = within(screens.getByLabelText('Version of Landing')).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^1\.8\.0 \(.+, Mara Rossi\)$/)]);
});

it('the only version of a screen is preselected, pinned and granted if the museum runs no version', async () => {
  const overview = overviewOf(museumNamed(belmonte, 'Palazzo Belmonte', { screens: {} }));
  const versions = ['0.2.1', '0.2.0'].map((version) => ({ ...versionOf(version), ...(version === '0.2.1' && { retiredAt: at }) }));
  const responses = new Map([['GET /registry/v1/remotes/landing/versions', () => json({ versions })]]);
  const { user, site, section: screens } = await openSection('Screens', { overview, responses });
  expect((await screens.findByLabelText<HTMLSelectElement>('Version of Landing')).value).toBe('0.2.0');
  await user.click(screens.getByRole('button', { name: 'Pin this version of Landing' }));
  await user.click(screens.getByRole('button', { name: 'Pin Landing 0.2.0' }));
  await screens.findByRole('status');
  // The grant also has the version that is shown.
  const grants = await sectionNamed('Preview link');
  await user.click(grants.getByRole('button', { name: 'Make link' }));
  await waitFor(() =>
    expect(site.changes).toEqual([
      { request: `PUT ${museum}/pins/landing`, body: { version: '0.2.0', expected: null } },
      { request: 'POST /registry/v1/grants', body: { remote: 'landing', version: '0.2.0', museumId: belmonte, minutes: 60 } },
    ]),
  );
});

it('a pin is sent once, after a confirmation that Escape cancels, and the page says that the pin is set', async () => {
  const { user, site, section: screens } = await openSection('Screens');
  await user.selectOptions(await screens.findByLabelText('Version of Landing'), '1.9.0');
  const button = screens.getByRole('button', { name: 'Pin this version of Landing' });
  await user.click(button);
  await user.keyboard('{Escape}');
  expect(screens.queryByRole('button', { name: 'Pin Landing 1.9.0' })).toBeNull();
  expect(document.activeElement).toBe(button);
  await user.click(button);
  expect(screens.getByText('Palazzo Belmonte: visitors get Landing 1.9.0 instead of 1.8.0.')).toBeDefined();
  expect(site.changes).toEqual([]);
  await user.dblClick(screens.getByRole('button', { name: 'Pin Landing 1.9.0' }));
  expect((await screens.findByRole('status')).textContent).toContain('Landing is pinned to 1.9.0.');
  expect(site.changes).toEqual([{ request: `PUT ${museum}/pins/landing`, body: { version: '1.9.0', expected: null } }]);
});

it('a pin that another operator changed first is refused with that operator’s name', async () => {
  const responses = new Map([[`PUT ${museum}/pins/landing`, () => refusal('stale')]]);
  const { user, section: screens } = await openSection('Screens', { audit: [recordOf(13)], responses });
  await user.selectOptions(await screens.findByLabelText('Version of Landing'), '1.9.0');
  await user.click(screens.getByRole('button', { name: 'Pin this version of Landing' }));
  await user.click(screens.getByRole('button', { name: 'Pin Landing 1.9.0' }));
  expect((await screens.findByRole('alert')).textContent).toMatch(/changed this before you \(.*operator:anna: pinned landing 1\.8\.0\)/);
});

it('removing a pin sends the version that the page showed as pinned', async () => {
  const { user, site, section: screens } = await openSection('Screens');
  await user.click(await screens.findByRole('button', { name: 'Remove pin of Visit' }));
  await user.click(screens.getAllByRole('button', { name: 'Remove pin of Visit' }).at(-1) as HTMLElement);
  expect((await screens.findByRole('status')).textContent).toContain('Visit follows the default again.');
  expect(site.changes).toEqual([{ request: `DELETE ${museum}/pins/visit`, body: { expected: '1.7.0' } }]);
});

it('a version that failed for everybody is marked where it runs and where it can be chosen', async () => {
  const versions = ['1.9.0', '1.8.0'].map((version) => ({ ...versionOf(version), ...(version === '1.8.0' && { failedAt: at }) }));
  const responses = new Map([['GET /registry/v1/remotes/landing/versions', () => json({ versions })]]);
  const { section: screens } = await openSection('Screens', { responses });
  const options = within(await screens.findByLabelText('Version of Landing')).getAllByRole('option');
  expect(options.map(({ textContent }) => /, failed /.test(textContent))).toEqual([false, true]);
  const row = screens.getByRole('heading', { name: 'Landing' }).closest('li') as HTMLElement;
  expect(within(row).getByText(/^failed /)).toBeDefined();
});

it('a rollout starts with the chosen versions and share, and needs a version', async () => {
  const { user, site, section: rollouts } = await openSection('Rollouts');
  const start = await rollouts.findByRole('button', { name: 'Start rollout' });
  expect(start.getAttribute('aria-disabled')).toBe('true');
  await user.selectOptions(rollouts.getByLabelText('Landing'), '1.9.0');
  const share = rollouts.getByLabelText('Share of the visitors in percent');
  await user.clear(share);
  await user.type(share, '12.5');
  await user.click(start);
  await user.click(rollouts.getByRole('button', { name: 'Start with 12.5\u00A0%' }));
  expect((await rollouts.findByRole('status')).textContent).toContain('Done.');
  expect(site.changes).toEqual([{ request: `POST ${museum}/rollouts`, body: { versions: { landing: '1.9.0' }, percent: 12.5 } }]);
});

it('a running rollout shows its visits and failures, gets a larger share, and is halted', async () => {
  const overview = overviewOf(museumNamed(belmonte, 'Palazzo Belmonte', { rollouts: [rollout] }));
  const { user, site, section: rollouts } = await openSection('Rollouts', { overview });
  const row = within(await rollouts.findByRole('listitem'));
  expect(row.getByText('41 visits have tried it so far, failed: 2')).toBeDefined();
  const share = row.getByLabelText('Share of the visitors in percent');
  await user.clear(share);
  await user.type(share, '100');
  await user.click(row.getByRole('button', { name: 'Change share' }));
  await user.click(row.getByRole('button', { name: 'Give it to 100\u00A0%' }));
  expect((await rollouts.findByRole('status')).textContent).toContain('100\u00A0%');
  await user.click(row.getByRole('button', { name: 'Halt' }));
  await user.click(row.getByRole('button', { name: 'Halt this rollout' }));
  await waitFor(() => expect(rollouts.getByRole('status').textContent).toContain('is halted'));
  const address = `PATCH ${museum}/rollouts/${rollout.id}`;
  expect(site.changes).toEqual([
    { request: address, body: { percent: 100 } },
    { request: address, body: { halt: true } },
  ]);
});

it('a refused rollout shows the registry’s sentence, and an ended rollout says how it ended', async () => {
  const responses = new Map([[`POST ${museum}/rollouts`, () => refusal('refused', { message: 'It is rolled out already.' })]]);
  const { user, section: rollouts } = await openSection('Rollouts', { rollouts: [{ ...rollout, halted: 'failures' }], responses });
  expect(await rollouts.findByText(/halted automatically, because it failed too often/)).toBeDefined();
  await user.selectOptions(rollouts.getByLabelText('Landing'), '1.9.0');
  await user.click(rollouts.getByRole('button', { name: 'Start rollout' }));
  await user.click(rollouts.getByRole('button', { name: 'Start with 10\u00A0%' }));
  expect((await rollouts.findByRole('alert')).textContent).toBe('The site refused this: It is rolled out already.');
});

it('a rollout by steps starts with the first step and names the next steps', async () => {
  const { user, site, section: rollouts } = await openSection('Rollouts');
  await user.selectOptions(await rollouts.findByLabelText('Landing'), '1.9.0');
  await user.click(rollouts.getByLabelText(/^Automatically, in steps: 1.%, 10.%, 50.%, 100.%$/));
  expect(rollouts.queryByLabelText('Share of the visitors in percent')).toBeNull();
  await user.click(rollouts.getByRole('button', { name: 'Start rollout' }));
  expect(rollouts.getByText(/^It grows automatically to 10.%, 50.%, 100.% unless it is halted\.$/)).toBeDefined();
  await user.click(rollouts.getByRole('button', { name: /^Start with 1.%$/ }));
  expect((await rollouts.findByRole('status')).textContent).toContain('Done.');
  expect(site.changes).toEqual([{ request: `POST ${museum}/rollouts`, body: { versions: { landing: '1.9.0' }, steps: [1, 10, 50, 100] } }]);
});

it('a rollout that halted automatically names the cause in one sentence', async () => {
  const slow = { ...cause, signal: 'usableMs', rolledOut: { visits: 210, value: 1_900 }, stable: { visits: 900, value: 1_200 } } as const;
  const alone = { ...cause, stable: { visits: 0, value: 0 } };
  const idOf = (at: number) => rollout.id.replace(/1$/, `${at + 2}`);
  const halted = [cause, slow, alone].map((of, at) => ({ ...rollout, id: idOf(at), halted: 'slower' as const, cause: of }));
  const { section: rollouts } = await openSection('Rollouts', { rollouts: halted });
  expect(await rollouts.findByText(/ landing 1\.9\.0 failed in 9 of 41 visits, the stable version in 2 of 370\.$/)).toBeDefined();
  const slower = / of 210 visits could use landing 1\.9\.0 after 1,900 ms, .* of 900 the stable version after 1,200 ms\.$/;
  expect(rollouts.getByText(slower)).toBeDefined();
  expect(rollouts.getByText(/ landing 1\.9\.0 failed in 9 of 41 visits\.$/)).toBeDefined();
});

it('what visitors feel is listed by screen and version, with the visits', async () => {
  const { section: felt } = await openSection('What visitors feel', { vitals });
  const rows: Partial<HTMLTableRowElement>[] = await felt.findAllByRole('row');
  expect(rows.slice(0, 3).map(({ cells }) => Array.from(cells ?? [], ({ textContent }) => textContent))).toEqual([
    ['Version', 'Visits', 'Usable after', 'Interaction to next paint', 'Layout shift', 'Long tasks'],
    ['1.9.0', '38', '1,420\u00A0ms (2,060\u00A0ms)', '72\u00A0ms (120\u00A0ms)', '0 (0.012)', '180\u00A0ms (420\u00A0ms)'],
    ['1.8.0', '1', '1,180\u00A0ms (1,180\u00A0ms)', '–', '–', '–'],
  ]);
});

it('a rollback shows its changes before it is sent', async () => {
  const { user, site, section: rollback } = await openSection('Roll back');
  await user.click(await rollback.findByRole('button', { name: 'Show what would change' }));
  expect((await rollback.findByRole('row', { name: /Visit/ })).textContent).toBe('Visit1.7.0by default');
  await user.click(rollback.getByRole('button', { name: 'Roll back to 0' }));
  expect((await rollback.findByRole('status')).textContent).toContain('one screen has changed');
  expect(site.changes.map(({ body }) => body)).toEqual([{ toSequence: 0, preview: true }, { toSequence: 0 }]);
});

it('a rollback whose preview fails says why and offers no confirmation', async () => {
  const responses = new Map([[`POST ${museum}/rollback`, () => Promise.reject(new TypeError('Failed to fetch'))]]);
  const { user, section: rollback } = await openSection('Roll back', { responses });
  await user.click(await rollback.findByRole('button', { name: 'Show what would change' }));
  expect((await rollback.findByRole('alert')).textContent).toContain('The site does not answer.');
  expect(rollback.queryByRole('button', { name: /^Roll back to/ })).toBeNull();
});

it('only the rollback that the operator asked for last is offered, whichever preview arrives last', async () => {
  const earlier = { sequence: 7, pins: {}, at, actor: 'local', action: 'pin-set' } as const;
  let answerFirst = (_: Response) => {};
  const answers = [new Promise<Response>((resolve) => (answerFirst = resolve)), Promise.resolve(json(rollbackPlan))];
  const responses = new Map([[`POST ${museum}/rollback`, () => answers.shift() ?? expect.unreachable()]]);
  const { user, section: rollback } = await openSection('Roll back', { history: history.toSpliced(1, 0, earlier), responses });
  const look = await rollback.findByRole('button', { name: 'Show what would change' });
  await user.click(look);
  await user.selectOptions(rollback.getByRole('combobox'), '0');
  await user.click(look);
  expect(await rollback.findByRole('button', { name: 'Roll back to 0' })).toBeDefined();
  await act(async () => answerFirst(json({ ...rollbackPlan, changes: [] })));
  expect(rollback.getByRole('button', { name: 'Roll back to 0' })).toBeDefined();
  expect(rollback.getByRole('row', { name: /Visit/ })).toBeDefined();
});

it('a preview link is made for the chosen version and 1 to 1,440 whole minutes', async () => {
  expect(['1', '1440'].map(parseMinutes)).toEqual([1, 1440]);
  expect(['', '0', '1441', '1.5', '-5'].map(parseMinutes)).toEqual(Array(5).fill(undefined));
  const { user, site, section: preview } = await openSection('Preview link');
  const minutes = await preview.findByLabelText('Minutes');
  await user.clear(minutes);
  expect(preview.getByText('The time is a whole number of minutes, from 1 to 1440.')).toBeDefined();
  await user.type(minutes, '5');
  await user.selectOptions(preview.getByLabelText('Version to preview'), '1.8.0');
  await user.click(preview.getByRole('button', { name: 'Make link' }));
  expect((await preview.findByRole('link')).getAttribute('href')).toContain(`/?museum=${belmonte}&grant=${rollout.id}`);
  const body = { remote: 'landing', version: '1.8.0', museumId: belmonte, minutes: 5 };
  expect(site.changes).toEqual([{ request: 'POST /registry/v1/grants', body }]);
});

it('a museum’s page lists the museum’s audit log, newest first, and more on request', async () => {
  const audit = Array.from({ length: 230 }, (_, index) => recordOf(index + 1, { sentence: `rolled back to ${index}` }));
  const overview = overviewOf(museumNamed(belmonte, 'Palazzo Belmonte', { sequence: 230 }));
  const { user, section: log } = await openSection('Audit log', { audit, overview });
  expect((await log.findAllByRole('listitem'))[0]?.textContent).toContain('230rolled back to 229');
  for (let shown = 50; shown < 230; shown += 50) {
    await waitFor(() => expect(log.getAllByRole('listitem')).toHaveLength(shown));
    await user.click(log.getByRole('button', { name: 'Load more' }));
  }
  await waitFor(() => expect(log.getAllByRole('listitem').at(-1)?.textContent).toContain('rolled back to 0'));
  expect(log.queryByRole('button', { name: 'Load more' })).toBeNull();
});

it('a museum’s page says why its details failed to load, and Retry loads the details', async () => {
  const { user, site } = await openMuseum({ responses: new Map([[`GET ${museum}/history`, () => refusal('forbidden')]]) });
  expect((await screen.findByRole('alert')).textContent).toContain('You may not do this here.');
  site.responses.clear();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Screens' })).toBeDefined();
});

it('a museum’s page is refreshed every 30 s', async () => {
  const { site, clock, section: screens } = await openSection('Screens');
  const select = await screens.findByLabelText('Version of Landing');
  site.versions = ['2.0.0', ...site.versions];
  await act(async () => clock.pass(30_000));
  await waitFor(() => expect(within(select).getByRole('option', { name: /2\.0\.0/ })).toBeDefined());
});

it('only operators of all museums change the default, which has no preview link', async () => {
  await openMuseum({}, '*');
  expect(await screen.findByRole('heading', { name: 'Rollouts' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Preview link' })).toBeNull();
  expect(screen.getByLabelText('Version of Console')).toBeDefined();
  cleanup();
  await openMuseum({ operator: { name: 'anna', museums: [belmonte] } }, '*');
  expect(await screen.findByText('Only operators of all museums change the default.')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Rollouts' })).toBeNull();
});

it('a museum’s page shows what its visitors cost today and by month', async () => {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const { clock, site, section: spending } = await openSection('Spending');
  expect(await spending.findByText('Nothing was spent in the last thirteen months.')).toBeDefined();
  site.spending = [{ day: day(clock.now()), cents: 1_234.5, work: { chat: 1_234.5 } }];
  await act(async () => clock.pass(60_000));
  expect(await spending.findByText('Today $12.35, this month $12.35, last month $0.00.')).toBeDefined();
});
