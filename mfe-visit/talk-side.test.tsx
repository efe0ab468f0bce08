import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { setStage } from './testing/test-stage.tsx';

afterEach(cleanup);

const quickQuestions: [string, string, string] = ['Who built it?', 'What is behind this door?', 'What would surprise me?'];
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const talkKey = () => button('Hold to talk, or tap once');
const word = () => screen.getAllByRole('status').find((each) => each.className.includes('word'))?.textContent;
const finger = { pointerId: 7, button: 0, pointerType: 'touch' };
type Stage = Awaited<ReturnType<typeof setVoiceStage>>;

async function setVoiceStage(options: Parameters<typeof setStage>[0] = {}) {
  const stage = await setStage({ profile: { quickQuestions }, ...options, config: { inputMode: 'audio', ...options.config } });
  stage.caller.picksUp(options.readiness?.hearing);
  return { ...stage, isOpen: () => stage.conversation.store.getState().voice?.isMicrophoneOpen };
}

/** A spoken question and the beginning of its answer. */
function talk({ caller, clock }: Stage) {
  fireEvent.pointerDown(talkKey(), finger);
  clock.pass(1000);
  caller.hears('Why is the ceiling so dark?');
  fireEvent.pointerUp(talkKey(), finger);
  caller.says('Two hundred winters of candle smoke lie on it.');
}

describe('holding to talk', () => {
  it('opens the microphone while it is held and says so, then hands the turn over', async () => {
    const stage = await setVoiceStage();
    expect(word()).toBe('Ready when you are');
    fireEvent.pointerDown(talkKey(), finger);
    expect([stage.isOpen(), word(), talkKey().getAttribute('aria-pressed')]).toEqual([true, 'Listening', 'true']);
    stage.clock.pass(4000);
    expect(screen.getByText('Speak now').textContent).toBe('Speak now0:04');
    fireEvent.pointerUp(talkKey(), finger);
    expect([stage.isOpen(), word()]).toEqual([false, 'Thinking...']);
    expect(stage.caller.done.filter((each) => each.startsWith('finish'))).toEqual(['finish 1']);
  });

  it('vibrates for a tenth of a second at both ends', async () => {
    const vibrate = rs.fn(() => true);
    Object.assign(navigator, { vibrate });
    await setVoiceStage();
    fireEvent.pointerDown(talkKey(), finger);
    expect(vibrate.mock.calls).toEqual([[100]]);
    fireEvent.pointerCancel(talkKey(), finger);
    expect(vibrate.mock.calls).toEqual([[100], [100]]);
    Reflect.deleteProperty(navigator, 'vibrate');
  });

  it('latches after a tap until the next', async () => {
    const stage = await setVoiceStage();
    fireEvent.pointerDown(talkKey(), finger);
    stage.clock.pass(100);
    fireEvent.pointerUp(talkKey(), finger);
    expect(screen.getByText('Tap to stop')).toBeTruthy();
    fireEvent.lostPointerCapture(talkKey(), finger);
    expect(stage.isOpen()).toBe(true);
    fireEvent.pointerDown(talkKey(), finger);
    expect(stage.isOpen()).toBe(false);
    fireEvent.pointerUp(talkKey(), finger);
    expect(stage.isOpen()).toBe(false);
  });

  it.each<[string, (stage: Stage) => void]>([
    ['the system takes the finger', () => fireEvent.pointerCancel(talkKey(), finger)],
    ['the capture is lost', () => fireEvent.lostPointerCapture(talkKey(), finger)],
    ['the window loses its visitor', () => act(() => void window.dispatchEvent(new Event('blur')))],
    ['the page is left', () => act(() => void window.dispatchEvent(new Event('pagehide')))],
    ['a minute has passed', ({ clock }) => clock.pass(60_000)],
    ['Escape is pressed', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['the screen goes', ({ view }) => view.unmount()],
    ['the line is lost', ({ caller }) => caller.tell({ type: 'connection-lost' })],
  ])('closes the microphone once when %s', async (_why, end) => {
    const stage = await setVoiceStage();
    fireEvent.pointerDown(talkKey(), finger);
    stage.clock.pass(300);
    end(stage);
    expect(stage.isOpen()).not.toBe(true);
    expect(stage.caller.done.filter((each) => each === 'microphone open')).toHaveLength(1);
    expect(stage.caller.done.filter((each) => each.startsWith('finish')).length).toBeLessThanOrEqual(1);
  });

  it('closes when the page is hidden, and on a menu of the mouse, but not on a long touch', async () => {
    const stage = await setVoiceStage();
    fireEvent.pointerDown(talkKey(), finger);
    fireEvent.contextMenu(talkKey());
    expect(stage.isOpen()).toBe(true);
    const hidden = rs.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    hidden.mockRestore();
    expect(stage.isOpen()).toBe(false);
    fireEvent.pointerUp(talkKey(), finger);
    fireEvent.pointerDown(talkKey(), { ...finger, pointerType: 'mouse' });
    expect(stage.isOpen()).toBe(true);
    fireEvent.contextMenu(talkKey());
    expect(stage.isOpen()).toBe(false);
  });

  it.each([' ', 'Enter'])('works with the key "%s", a repeated one too', async (key) => {
    const stage = await setVoiceStage();
    fireEvent.keyDown(talkKey(), { key });
    fireEvent.keyDown(talkKey(), { key, repeat: true });
    stage.clock.pass(300);
    expect(stage.isOpen()).toBe(true);
    fireEvent.keyUp(talkKey(), { key });
    expect(stage.isOpen()).toBe(false);
  });

  it('takes a screen reader’s tap, and not the click of a finger for another one', async () => {
    const stage = await setVoiceStage();
    fireEvent.click(talkKey(), { detail: 0 });
    expect(stage.isOpen()).toBe(true);
    fireEvent.click(talkKey(), { detail: 0 });
    expect(stage.isOpen()).toBe(false);
    fireEvent.click(talkKey(), { detail: 1 });
    expect(stage.isOpen()).toBe(false);
  });

  it('interrupts the guide, as Escape does', async () => {
    const stage = await setVoiceStage();
    talk(stage);
    expect([word(), screen.getByText('Hold to interrupt').tagName]).toEqual(['Clara is speaking', 'BUTTON']);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(stage.caller.done).toContain('cancel 1');
    expect(word()).toBe('Ready when you are');
  });
});

describe('hands-free', () => {
  it('is chosen at the line above the button and written down; the button switches the microphone', async () => {
    const stage = await setVoiceStage();
    await stage.user.click(button(/Hold to talk.*hands-free/));
    expect(stage.session.store.getState().visitConfig.talkingMode).toBe('continuous');
    expect([stage.isOpen(), word(), button('Microphone').getAttribute('aria-pressed')]).toEqual([true, 'Listening', 'true']);
    await stage.user.click(button('Microphone'));
    expect(stage.isOpen()).toBe(false);
    expect(screen.getByText('Microphone muted')).toBeTruthy();
    await stage.user.click(button(/Microphone muted/));
    expect(stage.session.store.getState().visitConfig.talkingMode).toBe('push-to-talk');
    expect(talkKey()).toBeTruthy();
  });
});

describe('the box beneath the word', () => {
  it('marks the words being said, and gives way to questions when the guide has stopped', async () => {
    const stage = await setVoiceStage();
    expect(button('Who built it?')).toBeTruthy();
    talk(stage);
    stage.caller.hasSaid(1);
    expect(screen.getByText('Two hundred winters of').tagName).toBe('MARK');
    stage.caller.hasSaid(5);
    expect(screen.getByText('candle smoke lie on it.').tagName).toBe('MARK');
    expect(screen.queryByRole('button', { name: 'Who built it?' })).toBeNull();
    stage.caller.finishes();
    await stage.maker.calls[0]?.settle(['Who cleaned it?', 'When?', 'Why?']);
    await stage.user.click(button('Read the answer again'));
    expect(screen.getByText(/Two hundred winters/)).toBeTruthy();
    expect(screen.queryByText('Who cleaned it?')).toBeNull();
  });

  it('sends a question that is pressed in the call, and hides all three', async () => {
    const { caller, user } = await setVoiceStage();
    await user.click(button('Who built it?'));
    expect(caller.sent.map(({ text }) => text)).toEqual(['Who built it?']);
    expect([screen.queryByText('What is behind this door?'), word()]).toEqual([null, 'Thinking...']);
  });

  it('hides captions on wish, and remembers it in the visit', async () => {
    const stage = await setVoiceStage();
    talk(stage);
    await stage.user.click(button('Captions'));
    expect(screen.queryByText(/candle smoke/)).toBeNull();
    stage.view.unmount();
    await act(async () => stage.open());
    stage.caller.picksUp();
    expect(button('Captions').getAttribute('aria-pressed')).toBe('false');
  });

  it('lets the guide be heard by a tap where the browser asks for one', async () => {
    const { caller, user } = await setVoiceStage();
    caller.tell({ type: 'playback-blocked' });
    await user.click(button('Tap to hear Clara'));
    expect(caller.done).toContain('playback resumed');
  });
});

it('mutes the guide, says so, and writes it down', async () => {
  const stage = await setVoiceStage();
  talk(stage);
  await stage.user.click(button('Mute guide'));
  expect(stage.session.store.getState().visitConfig.isAudioMuted).toBe(true);
  expect([stage.caller.done.at(-1), word()]).toEqual(['guide muted', 'Clara is muted']);
  await stage.user.click(button('Unmute'));
  expect(word()).toBe('Clara is speaking');
});
