import type { Tour } from '@enfilade/shared-contracts/api/schemas';
import { createTestConversation } from '@enfilade/shared-contracts/conversation/testing/test-conversation';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { createPage } from '@enfilade/shared-contracts/visit/testing/create-page';
import { describe, expect, it, onTestFinished } from '@rstest/core';
import { FakeAudio } from '../testing/fake-audio.ts';
import { createTourPlayer, pauseMs } from './create-tour-player.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));
const somewhere: Tour = { phase: 'under-way', room: 1, rooms: 1, stop: 1, stops: 3, leftSeconds: 90, asks: 'next-stop', mark: '' };

/** A written visit whose guide is the test, and a player of its tour. */
function openTour({ isSilent = false } = {}) {
  const session = createSession(createPage());
  onTestFinished(() => session.dispose());
  session.arrive('6610a1b2c3d4e5f601000001', '6610a1b2c3d4e5f602000001');
  const talk = createTestConversation();
  talk.conversation.start('text');
  const audio = new FakeAudio();
  const spoken: string[] = [];
  const actions = new Map<string, () => void>();
  let speech = async (text: string) => {
    spoken.push(text);
    return new ArrayBuffer(1);
  };
  const player = createTourPlayer({
    api: { speak: (_, { text }) => speech(text) },
    clock: talk.clock,
    session,
    conversation: talk.conversation,
    wordOf: (action) => ({ begin: 'Begin the tour', yes: 'Yes', next: 'Next' })[action],
    pickVoice: () => (isSilent ? undefined : 'en-1'),
    audio: audio as unknown as HTMLAudioElement,
    page: {
      mediaSession: {
        metadata: null,
        playbackState: 'none',
        setActionHandler: (name: string, act: (() => void) | null) => (act ? actions.set(name, act) : actions.delete(name)),
      } as unknown as MediaSession,
      describe: () => null,
      createUrl: () => 'blob:sound',
      revokeUrl: () => undefined,
    },
  });
  onTestFinished(player.stop);
  return {
    player,
    talk,
    audio,
    spoken,
    actions,
    sent: () => talk.transports.flatMap(({ sent }) => sent.map(({ text }) => text)),
    /** The guide’s whole answer to what was sent last. */
    async answer(text: string, tour: Partial<Tour> = {}) {
      const { turn } = talk.state;
      talk.transport.emit({ type: 'tour', turn, tour: { ...somewhere, action: 'yes', ...tour } });
      talk.say(turn, text);
      talk.transport.emit({ type: 'turn-completed', turn });
      await settle();
    },
    /** What is being read is heard to its end. */
    async hear() {
      audio.emit('playing', 'ended');
      await settle();
    },
    pass: (ms: number) => talk.clock.pass(ms),
    breakSpeech() {
      speech = () => Promise.reject(new Error('no network'));
    },
  };
}

describe('the tour that plays by itself', () => {
  it('begins, reads each answer on the one element, and goes on after a pause until the tour is over', async () => {
    const { player, answer, hear, pass, sent, spoken } = openTour();
    player.play();
    expect([player.getState(), sent()]).toEqual(['waiting', ['Begin the tour']]);
    await answer('This is the vestibule.');
    await hear();
    expect(player.getState()).toBe('waiting');
    pass(pauseMs - 1);
    expect(sent()).toHaveLength(1);
    pass(1);
    await answer('This is the mirror.', { asks: 'next-room' });
    await hear();
    pass(pauseMs);
    await answer('That was the tour.', { phase: 'over' });
    await hear();
    pass(pauseMs);
    expect(sent()).toEqual(['Begin the tour', 'Yes', 'Yes']);
    expect(spoken).toEqual(['This is the vestibule.', 'This is the mirror.', 'That was the tour.']);
    expect(player.getState()).toBe('off');
  });

  it('reads the last stop again if it starts in mid-tour', async () => {
    const { player, answer, talk, sent, spoken } = openTour();
    talk.conversation.send('Begin the tour');
    await answer('This is the vestibule.');
    player.play();
    await settle();
    expect([spoken, sent()]).toEqual([['This is the vestibule.'], ['Begin the tour']]);
  });

  it('pauses and resumes where it was, also between two stops', async () => {
    const { player, answer, hear, pass, audio, sent } = openTour();
    player.play();
    await answer('This is the vestibule.');
    audio.emit('playing');
    player.pause();
    expect([player.getState(), audio.isPaused]).toEqual(['paused', true]);
    player.play();
    await hear();
    player.pause();
    pass(pauseMs);
    expect(sent()).toHaveLength(1);
    player.play();
    expect(sent()).toEqual(['Begin the tour', 'Yes']);
  });

  it('the keys of the lock screen play, pause, go on, go back 15 s, and begin the stop again', async () => {
    const { player, answer, audio, actions, sent } = openTour();
    player.play();
    await answer('This is the vestibule.');
    audio.emit('playing');
    audio.currentTime = 40;
    actions.get('seekbackward')?.();
    expect(audio.currentTime).toBe(25);
    actions.get('pause')?.();
    expect(player.getState()).toBe('paused');
    actions.get('play')?.();
    expect(audio.isPaused).toBe(false);
    actions.get('previoustrack')?.();
    await settle();
    expect(sent()).toEqual(['Begin the tour']);
    actions.get('nexttrack')?.();
    expect(sent()).toEqual(['Begin the tour', 'Yes']);
    player.stop();
    expect([...actions.keys()]).toEqual([]);
  });

  it('reads the answer to a question in between, and goes on with the tour', async () => {
    const { player, answer, hear, pass, talk, audio, spoken, sent } = openTour();
    player.play();
    await answer('This is the vestibule.');
    audio.emit('playing');
    talk.conversation.send('Who built it?');
    expect(audio.isPaused).toBe(true);
    await answer('A merchant did. Shall I go on?');
    await hear();
    pass(pauseMs);
    expect(spoken).toEqual(['This is the vestibule.', 'A merchant did. Shall I go on?']);
    expect(sent()).toEqual(['Begin the tour', 'Who built it?', 'Yes']);
  });

  it('stops if the guide does not begin the tour that it asked for', async () => {
    const { player, answer, hear, pass, sent } = openTour();
    player.play();
    await answer('There is no tour here.', { phase: 'before' });
    await hear();
    pass(pauseMs);
    expect([player.getState(), sent()]).toEqual(['off', ['Begin the tour']]);
  });

  it('says that the sound or the answer did not come, and tries again when it is played', async () => {
    const { player, answer, talk, breakSpeech } = openTour();
    breakSpeech();
    player.play();
    await answer('This is the vestibule.');
    expect(player.getState()).toBe('failed');
    player.play();
    expect(player.getState()).not.toBe('failed');
    await settle();
    talk.conversation.send('Who built it?');
    player.play();
    talk.transport.emit({ type: 'turn-failed', turn: talk.state.turn, failure: { category: 'network' } });
    expect(player.getState()).toBe('failed');
  });

  it('plays nothing in a language without a voice', async () => {
    const { player, answer } = openTour({ isSilent: true });
    player.play();
    await answer('This is the vestibule.');
    expect(player.getState()).toBe('failed');
  });
});
