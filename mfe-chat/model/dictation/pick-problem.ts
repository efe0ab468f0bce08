import type { FailureCategory } from '@enfilade/shared-contracts/voice/failure';
import type { MicrophoneProblem } from './dictation-state.ts';

const problems: Partial<Record<FailureCategory, MicrophoneProblem>> = {
  'microphone-denied': 'denied',
  'microphone-dismissed': 'dismissed',
  'microphone-missing': 'missing',
  'microphone-lost': 'missing',
  'microphone-busy': 'busy',
  insecure: 'insecure',
};

/** Why there is no recording; a failure without a known cause is the browser's. */
export const pickProblem = (category: FailureCategory | undefined): MicrophoneProblem => (category && problems[category]) ?? 'unsupported';
