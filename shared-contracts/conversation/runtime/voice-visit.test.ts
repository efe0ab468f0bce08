import { expect, it } from '@rstest/core';
import type { Language } from '../../i18n/language.ts';
import { ask, begin, createTestConversation, someVisit, startCall } from '../testing/test-conversation.ts';

it('holding the button opens the microphone and mutes the guide, and releasing the button sends the turn to the guide', () => {
  const setup = startCall();
  expect(setup.conversation.hold()).toBe(true);
  const voice = { isMicrophoneOpen: true, isGuideMuted: true, isUserMuted: false };
  expect(setup.state).toMatchObject({ phase: 'listening', turn: 1, voice });
  setup.transport.emit({ type: 'text', turn: 1, speaker: 'visitor', text: 'Who painted' });
  setup.conversation.release();
  setup.conversation.release();
  setup.transport.emit({ type: 'text', turn: 1, speaker: 'visitor', text: 'Who painted this?' });
  setup.say(1, 'Tiepolo did.');
  setup.transport.emit({ type: 'spoken', turn: 1, words: 2 });
  setup.transport.emit({ type: 'spoken', turn: 1, words: 1 });
  expect(setup.state).toMatchObject({ phase: 'speaking', spoken: { turn: 1, words: 2 } });
  setup.transport.emit({ type: 'turn-completed', turn: 1 });
  expect(setup.lines).toEqual(['1 visitor: Who painted this?', '1 guide: Tiepolo did.']);
  const controls = ['guide muted', 'microphone open', 'listen 1', 'microphone closed', 'guide heard', 'finish 1'];
  expect(setup.transport.controls).toEqual(controls);
  expect(setup.emitted).toEqual(['conversation-started voice', 'turn-finished 1 visitor', 'turn-finished 1 guide']);
  expect(setup.clock.waiting()).toBe(0);
});

it('holding the button cancels an answer without a word', () => {
  const setup = startCall();
  setup.conversation.send('x');
  expect([setup.state.phase, setup.conversation.hold(), setup.state.phase, setup.state.turn]).toEqual(['thinking', true, 'listening', 2]);
  expect(setup.transport.controls.at(-1)).toBe('listen 2');
});

it('holding the button ends the answer before it, and late words of that answer are ignored', () => {
  const setup = startCall();
  setup.conversation.send('x');
  setup.say(1, 'A long');
  setup.conversation.hold();
  setup.answer(1, 'A long answer');
  expect([setup.state.phase, setup.state.turn, setup.state.turns[0]?.state]).toEqual(['listening', 2, 'complete']);
  expect(setup.lines).toEqual(['1 visitor: x', '1 guide: A long']);
});

it('hold() is refused before the call is connected', () => {
  const setup = createTestConversation({ connectsAtOnce: false });
  expect(setup.conversation.hold()).toBe(false);
  setup.conversation.start('voice');
  expect([setup.conversation.hold(), setup.state.turn, setup.transport.controls]).toEqual([false, 0, []]);
});

it('a spoken turn in continuous talk begins and ends with the visitor’s voice', () => {
  const setup = startCall({ preferences: () => ({ talkingMode: 'continuous', isAudioMuted: false }) });
  setup.transport.emit({ type: 'visitor-speech-started' });
  setup.transport.emit({ type: 'visitor-speech-started' });
  expect([setup.state.phase, setup.state.turn, setup.conversation.hold()]).toEqual(['listening', 1, false]);
  setup.transport.emit({ type: 'visitor-speech-ended' });
  setup.conversation.setMicrophoneMuted(true);
  setup.transport.emit({ type: 'visitor-speech-started' });
  expect(setup.state).toMatchObject({ phase: 'thinking', turn: 1, voice: { isUserMuted: true, isMicrophoneOpen: false } });
  expect(setup.transport.controls).toEqual(['microphone open', 'listen 1', 'finish 1', 'microphone closed']);
});

it('a spoken turn without words for 4 s becomes “not understood” until the next turn', () => {
  const setup = startCall();
  setup.speak();
  setup.clock.pass(3999);
  expect(setup.state.phase).toBe('thinking');
  setup.clock.pass(1);
  expect(setup.state).toMatchObject({ phase: 'ready', voice: { wasUnheard: true }, turns: [{ state: 'broken' }] });
  setup.conversation.hold();
  expect([setup.state.turn, setup.state.voice?.wasUnheard, setup.clock.waiting()]).toEqual([2, false, 0]);
});

it('words that arrive after the 4 s reopen the turn', () => {
  const setup = startCall();
  setup.speak();
  setup.clock.pass(4000);
  setup.transport.emit({ type: 'text', turn: 1, speaker: 'visitor', text: 'Late words' });
  expect(setup.state).toMatchObject({ phase: 'thinking', voice: { wasUnheard: false }, turns: [{ state: 'arriving' }] });
  setup.say(1, 'An answer.');
  expect([setup.state.phase, setup.lines]).toEqual(['speaking', ['1 visitor: Late words', '1 guide: An answer.']]);
});

it('a message without an answer for 12 s fails with `timeout`, and a late answer is still shown', () => {
  const setup = startCall();
  setup.conversation.send('x');
  setup.clock.pass(11_999);
  expect(setup.state.phase).toBe('thinking');
  setup.clock.pass(1);
  expect(setup.state).toMatchObject({ phase: 'failed', failure: { category: 'timeout', clientMessageId: 'id-1' } });
  expect(setup.transport.closed).toEqual([]);
  setup.say(1, 'At last.');
  expect(setup.state).toMatchObject({ phase: 'speaking', failure: undefined, turns: [{ state: 'arriving' }] });
});

it('a hang of the guide’s voice mutes the guide for 100 ms', () => {
  const setup = startCall();
  setup.transport.emit({ type: 'hang' });
  expect(setup.state.voice?.isGuideMuted).toBe(true);
  setup.clock.pass(99);
  expect(setup.transport.controls).toEqual(['guide muted']);
  setup.clock.pass(1);
  expect([setup.transport.controls, setup.state.voice?.isGuideMuted]).toEqual([['guide muted', 'guide heard'], false]);
});

it('the text transport starts no timers, and stop() stops all timers of a call', () => {
  const text = ask('text');
  expect([text.clock.waiting(), text.state.voice]).toEqual([0, undefined]);
  const setup = startCall();
  setup.conversation.send('x');
  setup.transport.emit({ type: 'hang' });
  setup.conversation.stop('left');
  expect([setup.clock.waiting(), setup.state.voice, setup.transport.closed]).toEqual([0, undefined, ['left']]);
});

it('a call starts with the visitor’s preferences and follows their changes', () => {
  const setup = startCall({ preferences: () => ({ talkingMode: 'continuous', isAudioMuted: true }) });
  expect(setup.transport.controls).toEqual(['guide muted', 'microphone open']);
  setup.conversation.setGuideMuted(false);
  setup.conversation.setTalkingMode('push-to-talk');
  expect(setup.transport.controls.slice(2)).toEqual(['guide heard', 'microphone closed']);
  expect(setup.state.voice).toMatchObject({ talkingMode: 'push-to-talk', isUserMuted: true, isGuideMuted: false });
});

it('losing the connection during a hold releases the button, and the guide is audible when the connection is restored', () => {
  const setup = startCall();
  setup.conversation.hold();
  setup.transport.emit({ type: 'visitor-level', level: 0.4 });
  setup.transport.emit({ type: 'connection-lost' });
  expect(setup.state).toMatchObject({ phase: 'reconnecting', voice: { isMicrophoneOpen: false, isGuideMuted: false } });
  expect(setup.conversation.levels.getState()).toEqual({ guide: 0, visitor: 0 });
  setup.transport.emit({ type: 'connection-restored' });
  expect(setup.transport.controls).toEqual(['guide muted', 'microphone open', 'listen 1', 'microphone closed', 'guide heard']);
  setup.say(1, 'I heard you.');
  expect(setup.state).toMatchObject({ phase: 'speaking', turn: 1 });
});

it('a call that is stopped while it connects is closed and emits no later event', () => {
  const setup = begin('voice', { connectsAtOnce: false });
  setup.conversation.start('voice');
  setup.conversation.stop('changed my mind');
  setup.transport.emit({ type: 'connected' });
  expect([setup.transports.length, setup.transport.closed, setup.state.phase, setup.emitted]).toEqual([1, ['changed my mind'], 'off', []]);
});

it('a voice transport that throws in connect() is closed, and start() throws', () => {
  const closed: string[] = [];
  const connect = () => {
    throw new Error('broken');
  };
  const broken = () => ({ connect, send() {}, cancel() {}, close: (reason: string) => void closed.push(reason) });
  const setup = createTestConversation({ transports: { text: broken, voice: broken } });
  expect(() => setup.conversation.start('voice')).toThrow('The voice transport could not be started');
  expect([closed, setup.state.phase, setup.state.voice?.step]).toEqual([['failed'], 'failed', 'guide-connection-error']);
});

it('a call whose sound the browser blocks shows this until the sound plays', () => {
  const setup = startCall();
  setup.transport.emit({ type: 'playback-blocked' });
  expect(setup.state.voice?.isPlaybackBlocked).toBe(true);
  setup.conversation.resumePlayback();
  setup.transport.emit({ type: 'playback-resumed' });
  expect([setup.transport.controls, setup.state.voice?.isPlaybackBlocked]).toEqual([['resume'], false]);
});

it('a call keeps the guide’s video until the call ends', () => {
  const setup = startCall();
  const stream = {} as MediaStream;
  setup.transport.emit({ type: 'video', stream });
  setup.conversation.hold();
  expect(setup.state.voice?.video).toBe(stream);
  setup.conversation.start('text');
  setup.conversation.start('voice');
  expect(setup.state.voice?.video).toBeUndefined();
});

it('checkVoice() resolves as unsupported if the check throws', async () => {
  const { conversation } = createTestConversation({ checkVoice: () => Promise.reject(new Error('offline')) });
  const nothing = { support: 'unsupported', microphone: 'prompt', hearing: 'none', dictation: 'none' };
  await expect(conversation.checkVoice()).resolves.toEqual(nothing);
});

it('a call has 10 s to connect unless the visitor chooses to wait', () => {
  const setup = begin('voice', { connectsAtOnce: false });
  expect(setup.transport.options).toMatchObject({ limitMs: 10_000, takesOver: false, turn: 0 });
  setup.transport.emit({ type: 'failed', failure: { category: 'timeout' } });
  setup.conversation.start('voice', { limitMs: 30_000, takesOver: true });
  expect(setup.transport.options).toMatchObject({ limitMs: 30_000, takesOver: true });
  expect(setup.state.voice?.step).toBe('obtain-microphone-permission');
});

it('a call receives a summary of the turns without the message that is still to be sent', () => {
  const setup = begin('voice');
  expect(setup.transport.options.summary?.()).toBe('No transcript summary available.');
  setup.conversation.start('text');
  setup.conversation.send('Who?');
  setup.say(1, 'Tiepolo. In 1740.');
  setup.transport.emit({ type: 'room', room: { index: 1, count: 3, name: 'Painting Salon' } });
  setup.transport.emit({ type: 'turn-completed', turn: 1 });
  const said = '[room 2/3 Painting Salon]\nVisitor: Who?\nGuide: Tiepolo.\nGuide: In 1740.';
  const summaries: (string | undefined)[] = [];
  setup.bus.on('conversation-started', () => summaries.push(setup.transport.options.summary?.()));
  setup.conversation.start('voice');
  setup.transport.emit({ type: 'failed', failure: { category: 'network' } });
  setup.conversation.send('Why?');
  expect(summaries).toEqual([said, `${said}\nVisitor: Why?`]);
});

it('the summary leaves out a message that waits to be sent', () => {
  const setup = begin('voice', { connectsAtOnce: false });
  setup.conversation.send('Why?');
  expect(setup.transport.options.summary?.()).toBe('No transcript summary available.');
});

it('a summary holds the welcome that the visitor heard, so the guide says “back” after a change of mode', () => {
  let language: Language = 'en';
  const setup = createTestConversation({ context: () => ({ ...someVisit, language }) });
  const restart = (words: string) => {
    setup.conversation.stop('mode-changed');
    setup.conversation.start('voice');
    const summary = setup.transport.options.summary?.();
    setup.answer(0, words, { forced: true });
    return summary;
  };
  expect(restart('Welcome to the palazzo.')).toBe('No transcript summary available.');
  expect(restart('I am back.')).toBe('Guide: Welcome to the palazzo.');
  restart('I am back.');
  expect(setup.lines).toEqual(['0 guide: Welcome to the palazzo.', '0 guide: I am back.']);
  language = 'de';
  expect(restart('Willkommen im Palazzo.')).toBe('No transcript summary available.');
  expect(setup.lines[0]).toBe('0 guide: Willkommen im Palazzo.');
});

it('a summary holds the welcome that the visitor interrupted by speaking', () => {
  const setup = startCall();
  setup.say(0, 'Welcome to the palazzo.', { forced: true });
  setup.conversation.hold();
  setup.conversation.stop('mode-changed');
  setup.conversation.start('voice');
  expect(setup.transport.options.summary?.()).toBe('Guide: Welcome to the palazzo.');
});

it('a summary leaves out a welcome that did not end, so the guide welcomes the visitor again', () => {
  const setup = begin('voice');
  setup.say(0, 'Welcome to the palazzo.', { forced: true });
  setup.conversation.stop('mode-changed');
  setup.conversation.start('voice');
  expect(setup.transport.options.summary?.()).toBe('No transcript summary available.');
  setup.conversation.start('text');
  expect(setup.transport.options.pastTranscriptSummary).toBeUndefined();
  expect(setup.lines).toEqual(['0 guide: Welcome to the palazzo.']);
});

it('the chat receives a summary of the call with each message until one message is answered', () => {
  const setup = begin('text');
  expect(setup.transport.options.pastTranscriptSummary).toBeUndefined();
  setup.conversation.start('voice');
  setup.conversation.send('Who?');
  setup.say(1, 'Tiepolo.');
  setup.conversation.start('text');
  expect(setup.transport.options.pastTranscriptSummary).toBe('Visitor: Who?\nGuide: Tiepolo.');
  setup.conversation.send('Why?');
  setup.transport.emit({ type: 'turn-completed', turn: 2 });
  setup.conversation.stop('left');
  setup.conversation.start('text');
  expect(setup.transport.options.pastTranscriptSummary).toBeUndefined();
});
