import { describe, expect, it } from '@rstest/core';
import { createTestConversation } from '../testing/test-conversation.ts';
import { TransportNotStartedError } from './active-transport.ts';

type StageOptions = Parameters<typeof createTestConversation>[0];

/** A call that is running, before anything was said. */
function createCall(options: StageOptions = {}) {
  const stage = createTestConversation({ connectsAtOnce: false, ...options });
  stage.conversation.start('voice');
  stage.transport.tell({ type: 'microphone-granted', hearing: 'site' });
  stage.transport.tell({ type: 'connected' });
  return stage;
}
const openTalk = { preferences: () => ({ talkingMode: 'continuous', isAudioMuted: false }) as const };

describe('a spoken turn', () => {
  it('opens the microphone while it is held and goes to the guide on release', () => {
    const stage = createCall();
    expect(stage.conversation.hold()).toBe(true);
    expect(stage.state).toMatchObject({ phase: 'listening', turn: 1, voice: { isMicrophoneOpen: true, isGuideMuted: true } });
    stage.transport.tell({ type: 'text', turn: 1, speaker: 'visitor', text: 'Who painted' });
    stage.conversation.release();
    stage.conversation.release();
    stage.transport.tell({ type: 'text', turn: 1, speaker: 'visitor', text: 'Who painted this?' });
    stage.say(1, 'Tiepolo did.');
    stage.transport.tell({ type: 'spoken', turn: 1, words: 2 });
    stage.transport.tell({ type: 'spoken', turn: 1, words: 1 });
    expect(stage.state).toMatchObject({ phase: 'speaking', spoken: { turn: 1, words: 2 } });
    stage.transport.tell({ type: 'turn-completed', turn: 1 });
    expect(stage.lines).toEqual(['1 visitor: Who painted this?', '1 guide: Tiepolo did.']);
    expect(stage.transport.controls).toEqual([
      'guide muted',
      'microphone open',
      'listen 1',
      'microphone closed',
      'guide heard',
      'finish 1',
    ]);
    expect(stage.told).toEqual(['conversation-started voice', 'turn-finished 1 visitor', 'turn-finished 1 guide']);
    expect(stage.clock.waiting()).toBe(0);
  });

  it('cuts off the answer before it, and nothing of that one is heard any more', () => {
    const stage = createCall();
    stage.conversation.send('x');
    stage.say(1, 'A long');
    stage.conversation.hold();
    stage.say(1, 'A long answer');
    stage.transport.tell({ type: 'turn-completed', turn: 1 });
    expect([stage.state.phase, stage.state.turn, stage.state.turns[1]?.state]).toEqual(['listening', 2, 'complete']);
    expect(stage.lines).toEqual(['1 visitor: x', '1 guide: A long']);
  });

  it('cannot begin before the call runs', () => {
    const stage = createTestConversation({ connectsAtOnce: false });
    expect(stage.conversation.hold()).toBe(false);
    stage.conversation.start('voice');
    expect([stage.conversation.hold(), stage.state.turn, stage.transport.controls]).toEqual([false, 0, []]);
  });

  it('in continuous talk begins and ends with the visitor’s voice', () => {
    const stage = createCall(openTalk);
    stage.transport.tell({ type: 'visitor-speech-started' });
    stage.transport.tell({ type: 'visitor-speech-started' });
    expect([stage.state.phase, stage.state.turn, stage.conversation.hold()]).toEqual(['listening', 1, false]);
    stage.transport.tell({ type: 'visitor-speech-ended' });
    stage.conversation.setMicrophoneMuted(true);
    stage.transport.tell({ type: 'visitor-speech-started' });
    expect(stage.state).toMatchObject({ phase: 'thinking', turn: 1, voice: { isUserMuted: true, isMicrophoneOpen: false } });
    expect(stage.transport.controls).toEqual(['microphone open', 'listen 1', 'finish 1', 'microphone closed']);
  });
});

describe('the waits of a call', () => {
  it('say after 4 s that nothing was heard, once, until the next turn', () => {
    const stage = createCall();
    stage.conversation.hold();
    stage.conversation.release();
    stage.clock.pass(3999);
    expect(stage.state.phase).toBe('thinking');
    stage.clock.pass(1);
    expect(stage.state).toMatchObject({ phase: 'ready', voice: { wasUnheard: true }, turns: { 1: { state: 'broken' } } });
    stage.conversation.hold();
    expect([stage.state.turn, stage.state.voice?.wasUnheard, stage.clock.waiting()]).toEqual([2, false, 0]);
  });

  it('take words and an answer that come after that all the same', () => {
    const stage = createCall();
    stage.conversation.hold();
    stage.conversation.release();
    stage.clock.pass(4000);
    stage.transport.tell({ type: 'text', turn: 1, speaker: 'visitor', text: 'Late words' });
    expect(stage.state).toMatchObject({ phase: 'thinking', voice: { wasUnheard: false }, turns: { 1: { state: 'arriving' } } });
    stage.say(1, 'An answer.');
    expect([stage.state.phase, stage.lines]).toEqual(['speaking', ['1 visitor: Late words', '1 guide: An answer.']]);
  });

  it('break a turn that found no answer within 12 s, which may come after all', () => {
    const stage = createCall();
    stage.conversation.send('x');
    stage.clock.pass(11_999);
    expect(stage.state.phase).toBe('thinking');
    stage.clock.pass(1);
    expect(stage.state).toMatchObject({ phase: 'failed', failure: { category: 'timeout', clientMessageId: 'id-1' } });
    expect(stage.transport.closed).toEqual([]);
    stage.say(1, 'At last.');
    expect(stage.state).toMatchObject({ phase: 'speaking', failure: undefined, turns: { 1: { state: 'arriving' } } });
  });

  it('are none in text', () => {
    const stage = createTestConversation();
    stage.conversation.start('text');
    stage.conversation.send('x');
    expect([stage.clock.waiting(), stage.state.voice]).toEqual([0, undefined]);
  });

  it('mute the guide for 100 ms when its voice hangs', () => {
    const stage = createCall();
    stage.transport.tell({ type: 'hang' });
    expect(stage.state.voice?.isGuideMuted).toBe(true);
    stage.clock.pass(99);
    expect(stage.transport.controls).toEqual(['guide muted']);
    stage.clock.pass(1);
    expect([stage.transport.controls, stage.state.voice?.isGuideMuted]).toEqual([['guide muted', 'guide heard'], false]);
  });

  it('end with the call', () => {
    const stage = createCall();
    stage.conversation.send('x');
    stage.transport.tell({ type: 'hang' });
    stage.conversation.stop('left');
    expect([stage.clock.waiting(), stage.state.voice, stage.transport.closed]).toEqual([0, undefined, ['left']]);
  });
});

describe('a call', () => {
  it('begins as the visitor wished, and follows the wishes', () => {
    const stage = createCall({ preferences: () => ({ talkingMode: 'continuous', isAudioMuted: true }) });
    expect(stage.transport.controls).toEqual(['guide muted', 'microphone open']);
    stage.conversation.setGuideMuted(false);
    stage.conversation.setTalkingMode('push-to-talk');
    expect(stage.transport.controls.slice(2)).toEqual(['guide heard', 'microphone closed']);
    expect(stage.state.voice).toMatchObject({ talkingMode: 'push-to-talk', isUserMuted: true, isGuideMuted: false });
  });

  it('that is lost while held is released, and the guide is heard again when it is back', () => {
    const stage = createCall();
    stage.conversation.hold();
    stage.transport.tell({ type: 'visitor-level', level: 0.4 });
    stage.transport.tell({ type: 'connection-lost' });
    expect(stage.state).toMatchObject({ phase: 'reconnecting', voice: { isMicrophoneOpen: false, isGuideMuted: false } });
    expect(stage.conversation.levels.getState()).toEqual({ guide: 0, visitor: 0 });
    stage.transport.tell({ type: 'connection-restored' });
    expect(stage.transport.controls).toEqual(['guide muted', 'microphone open', 'listen 1', 'microphone closed', 'guide heard']);
    stage.say(1, 'I heard you.');
    expect(stage.state).toMatchObject({ phase: 'speaking', turn: 1 });
  });

  it('that is stopped while it starts is closed, and tells nothing more', () => {
    const stage = createTestConversation({ connectsAtOnce: false });
    stage.conversation.start('voice');
    stage.conversation.start('voice');
    stage.conversation.stop('changed my mind');
    stage.transport.tell({ type: 'connected' });
    expect([stage.transports.length, stage.transport.closed, stage.state.phase, stage.told]).toEqual([1, ['changed my mind'], 'off', []]);
  });

  it('whose transport throws is closed again', () => {
    const closed: string[] = [];
    const stage = createTestConversation({
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
    expect(() => stage.conversation.start('voice')).toThrow(TransportNotStartedError);
    expect([closed, stage.state.phase, stage.state.voice?.step]).toEqual([['failed'], 'failed', 'guide-connection-error']);
  });

  it('whose sound the browser keeps back says so until it plays', () => {
    const stage = createCall();
    stage.transport.tell({ type: 'playback-blocked' });
    expect(stage.state.voice?.isPlaybackBlocked).toBe(true);
    stage.conversation.resumePlayback();
    stage.transport.tell({ type: 'playback-resumed' });
    expect([stage.transport.controls, stage.state.voice?.isPlaybackBlocked]).toEqual([['resume'], false]);
  });

  it('shows the guide’s picture while it lasts', () => {
    const stage = createCall();
    const stream = {} as MediaStream;
    stage.transport.tell({ type: 'video', stream });
    stage.conversation.hold();
    expect(stage.state.voice?.video).toBe(stream);
    stage.conversation.start('text');
    stage.conversation.start('voice');
    expect(stage.state.voice?.video).toBeUndefined();
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

  it('keeps to 10 s unless the visitor chose to wait', () => {
    const stage = createTestConversation({ connectsAtOnce: false });
    stage.conversation.start('voice');
    expect(stage.transport.options).toMatchObject({ limitMs: 10_000, takesOver: false, turn: 0 });
    stage.transport.tell({ type: 'failed', failure: { category: 'timeout' } });
    stage.conversation.start('voice', { limitMs: 30_000, takesOver: true });
    expect(stage.transport.options).toMatchObject({ limitMs: 30_000, takesOver: true });
    expect(stage.state.voice?.step).toBe('obtain-microphone-permission');
  });
});

describe('what was said', () => {
  it('is handed to a call, but for the message that is still to be sent', () => {
    const stage = createTestConversation();
    stage.conversation.start('voice');
    expect(stage.transport.options.summary?.()).toBe('No transcript summary available.');
    stage.conversation.start('text');
    stage.conversation.send('Who?');
    stage.say(1, 'Tiepolo. In 1740.');
    stage.transport.tell({ type: 'room', room: { index: 1, count: 3, name: 'Painting Salon' } });
    stage.transport.tell({ type: 'turn-completed', turn: 1 });
    const said = '[room 2/3 Painting Salon]\nVisitor: Who?\nGuide: Tiepolo.\nGuide: In 1740.';
    const summaries: (string | undefined)[] = [];
    stage.bus.on('conversation-started', () => summaries.push(stage.transport.options.summary?.()));
    stage.conversation.start('voice');
    stage.transport.tell({ type: 'failed', failure: { category: 'network' } });
    stage.conversation.send('Why?');
    expect(summaries).toEqual([said, `${said}\nVisitor: Why?`]);
  });

  it('does not name the message that still waits to be sent', () => {
    const stage = createTestConversation({ connectsAtOnce: false });
    stage.conversation.start('voice');
    stage.conversation.send('Why?');
    expect(stage.transport.options.summary?.()).toBe('No transcript summary available.');
  });

  it('in a call is handed to the chat until that has answered', () => {
    const stage = createTestConversation();
    stage.conversation.start('text');
    expect(stage.transport.options.pastTranscriptSummary).toBeUndefined();
    stage.conversation.start('voice');
    stage.conversation.send('Who?');
    stage.say(1, 'Tiepolo.');
    stage.conversation.start('text');
    expect(stage.transport.options.pastTranscriptSummary).toBe('Visitor: Who?\nGuide: Tiepolo.');
    stage.conversation.send('Why?');
    stage.transport.tell({ type: 'turn-completed', turn: 2 });
    stage.conversation.stop('left');
    stage.conversation.start('text');
    expect(stage.transport.options.pastTranscriptSummary).toBeUndefined();
  });
});
