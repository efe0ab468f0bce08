import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { afterEach, expect, it, onTestFinished, rs } from '@rstest/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { readStoredMuseum } from './offline/stored-visit.ts';
import type { HostServices } from './screens/host-services.ts';
import { Shell } from './shell.tsx';
import { clearVisit, createTestServices, type GatewayAnswers } from './testing/test-services.ts';
import { texts } from './texts/texts.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const exhibitionId = '6610a1b2c3d4e5f602000001';
const exhibition = { _id: exhibitionId, name: 'The Library' };
const museum = museumSchema.parse({ _id: museumId, name: 'Palazzo Belmonte', exhibitions: [exhibition] });
const exhibitionPath = `/api/museums/${museumId}/exhibitions/${exhibitionId}`;
const answers: GatewayAnswers = {
  [`/api/museums/${museumId}`]: { museum, profile: museumProfileSchema.parse({ questions: ['time'] }) },
  [exhibitionPath]: { exhibition: { ...exhibition, pronunciations: [] } },
};

/** Shows exhibition, question, premium and links, and leads to the landing. */
function TestScreen({ exhibition: shown, question, wantsPremium, links = [], go }: ScreenProps) {
  return (
    <section>
      <h1>{[shown?.name ?? 'No exhibition', question, wantsPremium && 'premium'].filter(Boolean).join(', ')}</h1>
      <button type="button" onClick={() => go({ screen: 'landing' })}>
        To the landing
      </button>
      <ul>
        {links.map(({ id, screen: to, place, title }) => (
          <li key={to + id}>{`${to}, ${place}, ${title}`}</li>
        ))}
      </ul>
    </section>
  );
}

const load: HostServices['loader']['load'] = (name) =>
  Promise.resolve({ name, version: '1.0.0', module: { default: TestScreen, loadTexts: () => Promise.resolve({ default: {} }) } });

const loader: HostServices['loader'] = { peek: () => undefined, load, begin: () => undefined };

function open(address: string, pickOthers: (services: HostServices) => Partial<HostServices> = () => ({}), change: GatewayAnswers = {}) {
  window.history.replaceState(null, '', address);
  const { services, currentSet, reports } = createTestServices({ ...answers, ...change });
  render(<Shell services={{ ...services, loader, ...pickOthers(services) }} />);
  return { services, currentSet, reports };
}
const address = () => `${window.location.pathname}${window.location.search}`;

afterEach(() => clearVisit());

it('the page shows the screen of the arrival table at the screen’s address, and goes to the screen that the screen names', async () => {
  open(`/?museum=${museumId}&collection=${exhibitionId}`);
  expect(await screen.findByRole('heading', { name: 'The Library, time' })).toBeTruthy();
  expect([address(), document.title]).toEqual(['/tailoring?question=time', 'Palazzo Belmonte']);
  fireEvent.click(screen.getByRole('button', { name: 'To the landing' }));
  expect(await screen.findByRole('heading', { name: 'The Library' })).toBeTruthy();
  expect(address()).toBe('/collection-selection');
});

it('the page begins to load the next screen while the exhibition loads', async () => {
  const begun: string[] = [];
  const noting = { ...loader, begin: (name: string) => void begun.push(name) };
  open(`/?museum=${museumId}&collection=${exhibitionId}`, () => ({ loader: noting }), { [exhibitionPath]: 0 });
  await waitFor(() => expect(begun).toEqual(['tailoring']));
  expect(screen.getByRole('heading').textContent).toBe('Loading...');
});

it('the page passes `premium` to its screens and keeps it in its addresses', async () => {
  open(`/?museum=${museumId}&collection=${exhibitionId}&premium=true`);
  expect(await screen.findByRole('heading', { name: 'The Library, time, premium' })).toBeTruthy();
  expect(address()).toBe('/tailoring?question=time&premium=true');
  fireEvent.click(screen.getByRole('button', { name: 'To the landing' }));
  expect(await screen.findByRole('heading', { name: 'The Library, premium' })).toBeTruthy();
  expect(address()).toBe('/collection-selection?premium=true');
});

it('the page stores its museum’s name, guide and colours for the offline page', async () => {
  open(`/?museum=${museumId}`);
  await screen.findByRole('heading', { name: 'No exhibition' });
  const stored = readStoredMuseum({ window, cookie: document.cookie, address: new URLSearchParams() });
  expect(stored).toMatchObject({ name: 'Palazzo Belmonte', guideName: 'Clara' });
  expect(stored?.tokens['--primary']).toBe(document.documentElement.style.getPropertyValue('--primary'));
});

it('the page names the ids in the address if cookies are blocked', async () => {
  Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set: () => undefined });
  onTestFinished(() => void Reflect.deleteProperty(document, 'cookie'));
  open(`/?museum=${museumId}`);
  expect(await screen.findByRole('heading', { name: 'No exhibition' })).toBeTruthy();
  expect(address()).toBe(`/collection-selection?museum=${museumId}`);
});

it('the page leads a visitor away from a removed screen, and shows a notice', async () => {
  window.history.replaceState(null, '', `/poster?museum=${museumId}`);
  const { services, currentSet } = createTestServices(answers);
  const without = services.currentSet.unverified() ?? expect.unreachable();
  const visit = without.remotes['visit'] ?? expect.unreachable();
  const entries = [{ id: 'poster', place: 'menu', title: { en: 'Poster' } }];
  const poster = { ...visit, declaration: { title: { en: 'Poster' }, routes: ['/poster'], needs: ['museum'], entries } };
  currentSet.set({ ...without, remotes: { ...without.remotes, poster } });
  render(<Shell services={{ ...services, loader }} />);
  expect(await screen.findByRole('heading', { name: 'No exhibition' })).toBeTruthy();
  expect([address(), screen.queryByRole('status')]).toEqual([`/poster?museum=${museumId}`, null]);
  act(() => currentSet.set({ ...without, sequence: 2 }));
  expect(await screen.findByText(/The page you were on has been taken down/)).toBeTruthy();
  await waitFor(() => expect(window.location.pathname).toBe('/collection-selection'));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(/The page you were on/)).toBeNull();
});

it('the page gives a screen the links that the current set declares, in the visitor’s language', async () => {
  const { services, currentSet } = open(`/?museum=${museumId}`, ({ session }) => {
    session.setLanguage('de', true);
    return {};
  });
  const set = services.currentSet.unverified() ?? expect.unreachable();
  const visit = set.remotes['visit'] ?? expect.unreachable();
  const entries = [{ id: 'x', place: 'landing-card', title: { en: 'English', de: 'Deutsch' } }];
  const screenThatNeeds = (...needs: string[]) => ({
    ...visit,
    declaration: { title: { en: 'A' }, routes: [`/a${needs.length}`], needs, entries },
  });
  await screen.findByRole('list');
  const added = { poster: screenThatNeeds('museum'), quiz: screenThatNeeds('museum', 'exhibition') };
  act(() => currentSet.set({ ...set, sequence: 2, remotes: { ...set.remotes, ...added } }));
  expect(await screen.findByText('poster, landing-card, Deutsch')).toBeTruthy();
  expect(screen.queryByText(/quiz/)).toBeNull();
  act(() => currentSet.set({ ...set, sequence: 3 }));
  expect(screen.queryByText(/poster/)).toBeNull();
});

it('the page asks for a code if no museum is known, and shows 404 for an unknown path', async () => {
  open('/');
  expect(screen.getByLabelText('Or type the letters under the code')).toBeTruthy();
  cleanup();
  open('/nowhere');
  expect(await screen.findByRole('heading', { name: '404' })).toBeTruthy();
});

it('the code page opens another museum after the visitor has come back from the first', async () => {
  const opened = rs.spyOn(window.location, 'assign').mockReturnValue(undefined);
  open('/', ({ api }) => ({ api: { ...api, findMuseum: async (code) => (code === 'B-1' ? museumId : exhibitionId) } }));
  const field = screen.getByLabelText('Or type the letters under the code');
  for (const value of ['B-1', 'C 2']) {
    fireEvent.change(field, { target: { value } });
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Open' })));
  }
  expect(opened.mock.calls).toEqual([[`/?museum=${museumId}`], [`/?museum=${exhibitionId}`]]);
  opened.mockRestore();
});

it('a host error beside the screen shows a notice in the visitor’s language, and leaves the screen unchanged', async () => {
  const running = createStore<ReturnType<HostServices['preview']['getState']>>({ kind: 'none' });
  const i18n = createI18n({ language: 'de' });
  i18n.addResourceBundle('de', 'host', texts.de);
  const others = ({ preview }: HostServices) => ({ i18n, preview: { ...preview, ...running } });
  const { reports } = open(`/?museum=${museumId}&collection=${exhibitionId}`, others);
  const shown = await screen.findByRole('heading', { name: 'The Library, time' });
  const silenced = rs.spyOn(console, 'error').mockImplementation(() => undefined);
  // Formatting a malformed date throws.
  act(() => running.set({ kind: 'running', grants: [{ remote: 'visit', version: '2.0.0', expiresAt: 'never' }] }));
  silenced.mockRestore();
  expect(screen.getByRole('region', { name: 'Dieser Raum ließ sich nicht öffnen' }).textContent).toContain('Alles andere ist da');
  expect([shown.isConnected, reports.map(({ remote, kind }) => `${remote} ${kind}`)]).toEqual([true, ['tailoring loaded', 'host error']]);
  act(() => running.set({ kind: 'none' }));
  fireEvent.click(screen.getByRole('button', { name: 'Schließen' }));
  expect([screen.queryByRole('region', { name: /Raum/ }), shown.isConnected]).toEqual([null, true]);
});

it('a host error in place of the screen offers Retry, which renders the screen', async () => {
  window.history.replaceState(null, '', `/?museum=${museumId}&collection=${exhibitionId}`);
  const { services } = createTestServices(answers);
  const records = { ...services.records };
  records.exhibition = () => {
    throw new Error('broken');
  };
  const silenced = rs.spyOn(console, 'error').mockImplementation(() => undefined);
  render(<Shell services={{ ...services, loader, records }} />);
  expect(await screen.findByRole('heading', { name: 'This room did not open' })).toBeTruthy();
  silenced.mockRestore();
  records.exhibition = services.records.exhibition;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'The Library, time' })).toBeTruthy();
});
