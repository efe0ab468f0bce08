import { describe, expect, it } from '@rstest/core';
import type { Language } from '../../i18n/language.ts';
import { ask, begin, createTestConversation, startCall } from '../testing/test-conversation.ts';

const openTalk = { preferences: () => ({ talkingMode: 'continuous', isAudioMuted: false }) as const };

describe('a spoken turn', () => {
  it('opens the microphone while it is held and goes to the guide on release', () => {
    const setup = startCall();
    expect(setup.conversation.hold()).toBe(true);
    expect(setup.state).toMatchObject({
      phase: 'listening',
      turn: 1,
      voice: { isMicrophoneOpen: true, isGuideMuted: true, isUserMuted: false },
    });
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
    expect(setup.transport.controls).toEqual([
      ...['guide muted', 'microphone open', 'listen 1', 'microphone closed', 'guide heard', 'finish 1'],
    ]);
    expect(setup.emitted).toEqual(['conversation-started voice', 'turn-finished 1 visitor', 'turn-finished 1 guide']);
    expect(setup.clock.waiting()).toBe(0);
  });

  it('cuts off an answer that has no word yet', () => {
    const setup = startCall();
    setup.conversation.send('x');
    expect([setup.state.phase, setup.conversation.hold(), setup.state.phase, setup.state.turn]).toEqual(['thinking', true, 'listening', 2]);
    expect(setup.transport.controls.at(-1)).toBe('listen 2');
  });

  it('cuts off the answer before it, and nothing of that one arrives any more', () => {
    const setup = startCall();
    setup.conversation.send('x');
    setup.say(1, 'A long');
    setup.conversation.hold();
    setup.say(1, 'A long answer');
    setup.transport.emit({ type: 'turn-completed', turn: 1 });
    expect([setup.state.phase, setup.state.turn, setup.state.turns[0]?.state]).toEqual(['listening', 2, 'complete']);
    expect(setup.lines).toEqual(['1 visitor: x', '1 guide: A long']);
  });

  it('cannot begin before the call runs', () => {
    const setup = createTestConversation({ connectsAtOnce: false });
    expect(setup.conversation.hold()).toBe(false);
    setup.conversation.start('voice');
    expect([setup.conversation.hold(), setup.state.turn, setup.transport.controls]).toEqual([false, 0, []]);
  });

  it('in continuous talk begins and ends with the visitor’s voice', () => {
    const setup = startCall(openTalk);
    setup.transport.emit({ type: 'visitor-speech-started' });
    setup.transport.emit({ type: 'visitor-speech-started' });
    expect([setup.state.phase, setup.state.turn, setup.conversation.hold()]).toEqual(['listening', 1, false]);
    setup.transport.emit({ type: 'visitor-speech-ended' });
    setup.conversation.setMicrophoneMuted(true);
    setup.transport.emit({ type: 'visitor-speech-started' });
    expect(setup.state).toMatchObject({ phase: 'thinking', turn: 1, voice: { isUserMuted: true, isMicrophoneOpen: false } });
    expect(setup.transport.controls).toEqual(['microphone open', 'listen 1', 'finish 1', 'microphone closed']);
  });
});

describe('the timers of a call', () => {
  it('report after 4 s that nothing was recognised, once, until the next turn', () => {
    const setup = startCall();
    setup.conversation.hold();
    setup.conversation.release();
    setup.clock.pass(3999);
    expect(setup.state.phase).toBe('thinking');
    setup.clock.pass(1);
    expect(setup.state).toMatchObject({ phase: 'ready', voice: { wasUnheard: true }, turns: [{ state: 'broken' }] });
    setup.conversation.hold();
    expect([setup.state.turn, setup.state.voice?.wasUnheard, setup.clock.waiting()]).toEqual([2, false, 0]);
  });

  it('still allow words and an answer after that', () => {
    const setup = startCall();
    setup.conversation.hold();
    setup.conversation.release();
    setup.clock.pass(4000);
    setup.transport.emit({ type: 'text', turn: 1, speaker: 'visitor', text: 'Late words' });
    expect(setup.state).toMatchObject({ phase: 'thinking', voice: { wasUnheard: false }, turns: [{ state: 'arriving' }] });
    setup.say(1, 'An answer.');
    expect([setup.state.phase, setup.lines]).toEqual(['speaking', ['1 visitor: Late words', '1 guide: An answer.']]);
  });

  it('break a turn that found no answer within 12 s, which may come after all', () => {
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

  it('are none in text', () => {
    const setup = ask('text');
    expect([setup.clock.waiting(), setup.state.voice]).toEqual([0, undefined]);
  });

  it('mute the guide for 100 ms when its voice hangs', () => {
    const setup = startCall();
    setup.transport.emit({ type: 'hang' });
    expect(setup.state.voice?.isGuideMuted).toBe(true);
    setup.clock.pass(99);
    expect(setup.transport.controls).toEqual(['guide muted']);
    setup.clock.pass(1);
    expect([setup.transport.controls, setup.state.voice?.isGuideMuted]).toEqual([['guide muted', 'guide heard'], false]);
  });

  it('end with the call', () => {
    const setup = startCall();
    setup.conversation.send('x');
    setup.transport.emit({ type: 'hang' });
    setup.conversation.stop('left');
    expect([setup.clock.waiting(), setup.state.voice, setup.transport.closed]).toEqual([0, undefined, ['left']]);
  });
});

describe('a call', () => {
  it('begins with the visitor’s preferences, and follows them', () => {
    const setup = startCall({ preferences: () => ({ talkingMode: 'continuous', isAudioMuted: true }) });
    expect(setup.transport.controls).toEqual(['guide muted', 'microphone open']);
    setup.conversation.setGuideMuted(false);
    setup.conversation.setTalkingMode('push-to-talk');
    expect(setup.transport.controls.slice(2)).toEqual(['guide heard', 'microphone closed']);
    expect(setup.state.voice).toMatchObject({ talkingMode: 'push-to-talk', isUserMuted: true, isGuideMuted: false });
  });

  it('that is lost while held is released, and the guide is unmuted when it is back', () => {
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

  it('that is stopped while it starts is closed, and emits nothing more', () => {
    const setup = createTestConversation({ connectsAtOnce: false });
    setup.conversation.start('voice');
    setup.conversation.start('voice');
    setup.conversation.stop('changed my mind');
    setup.transport.emit({ type: 'connected' });
    expect([setup.transports.length, setup.transport.closed, setup.state.phase, setup.emitted]).toEqual([
      1,
      ['changed my mind'],
      'off',
      [],
    ]);
  });

  it('whose transport throws is closed again', () => {
    const closed: string[] = [];
    const setup = createTestConversation({
      transports: {
        text: () => {
          throw new Error('no text');
        },
        voice: () => ({
          kind: 'voice',
          connect() {
            throw new Error('broken');
          },
          send: () => {},
          cancel: () => {},
          close: (reason) => void closed.push(reason),
        }),
      },
    });
    expect(() => setup.conversation.start('voice')).toThrow('The voice transport could not be started');
    expect([closed, setup.state.phase, setup.state.voice?.step]).toEqual([['failed'], 'failed', 'guide-connection-error']);
  });

  it('whose sound the browser blocks says so until it plays', () => {
    const setup = startCall();
    setup.transport.emit({ type: 'playback-blocked' });
    expect(setup.state.voice?.isPlaybackBlocked).toBe(true);
    setup.conversation.resumePlayback();
    setup.transport.emit({ type: 'playback-resumed' });
    expect([setup.transport.controls, setup.state.voice?.isPlaybackBlocked]).toEqual([['resume'], false]);
  });

  it('shows the guide’s picture while it lasts', () => {
    const setup = startCall();
    const stream = {} as MediaStream;
    setup.transport.emit({ type: 'video', stream });
    setup.conversation.hold();
    expect(setup.state.voice?.video).toBe(stream);
    setup.conversation.start('text');
    setup.conversation.start('voice');
    expect(setup.state.voice?.video).toBeUndefined();
  });

  it('is checked without ever failing', async () => {
    const { conversation } = createTestConversation({ checkVoice: () => Promise.reject(new Error('offline')) });
    await expect(conversation.checkVoice()).resolves.toEqual({
      support: 'unsupported',
      microphone: 'prompt',
      hearing: 'none',
      dictation: 'none',
    });
  });

  it('has 10 s unless the visitor chose to wait', () => {
    const setup = createTestConversation({ connectsAtOnce: false });
    setup.conversation.start('voice');
    expect(setup.transport.options).toMatchObject({ limitMs: 10_000, takesOver: false, turn: 0 });
    setup.transport.emit({ type: 'failed', failure: { category: 'timeout' } });
    setup.conversation.start('voice', { limitMs: 30_000, takesOver: true });
    expect(setup.transport.options).toMatchObject({ limitMs: 30_000, takesOver: true });
    expect(setup.state.voice?.step).toBe('obtain-microphone-permission');
  });
});

describe('what was said', () => {
  it('is handed to a call, but for the message that is still to be sent', () => {
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

  it('a summary does not contain the message that still waits to be sent', () => {
    const setup = createTestConversation({ connectsAtOnce: false });
    setup.conversation.start('voice');
    setup.conversation.send('Why?');
    expect(setup.transport.options.summary?.()).toBe('No transcript summary available.');
  });

  it('is the welcome that a visitor heard before their first words: after a change of mode the guide is back, and the welcome stays', () => {
    let language: Language = 'en';
    const visit = { museumId: '6610a1b2c3d4e5f601000001', exhibitionId: '6610a1b2c3d4e5f602000001' } as const;
    const setup = createTestConversation({ context: () => ({ ...visit, language }) });
    const restart = (words: string) => {
      setup.conversation.stop('mode-changed');
      setup.conversation.start('voice');
      const summary = setup.transport.options.summary?.();
      setup.say(0, words, { forced: true });
      setup.transport.emit({ type: 'turn-completed', turn: 0 });
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

  it('is the welcome that a visitor spoke into, though nothing was understood', () => {
    const setup = begin('voice');
    setup.transport.emit({ type: 'microphone-granted', hearing: 'site' });
    setup.say(0, 'Welcome to the palazzo.', { forced: true });
    setup.conversation.hold();
    setup.conversation.stop('mode-changed');
    setup.conversation.start('voice');
    expect(setup.transport.options.summary?.()).toBe('Guide: Welcome to the palazzo.');
  });

  it('is nothing before a welcome has ended: who changes the mode then is welcomed, and not back', () => {
    const setup = begin('voice');
    setup.say(0, 'Welcome to the palazzo.', { forced: true });
    setup.conversation.stop('mode-changed');
    setup.conversation.start('voice');
    expect(setup.transport.options.summary?.()).toBe('No transcript summary available.');
    setup.conversation.start('text');
    expect(setup.transport.options.pastTranscriptSummary).toBeUndefined();
    expect(setup.lines).toEqual(['0 guide: Welcome to the palazzo.']);
  });

  it('in a call is handed to the chat until that has answered', () => {
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
});
