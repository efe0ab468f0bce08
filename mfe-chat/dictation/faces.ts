import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import type { DictationView, MicrophoneProblem, Phase } from './dictation-state.ts';

/** The large key in the middle. */
interface MainKey {
  icon: IconName;
  word: string;
  /** Without it the key is closed and keeps its place. */
  does?: 'agree' | 'stop' | 'retry';
}

/** What the panel looks like, its words as keys of texts. */
export interface Face {
  /** meter: what is being said, as bars or words · message: sentences. */
  top: 'meter' | 'message';
  says: readonly string[];
  tips?: readonly string[];
  isAlarming?: true;
  /** The word on the key that leaves. */
  leave: string;
  main?: MainKey;
  showsTime?: true;
}

const waiting = 'action.loading';
const tips = ['dictation.tip.address', 'dictation.tip.device', 'dictation.tip.refresh'];
const askAgain: MainKey = { icon: 'retry', word: 'dictation.retry', does: 'retry' };
const refused = { top: 'message', isAlarming: true, leave: 'dictation.type' } as const;

const refusals: Record<MicrophoneProblem, Face> = {
  denied: { ...refused, says: ['dictation.required'], tips, main: askAgain },
  dismissed: { ...refused, says: ['dictation.required'], tips, main: askAgain },
  missing: { ...refused, says: ['dictation.missing'], main: askAgain },
  busy: { ...refused, says: ['dictation.busy'], main: askAgain },
  insecure: { ...refused, says: ['dictation.insecure'] },
  unsupported: { ...refused, says: ['dictation.unsupported'] },
};

const faces: Record<Exclude<Phase, 'idle' | 'refused'>, Face> = {
  notice: {
    top: 'message',
    says: ['dictation.notice'],
    leave: 'dictation.type',
    main: { icon: 'microphone', word: 'dictation.agree', does: 'agree' },
  },
  asking: { top: 'meter', says: ['dictation.asking'], leave: 'dictation.cancel', main: { icon: 'stop', word: waiting }, showsTime: true },
  recording: {
    top: 'meter',
    says: ['dictation.speakNow'],
    leave: 'dictation.discard',
    main: { icon: 'stop', word: 'dictation.stop', does: 'stop' },
    showsTime: true,
  },
  transcribing: {
    top: 'meter',
    says: ['dictation.transcribing'],
    leave: 'dictation.discard',
    main: { icon: 'stop', word: waiting },
    showsTime: true,
  },
  failed: {
    top: 'message',
    says: ['dictation.failed', 'dictation.kept'],
    isAlarming: true,
    leave: 'dictation.discard',
    main: askAgain,
    showsTime: true,
  },
  unheard: {
    top: 'message',
    says: ['dictation.nothingHeard'],
    leave: 'dictation.cancel',
    main: { icon: 'microphone', word: 'dictation.again', does: 'retry' },
  },
};

/** Undefined while the field has the panel's place. */
export function pickFace({ phase, problem }: DictationView): Face | undefined {
  if (phase === 'idle') return undefined;
  return phase === 'refused' ? refusals[problem ?? 'unsupported'] : faces[phase];
}
