import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { readStoredMuseum } from './offline/stored-museum.ts';
import type { HostServices } from './screens/host-services.ts';
import { Shell } from './shell.tsx';
import { clearVisit, createTestServices, type GatewayAnswers } from './testing/test-services.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const exhibitionId = '6610a1b2c3d4e5f602000001';
const exhibition = { _id: exhibitionId, name: 'The Library' };
const museum = museumSchema.parse({ _id: museumId, name: 'Palazzo Belmonte', exhibitions: [exhibition] });
const exhibitionPath = `/api/museums/${museumId}/exhibitions/${exhibitionId}`;
const answers: GatewayAnswers = {
  [`/api/museums/${museumId}`]: { museum, profile: museumProfileSchema.parse({ questions: ['time'] }) },
  [exhibitionPath]: { exhibition: { ...exhibition, pronunciations: [] } },
};

/** In place of every remote: its exhibition and question, and a way to the landing. */
function TestScreen({ exhibition: shown, question, go }: ScreenProps) {
  return (
    <section>
      <h1>{[shown?.name ?? 'No exhibition', question].filter(Boolean).join(', ')}</h1>
      <button type="button" onClick={() => go({ screen: 'landing' })}>
        To the landing
      </button>
    </section>
  );
}

const load: HostServices['loader']['load'] = (name) =>
  Promise.resolve({ name, version: '1.0.0', module: { default: TestScreen, loadTexts: () => Promise.resolve({ default: {} }) } });

function open(address: string, change: GatewayAnswers = {}): string[] {
  window.history.replaceState(null, '', address);
  const { services } = createTestServices({ ...answers, ...change });
  const begun: string[] = [];
  const loader: HostServices['loader'] = { peek: () => undefined, load, begin: (name) => void begun.push(name) };
  render(<Shell services={{ ...services, loader }} />);
  return begun;
}
const address = () => `${window.location.pathname}${window.location.search}`;

afterEach(() => {
  cleanup();
  clearVisit();
});

describe('the page', () => {
  it('shows the screen the arrival table decides for, at its own address', async () => {
    open(`/?museum=${museumId}&collection=${exhibitionId}`);
    expect(await screen.findByRole('heading', { name: 'The Library, time' })).toBeTruthy();
    expect(address()).toBe('/tailoring?question=time');
    expect(document.title).toBe('Palazzo Belmonte');
  });

  it('begins the screen that comes next beside its exhibition, not behind it', async () => {
    const begun = open(`/?museum=${museumId}&collection=${exhibitionId}`, { [exhibitionPath]: 0 });
    await waitFor(() => expect(begun).toEqual(['tailoring']));
    expect(screen.getByRole('heading').textContent).toBe('Loading...');
  });

  it('goes where its screen says', async () => {
    open(`/tailoring?museum=${museumId}&collection=${exhibitionId}`);
    fireEvent.click(await screen.findByRole('button', { name: 'To the landing' }));
    expect(await screen.findByRole('heading', { name: 'The Library' })).toBeTruthy();
    expect(address()).toBe('/collection-selection');
  });

  it('stores its museum’s name, guide and colours for the offline page', async () => {
    open(`/?museum=${museumId}`);
    await screen.findByRole('heading', { name: 'No exhibition' });
    const stored = readStoredMuseum({ window, cookie: document.cookie, address: new URLSearchParams() });
    expect(stored).toMatchObject({ name: 'Palazzo Belmonte', guideName: 'Clara' });
    expect(stored?.tokens['--primary']).toBe(document.documentElement.style.getPropertyValue('--primary'));
  });

  it('names the ids in the address where cookies cannot hold them', async () => {
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
    Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set: () => undefined });
    try {
      open(`/?museum=${museumId}`);
      expect(await screen.findByRole('heading', { name: 'No exhibition' })).toBeTruthy();
      expect(address()).toBe(`/collection-selection?museum=${museumId}`);
    } finally {
      Reflect.deleteProperty(document, 'cookie');
      if (cookie) Object.defineProperty(Document.prototype, 'cookie', cookie);
    }
  });

  it('asks for a code without a museum, and says that a path is no screen', async () => {
    open('/');
    expect(screen.getByLabelText('Or type the letters under the code')).toBeTruthy();
    cleanup();
    open('/nowhere');
    expect(await screen.findByRole('heading', { name: '404' })).toBeTruthy();
  });
});
