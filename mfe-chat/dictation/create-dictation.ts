import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { pickRate } from './decode-recording.ts';
import { type DictationEvent, type DictationState, silent } from './dictation-state.ts';
import type { DictationView, Live, Means } from './dictation-view.ts';
import { pickLimitSeconds } from './recording-limit.ts';
import { step } from './step.ts';
import { createDictationWork, type WorkOptions } from './dictation-work.ts';
import { createLiveMeter } from './create-live-meter.ts';

type DictationOptions = Pick<WorkOptions, 'page' | 'clock' | 'language' | 'transcribe' | 'onWords'>;

export interface Dictation extends ReadableStore<DictationView> {
  readonly live: ReadableStore<Live>;
  begin(means: Means, needsNotice: boolean): void;
  /** What the visitor does. `discarded` ends everything that was begun. */
  tell(event: DictationEvent<'agreed' | 'stopped' | 'retried' | 'discarded'>): void;
}

/** One recording after another, from the question for the microphone to the words. */
export function createDictation(options: DictationOptions): Dictation {
  const rate = pickRate(options.page);
  const meter = createLiveMeter(options.clock);
  const listeners = new Set<(now: DictationView, before: DictationView) => void>();
  let state = silent;
  let means: Means = 'site';
  let view = viewOf(state, means, rate);

  const tell = (event: DictationEvent): boolean => {
    const taken = step(state, event);
    if (!taken) return false;
    state = taken.state;
    for (const command of taken.commands) work[command](taken.state.attempt);
    // Where a command told of its own end, the newest state was shown already.
    const before = view;
    view = viewOf(state, means, rate);
    for (const listener of listeners) listener(view, before);
    return true;
  };
  const work = createDictationWork({ ...options, rate, meter, means: () => means, tell });

  return {
    live: meter,
    getState: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    begin(wanted, needsNotice) {
      const begun = { type: 'begun', needsNotice } as const;
      // What runs goes on by the means it was begun with.
      if (step(state, begun)) means = wanted;
      tell(begun);
    },
    tell,
  };
}

const viewOf = ({ phase, problem }: DictationState, means: Means, rate: number): DictationView => ({
  phase,
  problem,
  means,
  limitSeconds: pickLimitSeconds(rate),
});
