import { expect, it } from '@rstest/core';
import { ask, begin, createTestConversation, startCall } from '../testing/test-conversation.ts';

const network = { category: 'network' } as const;

function failInTheMiddle() {
  const setup = ask('text');
  setup.say(1, 'Half. Of it');
  setup.transport.emit({ type: 'turn-failed', turn: 1, failure: { category: 'interrupted', retryAfterSeconds: 3 } });
  return setup;
}

it('a failed answer keeps the words that arrived, and the failure names the message id', () => {
  const setup = failInTheMiddle();
  const failure = { category: 'interrupted', retryAfterSeconds: 3, clientMessageId: 'id-1' };
  expect(setup.state).toMatchObject({ phase: 'failed', failure });
  expect([setup.lines, setup.state.turns[0]?.state]).toEqual([['1 visitor: x', '1 guide: Half.', '1 guide: Of it'], 'broken']);
});

it('each retry() sends the message under the same number and id, and the first new word replaces the old answer', () => {
  const setup = failInTheMiddle();
  expect(setup.conversation.retry()).toBe(true);
  setup.transport.emit({ type: 'turn-failed', turn: 1, failure: network });
  expect([setup.lines.length, setup.conversation.retry()]).toEqual([3, true]);
  expect(setup.transport.sent).toEqual(Array(3).fill({ turn: 1, text: 'x', clientMessageId: 'id-1' }));
  expect(setup.state).toMatchObject({ phase: 'thinking', turn: 1, failure: undefined });
  expect(setup.lines).toHaveLength(3);
  setup.answer(1, 'Whole.');
  expect([setup.lines, setup.state.turns[0]?.state]).toEqual([['1 visitor: x', '1 guide: Whole.'], 'complete']);
  expect(setup.emitted.filter((fact) => fact.startsWith('turn'))).toEqual(['turn-finished 1 visitor', 'turn-finished 1 guide']);
});

it('a new message after a failed answer is sent, and retry() no longer sends the failed message', () => {
  const setup = failInTheMiddle();
  expect(setup.conversation.send('y')).toBe(true);
  expect(setup.state).toMatchObject({ phase: 'thinking', turn: 2, failure: undefined });
  expect([setup.conversation.retry(), setup.state.turns[0]?.state]).toEqual([false, 'broken']);
});

it('retry() refuses without a failed message', () => {
  const setup = createTestConversation();
  expect(setup.conversation.retry()).toBe(false);
  setup.conversation.start('text');
  expect(setup.conversation.retry()).toBe(false);
});

it('a failed transport is closed, and retry() sends the message over a new transport', () => {
  const setup = ask('voice');
  const [first] = setup.transports;
  setup.transport.emit({ type: 'failed', failure: network });
  expect(setup.state).toMatchObject({ phase: 'failed', transport: 'voice', failure: { category: 'network', clientMessageId: 'id-1' } });
  expect([first?.closed, setup.emitted.at(-1)]).toEqual([['failed'], 'conversation-ended failed']);
  expect(setup.conversation.retry()).toBe(true);
  const sent = setup.transports.flatMap((each) => each.sent.map(({ clientMessageId }) => `${each.kind} ${clientMessageId}`));
  expect(sent).toEqual(['voice id-1', 'voice id-1']);
});

it('the opening of a new transport is not taken for the answer to a retried message', () => {
  const setup = ask('voice');
  setup.transport.emit({ type: 'failed', failure: network });
  setup.conversation.retry();
  setup.say(1, 'Welcome!', { forced: true });
  expect([setup.state.phase, setup.lines]).toEqual(['thinking', ['1 visitor: x']]);
});

it('a transport that fails between two turns is replaced by the next message or by start()', () => {
  const setup = begin('text');
  setup.transport.emit({ type: 'failed', failure: network });
  expect(setup.conversation.retry()).toBe(false);
  expect(setup.conversation.send('x')).toBe(true);
  expect([setup.state.phase, setup.transports.length, setup.transport.sent.length]).toEqual(['thinking', 2, 1]);
  setup.transport.emit({ type: 'failed', failure: network });
  setup.conversation.start('text');
  expect([setup.state.phase, setup.state.failure, setup.transports.length]).toEqual(['ready', undefined, 3]);
});

it('a transport that ends keeps the transcript and marks the arriving answer as broken', () => {
  const setup = ask('voice');
  setup.say(1, 'Half');
  setup.transport.emit({ type: 'ended', reason: 'silence-timeout' });
  expect(setup.state).toMatchObject({ phase: 'off', transport: undefined, turns: [{ state: 'broken' }] });
  expect([setup.lines.length, setup.emitted.at(-1)]).toEqual([2, 'conversation-ended silence-timeout']);
});

const deaf = { phase: 'ready', voice: { hearing: 'none', isMicrophoneOpen: false, wasUnheard: false } };

it('losing the recogniser while the button is held keeps the call, and the visitor can type', () => {
  const setup = startCall({ hearing: 'browser' });
  setup.conversation.hold();
  setup.transport.emit({ type: 'hearing-lost' });
  expect(setup.state).toMatchObject(deaf);
  expect([setup.transport.controls.at(-1), setup.conversation.hold(), setup.transport.closed]).toEqual(['guide heard', false, []]);
  setup.conversation.send('Who painted this?');
  setup.say(2, 'Tiepolo did.');
  expect(setup.lines).toEqual(['2 visitor: Who painted this?', '2 guide: Tiepolo did.']);
});

it('losing the recogniser ends a spoken turn and keeps a typed turn thinking', () => {
  const setup = startCall({ hearing: 'browser' });
  setup.speak();
  setup.transport.emit({ type: 'hearing-lost' });
  expect(setup.state).toMatchObject(deaf);
  const typed = startCall({ hearing: 'browser' });
  typed.conversation.send('Who painted this?');
  typed.transport.emit({ type: 'hearing-lost' });
  expect(typed.state).toMatchObject({ ...deaf, phase: 'thinking' });
});

it.each([
  ['browser', 'none'],
  ['site', 'site'],
] as const)('after two silent turns in a row the %s recogniser becomes %s', (hearing, after) => {
  const setup = startCall({ hearing });
  const speakUnheard = () => {
    setup.speak();
    setup.clock.pass(4000);
  };
  speakUnheard();
  setup.conversation.send('x');
  setup.answer(2, 'An answer.');
  speakUnheard();
  expect(setup.state.voice).toMatchObject({ hearing, wasUnheard: true });
  speakUnheard();
  expect(setup.state.voice).toMatchObject({ hearing: after, wasUnheard: after !== 'none' });
  expect(setup.transport.closed).toEqual([]);
});

it('a microphone that the system takes ends the hold and can be held again when it is returned', () => {
  const setup = startCall();
  setup.conversation.hold();
  setup.transport.emit({ type: 'microphone-taken', isTaken: true });
  expect(setup.state).toMatchObject({ phase: 'thinking', voice: { microphone: 'taken', isMicrophoneOpen: false } });
  setup.clock.pass(4000);
  expect([setup.state.phase, setup.conversation.hold(), setup.transport.closed]).toEqual(['ready', false, []]);
  setup.transport.emit({ type: 'microphone-taken', isTaken: false });
  expect([setup.conversation.hold(), setup.state.phase]).toEqual([true, 'listening']);
});

it('a microphone that the system takes closes in continuous talk and opens when it is returned', () => {
  const setup = startCall();
  setup.conversation.setTalkingMode('continuous');
  for (const isTaken of [true, false]) {
    setup.transport.emit({ type: 'microphone-taken', isTaken });
    const control = `microphone ${isTaken ? 'closed' : 'open'}`;
    expect([setup.state.voice?.isMicrophoneOpen, setup.transport.controls.at(-1)]).toEqual([!isTaken, control]);
  }
});

it('a lost microphone leaves the guide speaking, and a new call has a microphone again', () => {
  const setup = startCall();
  setup.say(0, 'Welcome.');
  setup.transport.emit({ type: 'hearing-lost', microphone: 'lost' });
  expect(setup.state).toMatchObject({ phase: 'speaking', voice: { hearing: 'none', microphone: 'lost' } });
  setup.conversation.stop('retry');
  setup.conversation.start('voice', { withoutMicrophone: false });
  setup.transport.emit({ type: 'microphone-granted', hearing: 'site' });
  setup.transport.emit({ type: 'connected' });
  expect([setup.state.voice?.microphone, setup.conversation.hold()]).toEqual(['available', true]);
});

it('the guide is audible when the last reason to mute the guide has ended', () => {
  const setup = startCall();
  const { conversation } = setup;
  conversation.setGuideMuted(true, 'reading');
  conversation.setGuideMuted(true);
  conversation.setGuideMuted(false);
  expect([setup.state.voice?.isGuideMuted, setup.transport.controls.at(-1)]).toEqual([true, 'guide muted']);
  conversation.setGuideMuted(false, 'reading');
  expect([setup.state.voice?.isGuideMuted, setup.transport.controls.at(-1)]).toEqual([false, 'guide heard']);
});

it('muting the guide before a call mutes the call when it connects', () => {
  const setup = createTestConversation({ connectsAtOnce: false });
  setup.conversation.setGuideMuted(true, 'recording');
  setup.conversation.start('voice');
  setup.transport.emit({ type: 'connected' });
  expect(setup.transport.controls).toEqual(['guide muted']);
});

it('a call without a microphone stays so in later calls until the visitor asks for a microphone', () => {
  const setup = startCall();
  const start = (withoutMicrophone?: boolean) => {
    setup.conversation.stop('mode-changed');
    setup.conversation.start('voice', withoutMicrophone === undefined ? {} : { withoutMicrophone });
    return setup.transport.options.withoutMicrophone;
  };
  expect(setup.transport.options.withoutMicrophone).toBe(false);
  expect([start(true), start(), start(false), start()]).toEqual([true, true, false, false]);
});
