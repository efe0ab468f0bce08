import { expect, it, rs } from '@rstest/core';
import { act, fireEvent, screen } from '@testing-library/react';
import { button, quickQuestions, renderScreen, callStatus as status } from '../testing/render-screen.tsx';

const talkKey = () => button('Hold to talk, or tap once');
const finger = { pointerId: 7, button: 0, pointerType: 'touch' };
type Call = Awaited<ReturnType<typeof renderCall>>;

async function renderCall(options: Parameters<typeof renderScreen>[0] = {}) {
  const call = await renderScreen({ profile: { quickQuestions }, ...options, config: { inputMode: 'audio', ...options.config } });
  call.caller.picksUp(options.readiness?.hearing);
  return { ...call, isOpen: () => call.conversation.store.getState().voice?.isMicrophoneOpen };
}

function talk({ caller, clock }: Call) {
  fireEvent.pointerDown(talkKey(), finger);
  clock.pass(1000);
  caller.hears('Why is the ceiling so dark?');
  fireEvent.pointerUp(talkKey(), finger);
  caller.says('Two hundred winters of candle smoke lie on it.');
}

it('holding the talk key opens the microphone, shows “Listening” and vibrates, and releasing the key ends the turn and vibrates', async () => {
  const vibrate = rs.fn(() => true);
  Object.assign(navigator, { vibrate });
  const call = await renderCall();
  expect(status()).toBe('Ready when you are');
  fireEvent.pointerDown(talkKey(), finger);
  expect(vibrate.mock.calls).toEqual([[100]]);
  expect([call.isOpen(), status(), talkKey().getAttribute('aria-pressed')]).toEqual([true, 'Listening', 'true']);
  call.clock.pass(4000);
  expect(screen.getByText('Speak now').parentElement?.textContent).toBe('Speak now0:04');
  fireEvent.pointerUp(talkKey(), finger);
  expect([call.isOpen(), status()]).toEqual([false, 'Thinking...']);
  expect(call.caller.done.filter((each) => each.startsWith('finish'))).toEqual(['finish 1']);
  expect(vibrate.mock.calls).toEqual([[100], [100]]);
  Reflect.deleteProperty(navigator, 'vibrate');
});

it('A tap on the talk key latches the microphone until the next tap', async () => {
  const call = await renderCall();
  fireEvent.pointerDown(talkKey(), finger);
  call.clock.pass(100);
  fireEvent.pointerUp(talkKey(), finger);
  expect(screen.getByText('Tap to stop')).toBeTruthy();
  fireEvent.lostPointerCapture(talkKey(), finger);
  expect(call.isOpen()).toBe(true);
  fireEvent.pointerDown(talkKey(), finger);
  expect(call.isOpen()).toBe(false);
  fireEvent.pointerUp(talkKey(), finger);
  expect(call.isOpen()).toBe(false);
});

it.each<[string, (call: Call) => void]>([
  ['the system takes the finger', () => fireEvent.pointerCancel(talkKey(), finger)],
  ['the capture is lost', () => fireEvent.lostPointerCapture(talkKey(), finger)],
  ['the window loses the focus', () => act(() => void window.dispatchEvent(new Event('blur')))],
  ['the page is left', () => act(() => void window.dispatchEvent(new Event('pagehide')))],
  ['a minute has passed', ({ clock }) => clock.pass(60_000)],
  ['Escape is pressed', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['the screen is left', ({ view }) => view.unmount()],
  ['the connection is lost', ({ caller }) => caller.tell({ type: 'connection-lost' })],
])('The microphone closes once when %s', async (_why, end) => {
  const call = await renderCall();
  fireEvent.pointerDown(talkKey(), finger);
  call.clock.pass(300);
  end(call);
  expect(call.isOpen()).not.toBe(true);
  expect(call.caller.done.filter((each) => each === 'microphone open')).toHaveLength(1);
  expect(call.caller.done.filter((each) => each.startsWith('finish')).length).toBeLessThanOrEqual(1);
});

it('The microphone closes when the page is hidden and on a context menu of the mouse, but not on a long touch', async () => {
  const call = await renderCall();
  fireEvent.pointerDown(talkKey(), finger);
  fireEvent.contextMenu(talkKey());
  expect(call.isOpen()).toBe(true);
  const hidden = rs.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  fireEvent(document, new Event('visibilitychange'));
  hidden.mockRestore();
  expect(call.isOpen()).toBe(false);
  fireEvent.pointerUp(talkKey(), finger);
  fireEvent.pointerDown(talkKey(), { ...finger, pointerType: 'mouse' });
  expect(call.isOpen()).toBe(true);
  fireEvent.contextMenu(talkKey());
  expect(call.isOpen()).toBe(false);
});

it.each([' ', 'Enter'])('The talk key works with the key "%s", also if the key repeats', async (key) => {
  const call = await renderCall();
  fireEvent.keyDown(talkKey(), { key });
  fireEvent.keyDown(talkKey(), { key, repeat: true });
  call.clock.pass(300);
  expect(call.isOpen()).toBe(true);
  fireEvent.keyUp(talkKey(), { key });
  expect(call.isOpen()).toBe(false);
});

it('The talk key accepts a screen reader’s tap, and ignores the click after a touch', async () => {
  const call = await renderCall();
  fireEvent.click(talkKey(), { detail: 0 });
  expect(call.isOpen()).toBe(true);
  fireEvent.click(talkKey(), { detail: 0 });
  expect(call.isOpen()).toBe(false);
  fireEvent.click(talkKey(), { detail: 1 });
  expect(call.isOpen()).toBe(false);
});

it('Escape closes the popup first, and interrupts the guide at the second press', async () => {
  const call = await renderCall();
  talk(call);
  expect([status(), screen.getByText('Interrupt').closest('p, button')?.tagName]).toEqual(['Clara is speaking', 'P']);
  const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' });
  pressEscape();
  expect([call.caller.done.includes('cancel 1'), document.querySelector('[data-phase]')?.getAttribute('data-phase')]).toEqual([
    false,
    'fading',
  ]);
  pressEscape();
  expect(call.caller.done).toContain('cancel 1');
  expect(status()).toBe('Ready when you are');
});

it('The switch “Hands-free” stores continuous mode, in which the large button switches the microphone', async () => {
  const call = await renderCall();
  expect([button('Hands-free').getAttribute('aria-pressed'), screen.getByText('Hold to talk').closest('button')]).toEqual(['false', null]);
  await call.user.click(button('Hands-free'));
  expect(call.session.store.getState().visitConfig.talkingMode).toBe('continuous');
  expect([call.isOpen(), status(), button('Microphone').getAttribute('aria-pressed')]).toEqual([true, 'Listening', 'true']);
  await call.user.click(button('Microphone'));
  expect(call.isOpen()).toBe(false);
  expect(screen.getByText('Microphone muted')).toBeTruthy();
  await call.user.click(button('Hands-free'));
  expect(call.session.store.getState().visitConfig.talkingMode).toBe('push-to-talk');
  expect(talkKey()).toBeTruthy();
});

it('The captions mark the words being said, and questions replace the captions when the guide has stopped', async () => {
  const call = await renderCall();
  expect(button('Who built it?')).toBeTruthy();
  talk(call);
  call.caller.hasSaid(1);
  const marked = () => [...document.querySelectorAll('mark')].map((word) => word.textContent).join('');
  expect(marked()).toBe('Two hundred winters of');
  call.caller.hasSaid(5);
  expect(marked()).toBe('candle smoke lie on it.');
  expect(screen.queryByRole('button', { name: 'Who built it?' })).toBeNull();
  call.caller.finishes();
  await call.maker.calls[0]?.settle(['Who cleaned it?', 'When?', 'Why?']);
  await call.user.click(button('Read that again'));
  expect(screen.getByRole('log').textContent).toContain('Two hundred winters');
  expect(screen.queryByText('Who cleaned it?')).toBeNull();
});

it('A press on a question sends it and hides all three, also while the notice about the speakers over the location closes', async () => {
  const { caller, clock, user } = await renderCall();
  const notice = () => document.querySelector<HTMLElement>('[data-phase]');
  expect(notice()?.previousElementSibling?.contains(screen.getByRole('heading', { name: 'Staircase' }))).toBe(true);
  await user.pointer({ keys: '[MouseLeft>]', target: button('Who built it?') });
  clock.pass(5_000);
  expect(notice()?.dataset['phase']).toBe('fading');
  clock.pass(300);
  expect(notice()).toBeNull();
  await user.pointer('[/MouseLeft]');
  expect(caller.sent.map(({ text }) => text)).toEqual(['Who built it?']);
  expect([screen.queryByText('What is behind this door?'), status()]).toEqual([null, 'Thinking...']);
});

it('The switch of the captions lasts for the visit', async () => {
  const call = await renderCall();
  talk(call);
  await call.user.click(button('Captions'));
  expect(screen.queryByText(/candle smoke/)).toBeNull();
  call.view.unmount();
  await act(async () => call.open());
  call.caller.picksUp();
  expect(button('Captions').getAttribute('aria-pressed')).toBe('false');
});

it('The switch “Sound” mutes the guide, shows and stores the choice, and a tap plays the voice if the browser requires a tap', async () => {
  const call = await renderCall();
  call.caller.tell({ type: 'playback-blocked' });
  await call.user.click(button('Tap to hear Clara'));
  expect(call.caller.done).toContain('resume');
  talk(call);
  await call.user.click(button('Sound'));
  expect(call.session.store.getState().visitConfig.isAudioMuted).toBe(true);
  expect([call.caller.done.at(-1), status()]).toEqual(['guide muted', 'Clara is muted']);
  await call.user.click(button('Sound'));
  expect(status()).toBe('Clara is speaking');
});
