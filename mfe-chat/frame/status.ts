import type { Progress } from '@enfilade/shared-contracts/conversation/progress';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { Phase } from '../dictation/dictation-state.ts';

/** The museum's feedback form in the visitor's language, else the English one, if it has any. */
export function pickFeedbackUrl({ tabBar }: Pick<MuseumProfile, 'tabBar'>, language: Language): string | undefined {
  if (tabBar.kind !== 'guide-feedback') return undefined;
  return tabBar.feedbackUrls?.[language] ?? tabBar.feedbackUrls?.en;
}

/** Key of the status line's text, and the number it names. */
export interface Status {
  key: 'status.loading' | 'status.recording' | 'status.sending' | 'status.empty' | 'status.messages';
  count?: number;
}

/** What the visitor is doing comes first: their recording, then their message on its way. */
export function pickStatus(progress: Progress, messageCount: number, dictation: Phase): Status {
  if (dictation === 'recording') return { key: 'status.recording' };
  if (dictation === 'transcribing' || progress === 'thinking') return { key: 'status.sending' };
  if (messageCount > 0) return { key: 'status.messages', count: messageCount };
  return { key: progress === 'loading' ? 'status.loading' : 'status.empty' };
}
