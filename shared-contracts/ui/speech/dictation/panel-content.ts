import type { IconName } from '../../glyphs.ts';
import type { TextKey } from '../texts/texts.ts';
import type { DictationView, MicrophoneProblem, Phase } from './dictation-state.ts';

interface MainKey {
  icon: IconName;
  label: TextKey;
  /** If the action is missing, the key is disabled and keeps its position. */
  action?: 'agree' | 'stop' | 'retry';
}

export interface PanelContent {
  /** meter: bars, and words of the browser's recogniser. */
  top: 'meter' | 'message';
  sentences: readonly [TextKey, ...TextKey[]];
  tips?: readonly TextKey[];
  isAlert?: true;
  closeLabel: TextKey;
  main?: MainKey;
  showsTime?: true;
}

const tips: readonly TextKey[] = ['dictation.tip.address', 'dictation.tip.device', 'dictation.tip.refresh'];
const retry: MainKey = { icon: 'retry', label: 'dictation.retry', action: 'retry' };
const refused = { top: 'message', isAlert: true, closeLabel: 'dictation.type' } as const;

const required: PanelContent = { ...refused, sentences: ['dictation.required'], tips, main: retry };
const unsupported: PanelContent = { ...refused, sentences: ['dictation.unsupported'] };

const contentOfProblem: Partial<Record<MicrophoneProblem, PanelContent>> = {
  'microphone-denied': required,
  'microphone-dismissed': required,
  'microphone-missing': { ...refused, sentences: ['dictation.missing'], main: retry },
  'microphone-busy': { ...refused, sentences: ['dictation.busy'], main: retry },
  insecure: { ...refused, sentences: ['dictation.insecure'] },
  unreachable: { ...refused, sentences: ['dictation.unreachable'] },
};

const wait: MainKey = { icon: 'stop', label: 'action.loading' };
const meter = (sentence: TextKey, closeLabel: TextKey, main: MainKey): PanelContent => ({
  top: 'meter',
  sentences: [sentence],
  closeLabel,
  main,
  showsTime: true,
});

const contentOfPhase: Record<Exclude<Phase, 'idle' | 'refused'>, PanelContent> = {
  notice: {
    top: 'message',
    sentences: ['dictation.notice'],
    closeLabel: 'dictation.type',
    main: { icon: 'microphone', label: 'dictation.agree', action: 'agree' },
  },
  asking: meter('dictation.asking', 'dictation.cancel', wait),
  recording: meter('dictation.speakNow', 'dictation.discard', { icon: 'stop', label: 'dictation.stop', action: 'stop' }),
  transcribing: meter('dictation.transcribing', 'dictation.discard', wait),
  failed: {
    top: 'message',
    sentences: ['dictation.failed', 'dictation.kept'],
    isAlert: true,
    closeLabel: 'dictation.discard',
    main: retry,
    showsTime: true,
  },
  unheard: {
    top: 'message',
    sentences: ['dictation.nothingHeard'],
    closeLabel: 'dictation.cancel',
    main: { icon: 'microphone', label: 'dictation.again', action: 'retry' },
  },
};

export function pickPanelContent({ phase, problem }: DictationView, isLocal: boolean): PanelContent | undefined {
  if (phase === 'idle') return undefined;
  if (phase === 'notice' && isLocal) return { ...contentOfPhase.notice, sentences: ['local.hears'] };
  if (phase === 'refused') return (problem && contentOfProblem[problem]) ?? unsupported;
  return contentOfPhase[phase];
}
