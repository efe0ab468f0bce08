import { someScreens } from '@enfilade/shared-contracts/releases/testing/some-screens';
import { mountScreen } from '@enfilade/shared-contracts/remote/mount-screen';
import type { MountModule, MountProps } from '@enfilade/shared-contracts/remote/screen-module';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { expect, it } from '@rstest/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { screenLimitMs } from '../releases/remote-error.ts';
import { createTestServices, inHost } from '../testing/test-services.ts';
import { createMounting } from './mounted-screen.tsx';
import { RemoteScreen, SuspenseLimit } from './remote-screen.tsx';
import { WaitingPage } from './waiting-view.tsx';

const loadTexts = () => Promise.resolve({ default: {} });

function open(module: Pick<MountModule, 'mount'>) {
  const { services, clock, reports } = createTestServices();
  const name = 'visit';
  const screenModule = createMounting({ SuspenseLimit, WaitingPage }).toScreenModule({ ...module, loadTexts });
  if (!screenModule) throw new Error('It is not a screen of contract 2');
  const loaded = { name, version: '2.0.0', module: screenModule } as const;
  const hosted = { ...services, loader: { ...services.loader, load: () => Promise.resolve(loaded) } };
  const props = { ...services, museum: { _id: 'a'.repeat(24), name: 'Palazzo' } } as unknown as ScreenProps;
  const declared = someScreens.find((each) => each.name === name) ?? expect.unreachable();
  const draw = (more: Partial<ScreenProps> = {}) => <RemoteScreen screen={declared} props={{ ...props, ...more }} />;
  const { rerender, unmount } = render(draw(), inHost(hosted));
  return { clock, reports, props, unmount, update: (more: Partial<ScreenProps>) => rerender(draw(more)) };
}

function ThrowsDrawing(): never {
  throw new Error('broken');
}
function ThrowsInEffect() {
  useEffect(() => {
    throw new Error('broken');
  }, []);
  return <p>Half</p>;
}

const failure = () => screen.findByText('This room did not open');

it('a screen that mounts itself gets the host’s services, then new props, and unmounts once', async () => {
  const events: string[] = [];
  let given: MountProps | undefined;
  const { props, update, unmount, reports } = open({
    mount(element, first) {
      given = first;
      const section = document.createElement('section');
      section.textContent = 'Mounted';
      element.append(section);
      return { update: ({ question }) => events.push(`asks for ${question}`), unmount: () => events.push('ends') };
    },
  });
  expect(await screen.findByText('Mounted')).toBeTruthy();
  for (const key of ['session', 'conversation', 'api', 'i18n', 'clock'] as const) expect(given?.[key]).toBe(props[key]);
  expect(reports).toMatchObject([{ remote: 'visit', version: '2.0.0', kind: 'loaded' }]);
  update({ question: 'time' });
  expect(events.at(-1)).toBe('asks for time');
  unmount();
  expect(events.filter((event) => event === 'ends')).toEqual(['ends']);
});

it('a screen that mounts itself and renders nothing shows the waiting view, and fails at the limit', async () => {
  let isMounted = false;
  const { clock, reports } = open({
    mount() {
      isMounted = true;
      return { update: () => {}, unmount: () => {} };
    },
  });
  // The frame waits for the load before the mount.
  await waitFor(() => expect(isMounted).toBe(true));
  expect(screen.getByText('Loading...')).toBeTruthy();
  act(() => clock.pass(screenLimitMs - 1));
  expect(screen.queryByText('This room did not open')).toBeNull();
  act(() => clock.pass(1));
  await failure();
  expect(reports.at(-1)).toMatchObject({ version: '2.0.0', kind: 'failed', code: 'broken' });
});

it('a screen that mounts itself and renders late ends the wait at once', async () => {
  let place: Element | undefined;
  const { clock } = open({
    mount(element) {
      place = element;
      return { update: () => {}, unmount: () => {} };
    },
  });
  await waitFor(() => expect(place).toBeDefined());
  expect(screen.getByText('Loading...')).toBeTruthy();
  act(() => place?.append('Drawn after all'));
  await waitFor(() => {
    expect(screen.queryByText('Loading...')).toBeNull();
    // Passed before React runs passive effects.
    clock.pass(screenLimitMs);
  });
  await act(async () => {});
  expect(screen.getByText('Drawn after all')).toBeTruthy();
});

const reportError: MountModule['mount'] = (element, { onError }) => {
  element.append('Half');
  queueMicrotask(() => act(() => onError(new Error('broken'))));
  return { update: () => {}, unmount: () => element.replaceChildren() };
};

it.each<[string, MountModule['mount']]>([
  ['throws while it is mounted', ThrowsDrawing],
  ['reports an error', reportError],
])('a screen that mounts itself and %s is replaced by the failure view and reported', async (_, mount) => {
  const { reports } = open({ mount });
  await failure();
  expect(screen.queryByText('Half')).toBeNull();
  expect(reports).toContainEqual(expect.objectContaining({ remote: 'visit', version: '2.0.0', kind: 'render-error', code: 'broken' }));
});

it('a component with its own React is rendered when `mount` returns, follows its props and ends its effects', async () => {
  const events: unknown[] = [];
  const place = document.createElement('div');
  const mount = mountScreen(({ question }) => {
    useEffect(() => () => void events.push('ends'), []);
    return <p>{question}</p>;
  });
  const props = { question: 'time', onError: (error: unknown) => events.push(error) } as unknown as MountProps;
  const mounted = mount(place, props);
  expect(place.textContent).toBe('time');
  mounted.update({ ...props, question: 'voice' });
  expect(place.textContent).toBe('voice');
  await act(async () => mounted.unmount());
  expect([place.textContent, events]).toEqual(['', ['ends']]);
});

it.each([
  ['while drawing', ThrowsDrawing],
  ['in an effect', ThrowsInEffect],
])('a component with its own React reports an error that it threw %s', async (_, Broken) => {
  const errors: unknown[] = [];
  const place = document.createElement('div');
  await act(async () => mountScreen(Broken)(place, { onError: (error: unknown) => errors.push(error) } as unknown as MountProps));
  expect([place.textContent, errors]).toEqual(['', [new Error('broken')]]);
});
