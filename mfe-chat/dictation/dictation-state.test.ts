import { describe, expect, it } from '@rstest/core';
import { type DictationEvent, type DictationState, silent, step } from './dictation-state.ts';

/** Through `events`, the phase after each; the attempt is counted by the first that begins. */
function pass(...events: DictationEvent[]) {
  let state: DictationState = silent;
  return events.map((event) => {
    const taken = step(state, event);
    state = taken?.state ?? state;
    return [state.phase, ...(taken?.commands ?? [])].join(' ');
  });
}
const begun = { type: 'begun', needsNotice: false } as const;
const granted = { type: 'granted', attempt: 1 } as const;
const stopped = { type: 'stopped' } as const;

describe('dictating', () => {
  it('goes from the question for the microphone to the words', () => {
    expect(pass(begun, granted, stopped, { type: 'understood', attempt: 1 })).toEqual([
      'asking ask',
      'recording record',
      'transcribing finish transcribe',
      'idle hand-over end',
    ]);
  });

  it('tells where the sound goes before the microphone is asked for', () => {
    expect(pass({ type: 'begun', needsNotice: true }, granted, { type: 'agreed' })).toEqual(['notice', 'notice', 'asking ask']);
    expect(pass({ type: 'begun', needsNotice: true }, { type: 'discarded' })).toEqual(['notice', 'idle']);
  });

  it('keeps a recording that could not be understood, and sends it again', () => {
    const failed = pass(begun, granted, stopped, { type: 'broke', attempt: 1 }, { type: 'retried' }, { type: 'understood', attempt: 2 });
    expect(failed.slice(3)).toEqual(['failed', 'transcribing transcribe', 'idle hand-over end']);
  });

  it('takes what exists when the system takes the microphone or the time is up', () => {
    expect(pass(begun, granted, { type: 'ran-out', attempt: 1 }).at(-1)).toBe('transcribing finish transcribe');
  });

  it('does not record when the microphone comes after it was stopped, discarded or begun anew', () => {
    expect(pass(begun, stopped, granted)).toEqual(['asking ask', 'idle end', 'idle']);
    expect(pass(begun, { type: 'discarded' }, begun, granted).at(-1)).toBe('asking');
  });

  it('records again where nothing was heard, and asks again where it was refused', () => {
    expect(pass(begun, granted, stopped, { type: 'unheard', attempt: 1 }, begun).slice(3)).toEqual(['unheard end', 'asking ask']);
    expect(pass(begun, { type: 'refused', attempt: 1, problem: 'denied' }, begun).slice(1)).toEqual(['refused end', 'asking ask']);
  });
});
