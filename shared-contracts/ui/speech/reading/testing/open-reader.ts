import { createHandClock } from '../../../../kit/testing/hand-clock.ts';
import { createSettingsSource } from '../../../../visit/testing/settings-source.ts';
import { createReader } from '../create-reader.ts';
import { createFakePage, createFakeSpeech, flushPromises } from './fake-sound.ts';

const visit = {
  museumId: '6610a1b2c3d4e5f601000001',
  exhibitionId: '6610a1b2c3d4e5f602000001',
  language: 'en',
  visitMode: 'guided',
  answers: {},
} as const;

/** Each long enough to be a piece of its own beside the first. */
export const sentences = [
  'The first sentence is long enough to stand alone.',
  `${'Long '.repeat(110)}second.`,
  `${'Long '.repeat(110)}third.`,
];
export const threePieces = sentences.join(' ');

/** A reader on a fake page with speech that comes by hand. */
export function openReader({ isBlocked = false } = {}) {
  const sound = createFakePage({ isBlocked });
  const { api, asked, checks, disconnect } = createFakeSpeech();
  const clock = createHandClock();
  let voiceId = 'en-1';
  const session = createSettingsSource();
  const options = { api, clock, page: sound.page, session, pickSpeaker: () => ({ voiceId, visit }) };
  const reader = createReader(options);
  const states: string[] = [];
  reader.subscribe(({ state }) => states.push(state));
  return {
    ...sound,
    options,
    asked,
    checks,
    disconnect,
    clock,
    reader,
    states,
    changeSettings: session.change,
    chooseVoice(next: string) {
      voiceId = next;
    },
    /** The piece that was asked for last arrives. */
    async come(seconds: number) {
      asked.at(-1)?.come(seconds);
      await flushPromises();
    },
    async fail(error: Error) {
      asked.at(-1)?.fail(error);
      await flushPromises();
    },
    async pass(seconds: number) {
      sound.newest().pass(seconds);
      await flushPromises();
    },
    listen: (id = 'a', text = threePieces) => {
      reader.toggle(id, text);
      return flushPromises();
    },
  };
}
