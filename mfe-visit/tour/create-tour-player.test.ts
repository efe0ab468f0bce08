import type { Tour } from '@enfilade/shared-contracts/api/schemas';
import { createTestConversation } from '@enfilade/shared-contracts/conversation/testing/test-conversation';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { Reader, ReaderState } from '@enfilade/shared-contracts/ui/speech/reading/create-reader';
import { expect, it, onTestFinished } from '@rstest/core';
import { connectLockScreen, createTourPlayer, pauseMs } from './create-tour-player.ts';

const somewhere: Tour = { phase: 'under-way', room: 1, rooms: 1, stop: 1, stops: 3, leftSeconds: 90, asks: 'next-stop', mark: '' };

/** The test plays guide and reader. */
function openTour() {
  const talk = createTestConversation();
  talk.conversation.start('text');
  const { set: setReading, ...reading } = createStore<ReaderState>({ id: undefined, state: 'stopped', seconds: 0 });
  const become = (state: ReaderState['state']) => setReading({ ...reading.getState(), state });
  const spoken: string[] = [];
  const done: string[] = [];
  const reader = {
    ...reading,
    allow: () => void done.push('allow'),
    read(id: string, text: string) {
      spoken.push(text);
      setReading({ id, state: 'loading', seconds: 0 });
    },
    pause: () => become('paused'),
    resume: () => become('playing'),
    rewind: (seconds: number) => void done.push(`back ${seconds} s`),
    stop: () => become('stopped'),
  };
  const actions = new Map<string, () => void>();
  const mediaSession = {
    metadata: null,
    playbackState: 'none',
    setActionHandler: (name: string, act: (() => void) | null) => (act ? actions.set(name, act) : actions.delete(name)),
  };
  const player = createTourPlayer({
    ...{ clock: talk.clock, conversation: talk.conversation },
    reader: reader as unknown as Reader,
    wordOf: (action) => ({ begin: 'Begin the tour', yes: 'Yes', next: 'Next' })[action],
  });
  connectLockScreen(player, mediaSession as unknown as MediaSession, () => null);
  onTestFinished(player.stop);
  return {
    ...{ player, talk, spoken, done, actions, reader, mediaSession, become },
    sent: () => talk.transports.flatMap(({ sent }) => sent.map(({ text }) => text)),
    answer(text: string, tour: Partial<Tour> = {}) {
      const { turn } = talk.state;
      talk.transport.emit({ type: 'tour', turn, tour: { ...somewhere, action: 'yes', ...tour } });
      talk.say(turn, text);
      talk.transport.emit({ type: 'turn-completed', turn });
    },
    hear() {
      become('playing');
      become('complete');
    },
    pass: (ms: number) => talk.clock.pass(ms),
  };
}

function startTour() {
  const opened = openTour();
  opened.player.play();
  opened.answer('This is the vestibule.');
  return opened;
}

it('The player begins the tour, reads each answer, and continues after a pause until the tour is over', () => {
  const { player, answer, hear, pass, sent, spoken, done } = openTour();
  player.play();
  expect([player.getState(), sent(), done]).toEqual(['waiting', ['Begin the tour'], ['allow']]);
  answer('This is the vestibule.');
  hear();
  expect(player.getState()).toBe('waiting');
  pass(pauseMs - 1);
  expect(sent()).toHaveLength(1);
  pass(1);
  answer('This is the mirror.', { asks: 'next-room' });
  hear();
  pass(pauseMs);
  answer('That was the tour.', { phase: 'over' });
  hear();
  pass(pauseMs);
  expect(sent()).toEqual(['Begin the tour', 'Yes', 'Yes']);
  expect(spoken).toEqual(['This is the vestibule.', 'This is the mirror.', 'That was the tour.']);
  expect(player.getState()).toBe('off');
});

it('A player started in mid-tour reads the last stop again', () => {
  const { player, answer, talk, sent, spoken } = openTour();
  talk.conversation.send('Begin the tour');
  answer('This is the vestibule.');
  player.play();
  expect([spoken, sent()]).toEqual([['This is the vestibule.'], ['Begin the tour']]);
});

it('The player pauses and resumes at its position, also between two stops', () => {
  const { player, hear, pass, reader, become, sent, mediaSession } = startTour();
  become('playing');
  player.pause();
  expect([player.getState(), reader.getState().state, mediaSession.playbackState]).toEqual(['paused', 'paused', 'paused']);
  player.play();
  expect([player.getState(), mediaSession.playbackState]).toEqual(['playing', 'playing']);
  hear();
  player.pause();
  pass(pauseMs);
  expect(sent()).toHaveLength(1);
  player.play();
  expect(sent()).toEqual(['Begin the tour', 'Yes']);
});

it('The keys of the lock screen play, pause, continue, go back 15 s, and restart the stop', () => {
  const { player, become, done, actions, sent, spoken } = startTour();
  become('playing');
  actions.get('seekbackward')?.();
  expect(done.at(-1)).toBe('back 15 s');
  actions.get('pause')?.();
  expect(player.getState()).toBe('paused');
  actions.get('play')?.();
  expect(player.getState()).toBe('playing');
  actions.get('previoustrack')?.();
  expect([spoken.length, sent().length]).toEqual([2, 1]);
  actions.get('nexttrack')?.();
  expect(sent()).toEqual(['Begin the tour', 'Yes']);
  player.stop();
  expect([...actions.keys()]).toEqual([]);
});

it('The player reads the answer to a question in between, and continues the tour', () => {
  const { player, answer, hear, pass, talk, become, reader, spoken, sent } = startTour();
  become('playing');
  talk.conversation.send('Who built it?');
  expect([reader.getState().state, player.getState()]).toEqual(['stopped', 'waiting']);
  answer('A merchant did. Shall I go on?');
  hear();
  pass(pauseMs);
  expect(spoken).toEqual(['This is the vestibule.', 'A merchant did. Shall I go on?']);
  expect(sent()).toEqual(['Begin the tour', 'Who built it?', 'Yes']);
});

it('The player pauses if the visitor stops the reading or hears another answer, and then continues', () => {
  const { player, answer, hear, pass, become, reader, sent } = startTour();
  become('stopped');
  expect(player.getState()).toBe('paused');
  player.play();
  answer('This is the mirror.');
  hear();
  reader.read('an older answer', 'It is old.');
  pass(pauseMs);
  expect([player.getState(), sent()]).toEqual(['paused', ['Begin the tour', 'Yes']]);
  player.play();
  expect(sent()).toEqual(['Begin the tour', 'Yes', 'Yes']);
});

it('A paused player stops if the visitor ends the tour', () => {
  const { player, answer, talk } = startTour();
  player.pause();
  talk.conversation.send('End the tour');
  answer('That was the tour.', { phase: 'over' });
  expect(player.getState()).toBe('off');
});

it('The player stops if the guide does not begin the tour', () => {
  const { player, answer, hear, pass, sent } = openTour();
  player.play();
  answer('There is no tour here.', { phase: 'before' });
  hear();
  pass(pauseMs);
  expect([player.getState(), sent()]).toEqual(['off', ['Begin the tour']]);
});

it('The player reports a missing sound or answer, and tries again at the next press of Play', () => {
  const { player, talk, become, spoken } = startTour();
  become('error');
  expect(player.getState()).toBe('failed');
  player.play();
  expect([player.getState(), spoken.length]).toEqual(['playing', 2]);
  talk.conversation.send('Who built it?');
  talk.transport.emit({ type: 'turn-failed', turn: talk.state.turn, failure: { category: 'network' } });
  expect(player.getState()).toBe('failed');
});
