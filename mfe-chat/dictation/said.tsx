import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { useEffect, useState } from 'react';
import type { DictationView, Live } from './dictation-view.ts';
import { pickSecondsLeft, warningSeconds } from './recording-limit.ts';
import type { Face } from './faces.ts';

interface SaidProps {
  face: Face;
  view: DictationView;
  live: ReadableStore<Live>;
  t: Translate;
}

/** Each state once, for those who do not see it; the warning without its counting. */
export function Said({ face, view, live, t }: SaidProps) {
  const isEnding = useStore(live, ({ seconds }) => pickSecondsLeft(seconds, view.limitSeconds) !== undefined);
  const isWarned = view.phase === 'recording' && isEnding;
  const keys = [...face.says, ...(face.tips ?? [])];
  const text = isWarned ? t('dictation.ending', { count: warningSeconds }) : keys.map((key) => t(key)).join(' ');
  // What stands in a region when it appears is not read out.
  const [said, setSaid] = useState('');
  useEffect(() => setSaid(text), [text]);
  return (
    <VisuallyHidden as="p" role="status">
      {said}
    </VisuallyHidden>
  );
}
