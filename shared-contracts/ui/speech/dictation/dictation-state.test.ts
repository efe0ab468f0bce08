import { describe, expect, it } from '@rstest/core';
import { type DictationEvent, type DictationState, initialState, pickTransition } from './dictation-state.ts';

/** The phase and the commands after each of `events`. */
function pass(...events: DictationEvent[]) {
  let state: DictationState = initialState;
  return events.map((event) => {
    const transition = pickTransition(state, event);
    state = transition?.state ?? state;
    return [state.phase, ...(transition?.commands ?? [])].join(' ');
  });
}
const started = { type: 'started', needsNotice: false } as const;
const granted = { type: 'granted', attempt: 1 } as const;
const stopped = { type: 'stopped' } as const;

describe('dictation', () => {
  it('dictation leads from the prompt to the words', () => {
    expect(pass(started, granted, stopped, { type: 'transcribed', attempt: 1 })).toEqual([
      'asking ask',
      'recording record',
      'transcribing finish transcribe',
      'idle deliver end',
    ]);
  });

  it('dictation says where the sound goes before it asks for the microphone', () => {
    expect(pass({ type: 'started', needsNotice: true }, granted, { type: 'agreed' })).toEqual(['notice', 'notice', 'asking ask']);
    expect(pass({ type: 'started', needsNotice: true }, { type: 'discarded' })).toEqual(['notice', 'idle']);
  });

  it('dictation keeps a recording that could not be transcribed, and sends it again', () => {
    const failed = pass(
      started,
      granted,
      stopped,
      { type: 'failed', attempt: 1 },
      { type: 'retried' },
      { type: 'transcribed', attempt: 2 },
    );
    expect(failed.slice(3)).toEqual(['failed', 'transcribing transcribe', 'idle deliver end']);
  });

  it('dictation counts what was recorded when the system takes the microphone or the time is up', () => {
    expect(pass(started, granted, { type: 'cut-off', attempt: 1 }).at(-1)).toBe('transcribing finish transcribe');
  });

  it('dictation does not record when the microphone comes after it was stopped, discarded or started again', () => {
    expect(pass(started, stopped, granted)).toEqual(['asking ask', 'idle end', 'idle']);
    expect(pass(started, { type: 'discarded' }, started, granted).at(-1)).toBe('asking');
  });

  it('dictation records again where nothing was heard, and asks again where it was refused', () => {
    expect(pass(started, granted, stopped, { type: 'unheard', attempt: 1 }, started).slice(3)).toEqual(['unheard end', 'asking ask']);
    expect(pass(started, { type: 'refused', attempt: 1, problem: 'denied' }, started).slice(1)).toEqual(['refused end', 'asking ask']);
  });
});
