import { createEventBus } from '@enfilade/shared-contracts/events/create-event-bus';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { createHandClock } from '@enfilade/shared-contracts/remote/testing/hand-clock';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { afterEach, describe, expect, it } from '@rstest/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, use, useEffect } from 'react';
import type { LoadedScreen, RemoteLoader } from '../composition/load-remote.ts';
import { RemoteError } from '../composition/remote-error.ts';
import type { ScreenReport, Services } from '../services.ts';
import { en } from '../texts/en.ts';
import { RemoteScreen } from './remote-screen.tsx';
import { suspenseLimitMs } from './screen-boundary.tsx';

const museum = museumSchema.parse({ _id: '6610a1b2c3d4e5f601000001', name: 'Palazzo Belmonte' });
const loaded = (Screen: ComponentType<ScreenProps>): LoadedScreen => ({
  name: 'visit',
  version: '1.2.3',
  module: { default: Screen, loadTexts: () => Promise.resolve({ default: {} }) },
});
const never = new Promise<never>(() => undefined);

function show(loads: (() => Promise<LoadedScreen>)[]) {
  let asked = 0;
  const next = () => loads[Math.min(asked++, loads.length - 1)]?.() ?? never;
  const loader: RemoteLoader = { peek: () => undefined, begin: () => undefined, load: next, loadAgain: next };
  const clock = createHandClock();
  const i18n = createI18n({ language: 'en' });
  i18n.addResourceBundle('en', 'host', en);
  const told: unknown[] = [];
  const reports: ScreenReport[] = [];
  const bus = createEventBus({ checksPayloads: true, reportError: () => undefined });
  bus.on('screen-failed', (payload) => void told.push(payload));
  const session = createSession({ document, window });
  const services = {
    loader,
    clock,
    i18n,
    bus,
    session,
    report: (report: ScreenReport) => void reports.push(report),
  } as unknown as Services;
  const props = { museum, go: () => undefined } as unknown as ScreenProps;
  render(<RemoteScreen name="visit" props={props} services={services} />);
  return { clock, told, reports, asked: () => asked };
}

const retry = () => fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
const failure = () => screen.findByText('This room did not open');

describe('a remote in its frame', () => {
  afterEach(cleanup);

  it('says that it is loading, then is drawn and reported', async () => {
    const { reports } = show([() => Promise.resolve(loaded(() => <p>The visit</p>))]);
    expect(screen.getByRole('status').textContent).toBe('Loading...');
    expect(await screen.findByText('The visit')).toBeTruthy();
    expect(reports).toMatchObject([{ remote: 'visit', version: '1.2.3', kind: 'loaded' }]);
  });

  it('that does not load offers Retry, which asks again', async () => {
    const { told, asked } = show([
      () => Promise.reject(new RemoteError('unreachable', 'gone')),
      () => Promise.resolve(loaded(() => <p>The visit</p>)),
    ]);
    await failure();
    expect(screen.getByText('visit, unreachable')).toBeTruthy();
    expect(told).toEqual([{ remote: 'visit', version: 'none', code: 'unreachable' }]);
    retry();
    expect(await screen.findByText('The visit')).toBeTruthy();
    expect(asked()).toBe(2);
  });

  it.each([
    [
      'while drawing',
      () => {
        throw new Error('broken');
      },
    ],
    [
      'in an effect',
      () => {
        useEffect(() => {
          throw new Error('broken');
        }, []);
        return null;
      },
    ],
  ])('that throws %s is replaced by the failure view and reported with its version', async (_, Broken) => {
    const { reports } = show([() => Promise.resolve(loaded(Broken))]);
    await failure();
    expect(reports).toContainEqual({ remote: 'visit', version: '1.2.3', kind: 'render-error', code: 'render-error' });
  });

  it('that suspends for ever is given up at the limit, not before', async () => {
    const { clock } = show([() => Promise.resolve(loaded(() => use(never)))]);
    await act(() => Promise.resolve());
    act(() => clock.pass(suspenseLimitMs - 1));
    expect(screen.queryByText('This room did not open')).toBeNull();
    act(() => clock.pass(1));
    await failure();
    expect(screen.getByText('visit, suspended')).toBeTruthy();
  });

  it('that fell is drawn anew by Retry', async () => {
    let isBroken = true;
    show([
      () =>
        Promise.resolve(
          loaded(() => {
            if (isBroken) throw new Error('broken');
            return <p>The visit</p>;
          }),
        ),
    ]);
    await failure();
    isBroken = false;
    retry();
    expect(await screen.findByText('The visit')).toBeTruthy();
  });
});
