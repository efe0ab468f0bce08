import type { GuideApi } from '../../../api/guide-api.ts';
import { isUnderWay } from '../../../kit/audio-player.ts';
import type { Clock } from '../../../kit/clock.ts';
import { createLazy } from '../../../kit/create-lazy.ts';
import { createPlayer, type Playing, stateOf } from '../../../kit/create-player.ts';
import type { SettingsSource } from '../../../visit/session.ts';
import type { Speaker } from './create-speech.ts';

/** Why an answer is not read aloud, as keys of texts. */
export interface ReadingProblem {
  sentence: 'speech.network' | 'speech.notConfigured' | 'speech.configuration' | 'speech.busy' | 'speech.playback' | 'speech.other';
  /** For the sentence's `{{reason}}`. */
  reason?: 'speech.reason.voice' | 'speech.reason.upstream' | 'speech.reason.late' | 'speech.reason.request';
}

export type ReaderState = Playing<ReadingProblem>;

export type Reader = ReturnType<typeof createReader>;

interface ReaderOptions {
  api: Pick<GuideApi, 'speak' | 'checkConnection'>;
  clock: Clock;
  session: SettingsSource;
  /** Called at every start; undefined where the museum has no voice. May throw ApiError `refused`. */
  pickSpeaker(): Speaker | undefined;
  /** The browser's, unless a test passes its own. */
  createAudio?: (() => HTMLAudioElement) | undefined;
  code?: typeof speechCode;
}

/** One for the page; loaded at the first press. */
const speechCode = createLazy(() => import(/* webpackChunkName: "speech" */ './create-speech.ts'));

/** Reads texts aloud, one at a time. */
export function createReader({ api, clock, session, pickSpeaker, createAudio, code = speechCode }: ReaderOptions) {
  let speech: ReturnType<typeof import('./create-speech.ts').createSpeech> | undefined;
  const player = createPlayer<ReadingProblem>({
    ...{ clock, session, createAudio },
    explain: (error, signal) => speech?.explain(error, signal) ?? { sentence: 'speech.network' },
  });
  const listParts = async (text: string) => {
    speech ??= (await code.load()).createSpeech(api);
    return speech.listParts(text, pickSpeaker());
  };
  /** Reads plain text from its beginning, and ends any other reading. Call it within a tap, or after `allow`. */
  const read = (id: string, text: string) => player.play(id, listParts(text));
  return {
    ...player,
    read,
    /** Reads a text; stops it, or resumes it if it is paused. Call it within a tap. */
    toggle(id: string, text: string): void {
      const state = stateOf(player.getState(), id);
      if (state === 'paused') player.resume();
      else if (isUnderWay(state)) player.stop();
      else read(id, text);
    },
  };
}
