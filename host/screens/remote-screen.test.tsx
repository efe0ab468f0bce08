import { createEventBus } from '@enfilade/shared-contracts/events/create-event-bus';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { afterEach, describe, expect, it } from '@rstest/core';
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, use, useEffect } from 'react';
import type { LoadedScreen, RemoteLoader } from '../releases/load-remote.ts';
import { RemoteError } from '../releases/remote-error.ts';
import type { ScreenReport } from '../releases/screen-report.ts';
import { en } from '../texts/en.ts';
import { RemoteScreen } from './remote-screen.tsx';
import { suspenseLimitMs } from './screen-boundary.tsx';
import type { Services } from './services.ts';

// Of a hung test, not of a slow machine.
configure({ asyncUtilTimeout: 20_000 });

const museum = museumSchema.parse({ _id: '6610a1b2c3d4e5f601000001', name: 'Palazzo Belmonte' });
const loaded = (Screen: ComponentType<ScreenProps>, version = '1.2.3'): LoadedScreen => ({
  name: 'visit',
  version,
  module: { default: Screen, loadTexts: () => Promise.resolve({ default: {} }) },
});
function Broken(): never {
  throw new Error('broken');
}
const never = new Promise<never>(() => undefined);

interface Stage {
  /** What is in force: the version, and the screen if it is here already. Changed by the test. */
  inForce?: { version: string; screen?: LoadedScreen };
  /** Asked when the screen failed. */
  replaceFailed?: Services['following']['replaceFailed'];
}

function show(loads: (() => Promise<LoadedScreen>)[], { inForce, replaceFailed = () => Promise.resolve(false) }: Stage = {}) {
  let asked = 0;
  const next = () => loads[Math.min(asked++, loads.length - 1)]?.() ?? never;
  const loader: Pick<RemoteLoader, 'versionOf' | 'peek' | 'load' | 'loadAgain'> = {
    versionOf: () => inForce?.version,
    peek: () => inForce?.screen,
    load: next,
    loadAgain: next,
  };
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
    following: { replaceFailed },
    report: (report: ScreenReport) => void reports.push(report),
  } as unknown as Services;
  const props = { museum, go: () => undefined } as unknown as ScreenProps;
  render(<RemoteScreen name="visit" props={props} services={services} />);
  const enter = (sequence: number) => act(() => bus.emit('composition-changed', { sequence }));
  return { clock, told, reports, asked: () => asked, enter };
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

  it('that was there before anything was drawn is reported once, however often it is shown', () => {
    const inForce = { version: '1.2.3', screen: loaded(() => <p>The visit</p>) };
    const { reports } = show([], { inForce });
    expect(reports).toEqual([{ remote: 'visit', version: '1.2.3', kind: 'loaded' }]);
    cleanup();
    expect(show([], { inForce }).reports).toEqual([]);
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

describe('another set', () => {
  afterEach(cleanup);
  const old = loaded(() => <p>The old visit</p>);
  const young = loaded(() => <p>The new visit</p>, '1.3.0');

  it('with another version that is here already exchanges what is drawn, and loads nothing', async () => {
    const inForce: Stage['inForce'] = { version: '1.2.3' };
    const { enter, asked } = show([() => Promise.resolve(old)], { inForce });
    await screen.findByText('The old visit');
    Object.assign(inForce, { version: '1.3.0', screen: young });
    enter(8);
    expect(screen.getByText('The new visit')).toBeTruthy();
    expect([screen.queryByText('The old visit'), asked()]).toEqual([null, 1]);
  });

  it('with the same version leaves what is drawn alone, its state too', async () => {
    const inForce = { version: '1.2.3' };
    const { enter } = show([() => Promise.resolve(loaded(() => <input aria-label="Kept" />))], { inForce });
    const field = await screen.findByLabelText('Kept');
    enter(8);
    expect(screen.getByLabelText('Kept')).toBe(field);
  });

  it('in place of a version that failed is loaded and drawn, and no failure is ever seen', async () => {
    const inForce = { version: '1.2.3' };
    const failed: unknown[] = [];
    const stage = show([() => Promise.resolve(loaded(Broken)), () => Promise.resolve(young)], {
      inForce,
      async replaceFailed(what) {
        failed.push(what);
        // As the gateway's answer: never within React's own work.
        await new Promise((resolve) => setTimeout(resolve));
        inForce.version = '1.3.0';
        stage.enter(7);
        return true;
      },
    });
    expect(await screen.findByText('The new visit')).toBeTruthy();
    expect(failed).toEqual([{ name: 'visit', version: '1.2.3', code: 'render-error', isRetried: false }]);
    expect(screen.queryByText('This room did not open')).toBeNull();
    expect(stage.reports.map(({ version, kind }) => `${version} ${kind}`)).toEqual(['1.2.3 loaded', '1.2.3 render-error', '1.3.0 loaded']);
  });

  it('that comes while the failure is shown takes its place', async () => {
    const inForce = { version: '1.2.3' };
    const { enter } = show([() => Promise.reject(new RemoteError('late', 'too late')), () => Promise.resolve(young)], { inForce });
    await failure();
    enter(8);
    expect(screen.queryByText('This room did not open')).toBeTruthy();
    inForce.version = '1.3.0';
    enter(9);
    expect(await screen.findByText('The new visit')).toBeTruthy();
  });

  it('is asked for with the knowledge that Retry failed as well', async () => {
    const asked: boolean[] = [];
    const replaceFailed: Stage['replaceFailed'] = ({ isRetried }) => {
      asked.push(isRetried);
      return Promise.resolve(false);
    };
    show([() => Promise.reject(new RemoteError('unreachable', 'gone'))], { inForce: { version: '1.2.3' }, replaceFailed });
    await failure();
    retry();
    await waitFor(() => expect(asked).toEqual([false, true]));
  });
});
