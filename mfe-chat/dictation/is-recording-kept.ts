import type { Phase } from './dictation-state.ts';

const kept: ReadonlySet<Phase> = new Set<Phase>(['asking', 'recording', 'transcribing', 'failed']);

/** Whether there is a recording, or is about to be, that would be lost with the screen. */
export const isRecordingKept = (phase: Phase): boolean => kept.has(phase);
