import { DictationPanel } from '../dictation/dictation-panel.tsx';
import { type DictationView, emptyMeter, type Meter } from '../dictation/dictation-state.ts';
import type { ReaderState } from '../reading/create-reader.ts';
import type { Speech } from '../use-speech.ts';

const nothing = () => undefined;

export function fakeDictation(view: Partial<DictationView>, meter: Partial<Meter> = {}, isLocal = false): Speech['dictation'] {
  const state = { ...emptyMeter, ...meter };
  return {
    isOffered: true,
    opening: undefined,
    view: { phase: 'idle', problem: undefined, recogniser: 'site', ...view },
    Panel: DictationPanel,
    meter: { getState: () => state, subscribe: () => nothing },
    isLocal,
    prepare: nothing,
    start: nothing,
    stop: nothing,
    discard: nothing,
    retry: nothing,
    agree: nothing,
  };
}

/** The state is of the answer `a`. */
export const fakeReader = (state: Omit<ReaderState, 'id' | 'seconds'>): Speech['reader'] => {
  const shown = { id: 'a', seconds: 0, ...state };
  const acts = {
    allow: nothing,
    play: nothing,
    read: nothing,
    toggle: nothing,
    pause: nothing,
    resume: nothing,
    seek: nothing,
    rewind: nothing,
  };
  return { ...acts, getState: () => shown, subscribe: () => nothing, stop: nothing };
};

export const spokenLevels = Array.from({ length: 24 }, (_, index) => 0.2 + 0.7 * Math.abs(Math.sin(index)));

export const fakeSayAgain = (state: Speech['sayAgain']['state']): Speech['sayAgain'] => ({
  state,
  isReading: false,
  fulfil: () => false,
  fulfilMessage: () => false,
  wishOf: () => undefined,
});
