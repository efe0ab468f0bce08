import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { inScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { expect, it } from '@rstest/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { SpeakerPopup } from './speaker-popup.tsx';

const t = (key: string) => key;

function Screen({ isWanted, onClosed }: { isWanted: boolean; onClosed(): void }) {
  const [isClosed, setClosed] = useState(false);
  const close = () => {
    setClosed(true);
    onClosed();
  };
  return isWanted && !isClosed && <SpeakerPopup onClosed={close} />;
}

function open(isWanted = true) {
  const clock = createHandClock();
  const closed: string[] = [];
  const onClosed = () => void closed.push('closed');
  const view = render(<Screen isWanted={isWanted} onClosed={onClosed} />, inScreen(t, { clock }));
  const pass = (ms: number) => act(() => clock.pass(ms));
  const popup = () => screen.queryByRole('button');
  const phase = () => screen.queryByRole('status')?.dataset['phase'];
  const want = () => view.rerender(<Screen isWanted onClosed={onClosed} />);
  return { clock, closed, pass, popup, phase, view, user: userEvent.setup(), want };
}

it('The popup about the speakers stays 5 s, fades for 0.3 s, and reports that it has closed', () => {
  const { pass, phase, popup, closed } = open();
  pass(4_999);
  expect(phase()).toBe('open');
  pass(1);
  expect([phase(), closed]).toEqual(['fading', []]);
  pass(299);
  expect(popup()).not.toBeNull();
  pass(1);
  expect([popup(), closed]).toEqual([null, ['closed']]);
});

it.each<[string, (opened: ReturnType<typeof open>) => Promise<void>]>([
  ['A click', ({ user }) => user.click(screen.getByRole('button', { name: /popup.speakers/ }))],
  ['Escape', ({ user }) => user.keyboard('{Escape}')],
])('%s closes the popup, with the same fade', async (_, close) => {
  const opened = open();
  await close(opened);
  expect(opened.phase()).toBe('fading');
  opened.pass(300);
  expect(opened.closed).toEqual(['closed']);
});

it.each([
  ['it has the focus', (popup: HTMLElement) => popup.focus(), (popup: HTMLElement) => popup.blur()],
  ['a pointer rests on it', fireEvent.pointerEnter, fireEvent.pointerLeave],
])('The popup stays while %s, and another 5 s', (_, begin, end) => {
  const { pass, phase, popup } = open();
  pass(4_000);
  act(() => void begin(popup() as HTMLElement));
  pass(60_000);
  expect(phase()).toBe('open');
  act(() => void end(popup() as HTMLElement));
  pass(4_999);
  expect(phase()).toBe('open');
  pass(1);
  expect(phase()).toBe('fading');
});

it('The popup does not count the time before the call can be heard, and closing the screen clears its timer', () => {
  const { pass, phase, popup, want, clock, view } = open(false);
  expect([popup(), clock.waiting()]).toEqual([null, 0]);
  pass(60_000);
  want();
  pass(4_999);
  expect(phase()).toBe('open');
  view.unmount();
  expect(clock.waiting()).toBe(0);
});
