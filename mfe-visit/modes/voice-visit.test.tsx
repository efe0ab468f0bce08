import { expect, it } from '@rstest/core';
import { act, cleanup, screen } from '@testing-library/react';
import { button, field, quickQuestions, renderScreen, callStatus as status } from '../testing/render-screen.tsx';

const audio = { config: { inputMode: 'audio' } } as const;

async function renderCall() {
  const call = await renderScreen(audio);
  call.caller.picksUp();
  return call;
}

it('A call starts at once if the microphone is granted, says “Ready for you” until the first word, and ends with the screen', async () => {
  const { caller, view } = await renderScreen(audio);
  expect(caller.done).toEqual(['called']);
  caller.connects();
  expect(screen.getAllByText('Ready for you').length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Hold to talk, or tap once' })).toBeNull();
  caller.says('Good morning.');
  expect(status()).toBe('Clara is speaking');
  caller.finishes();
  expect(status()).toBe('Ready when you are');
  view.unmount();
  expect(caller.closed).toEqual(['screen-left']);
});

it('A call waits for the visitor’s tap if the browser would ask for the microphone, also after a change of language', async () => {
  const { caller, user, session } = await renderScreen({ ...audio, readiness: { microphone: 'prompt' } });
  act(() => session.setLanguage('de', true));
  expect(caller.done).toEqual([]);
  expect(screen.getByRole('tabpanel').textContent).toContain('AI');
  await user.click(button('Allow microphone'));
  expect(caller.done).toEqual(['called']);
  caller.picksUp();
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
});

it('Switching to text ends the call, switching back starts a call, and the transcript stays', async () => {
  const { caller, guide, user, session } = await renderCall();
  caller.says('Good morning.');
  await user.click(screen.getByRole('tab', { name: 'Text' }));
  expect(session.store.getState().visitConfig.inputMode).toBe('text');
  expect([caller.closed, guide.done]).toEqual([['replaced'], ['called']]);
  expect(screen.getByText('Good morning.')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Audio' }));
  expect([guide.closed, caller.done.filter((each) => each === 'called').length]).toEqual([['replaced'], 2]);
  expect(status()).toBe('Connecting...');
});

it('A change of the visit’s mode starts a running call again, and no other', async () => {
  const { caller, user } = await renderCall();
  await user.click(button('Exploration'));
  expect(caller.closed).toEqual(['mode-changed']);
  expect(caller.done.filter((each) => each === 'called')).toHaveLength(2);
  cleanup();
  const waiting = await renderScreen({ ...audio, readiness: { microphone: 'prompt' } });
  await waiting.user.click(button('Exploration'));
  expect(waiting.caller.done).toEqual([]);
});

it('A tap or a question starts an ended call again', async () => {
  const { caller, user } = await renderScreen({ ...audio, profile: { quickQuestions } });
  caller.picksUp();
  caller.tell({ type: 'ended', reason: 'silence-timed-out' });
  expect(status()).toBe('Paused');
  await user.click(button('Talk again'));
  caller.picksUp();
  expect(status()).toBe('Ready when you are');
  caller.tell({ type: 'ended', reason: 'silence-timed-out' });
  await user.click(button('Who built it?'));
  caller.picksUp();
  expect(caller.sent.map(({ text }) => text)).toEqual(['Who built it?']);
});

it('The status says that the connection is lost, while the keys of the call still work, and that the guide understood nothing', async () => {
  const { caller, user, clock, conversation } = await renderCall();
  caller.tell({ type: 'connection-lost' });
  expect(status()).toBe('Reconnecting...');
  await user.click(button('Sound'));
  expect(button('Sound').getAttribute('aria-pressed')).toBe('false');
  caller.tell({ type: 'connection-restored' });
  expect(status()).toBe('Clara is muted');
  act(() => void conversation.hold());
  act(() => conversation.release());
  clock.runOut();
  expect(status()).toContain("Didn't catch that");
});

it('A failed answer is shown, and a press asks again in the same call', async () => {
  const { caller, conversation, user } = await renderCall();
  act(() => void conversation.send('Why so dark?'));
  caller.fails({ category: 'timeout', clientMessageId: caller.sent[0]?.clientMessageId ?? '' });
  expect(screen.getByRole('alert').textContent).toContain('The answer took too long to arrive.');
  await user.click(button('Try again'));
  expect(caller.sent).toHaveLength(2);
  expect(caller.closed).toEqual([]);
});

it('The failure that ended a call replaces the call', async () => {
  const { caller, user } = await renderScreen(audio);
  caller.tell({ type: 'failed', failure: { category: 'timeout' } });
  expect(screen.getByRole('tabpanel').textContent).toContain('The LLM took too long to respond.');
  await user.click(button('Retry'));
  expect(caller.done).toEqual(['called', 'called']);
});

it('A call with video plays the guide’s picture without sound', async () => {
  const { caller, view } = await renderCall();
  expect(view.container.querySelector('video')).toBeNull();
  const stream = new MediaStream();
  caller.tell({ type: 'video', stream });
  const video = view.container.querySelector('video');
  expect([video?.srcObject, video?.muted, video?.autoplay]).toEqual([stream, true, true]);
});

it.each([
  ['at a site without speech recognition', { hearing: 'none' }, 'this browser cannot recognise speech.', 'with microphone'],
  ['without a microphone', { microphone: 'missing' }, 'your microphone is not used.', 'without microphone'],
] as const)('A visitor %s reads the reason, hears the guide, types in the call, and gets such a call again after text', async (...row) => {
  const [, readiness, reason, call] = row;
  const { caller, user } = await renderScreen({ ...audio, readiness });
  expect([caller.done, screen.queryByText('No microphone was found') !== null]).toEqual([[], 'microphone' in readiness]);
  await user.click(button('Start listening to Clara'));
  caller.picksUp('none');
  expect(screen.getByText(`Clara speaks, you type: ${reason}`)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Hold to talk|Use text instead/ })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Your question' }), 'Why so dark?{Enter}');
  expect(caller.sent.map(({ text }) => text)).toEqual(['Why so dark?']);
  await user.click(screen.getByRole('tab', { name: 'Text' }));
  await user.click(screen.getByRole('tab', { name: 'Audio' }));
  expect([caller.done.filter((each) => each === 'called').length, caller.calls]).toEqual([2, [call, call]]);
});

it('A blocked microphone stays “still blocked” after another request, and is never shown as allowed', async () => {
  const { caller, user } = await renderScreen({ ...audio, readiness: { microphone: 'denied' } });
  expect(screen.getByRole('heading').textContent).toBe('The microphone is blocked');
  await user.click(button('Request again'));
  expect(screen.queryByText('Microphone allowed')).toBeNull();
  caller.tell({ type: 'failed', failure: { category: 'microphone-denied' } });
  expect(screen.getByRole('heading').textContent).toBe('The microphone is still blocked');
  expect(caller.calls).toEqual(['with microphone']);
});

it('One key opens and closes the field to type in during a call, and gives the field the focus', async () => {
  const { caller, user } = await renderCall();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(button('Type a question'));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your question' }));
  await user.keyboard('Why so dark?');
  expect(button('Hold to talk, or tap once')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(caller.sent.map(({ text }) => text)).toEqual(['Why so dark?']);
  await user.click(button('Type a question'));
  expect(screen.queryByRole('textbox')).toBeNull();
});

it.each([
  ['its speech recognition', { type: 'hearing-lost' }, /this browser cannot recognise speech/],
  ['its microphone', { type: 'hearing-lost', microphone: 'lost' }, /the microphone has stopped/],
] as const)('A call that loses %s goes on, with a field to type in and a reason', async (_, loss, reason) => {
  const { caller } = await renderCall();
  caller.says('Welcome to the staircase.');
  caller.tell(loss);
  expect([status(), screen.getByText(reason).tagName, caller.closed]).toEqual(['Clara is speaking', 'P', []]);
  expect([screen.queryByRole('button', { name: 'Hold to talk, or tap once' }), field()]).toEqual([null, expect.anything()]);
});

it('One key requests a lost microphone again', async () => {
  const { caller, user } = await renderCall();
  caller.tell({ type: 'hearing-lost', microphone: 'lost' });
  await user.click(button('Request again'));
  caller.picksUp();
  expect([caller.calls, screen.queryByRole('button', { name: 'Request again' })]).toEqual([['with microphone', 'with microphone'], null]);
});

it('The status says that the microphone is in use elsewhere, and the talk key keeps its place', async () => {
  const { caller } = await renderCall();
  caller.tell({ type: 'microphone-taken', isTaken: true });
  expect([status(), screen.getByText('Microphone in use').tagName]).toEqual(['The microphone is being used elsewhere', 'SPAN']);
  expect([button('Hold to talk, or tap once'), button('Request again'), screen.getByRole('textbox')]).toHaveLength(3);
  caller.tell({ type: 'microphone-taken', isTaken: false });
  expect([status(), screen.queryByRole('button', { name: 'Request again' })]).toEqual(['Ready when you are', null]);
});

it('The minutes left count down in text, in audio and while the screen is closed, and disappear at zero', async () => {
  const { clock, user, caller, view, open } = await renderScreen({ answers: { time: ['time.15'] } });
  expect(screen.getByText('15 min left')).toBeTruthy();
  clock.pass(60_000);
  clock.pass(120_000);
  expect(screen.getByText('12 min left')).toBeTruthy();
  view.unmount();
  clock.pass(60_000);
  await act(async () => open());
  expect(screen.getByText('11 min left')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Audio' }));
  caller.picksUp();
  expect(screen.getByText('11 min left')).toBeTruthy();
  clock.pass(12 * 60_000);
  expect(screen.queryByText(/min left/)).toBeNull();
});
