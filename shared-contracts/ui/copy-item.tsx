import { useState } from 'react';
import { canCopyText, copyText } from '../kit/copy-text.ts';
import { QuietButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { useScreen } from './screen-context.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

type CopyLabel = 'copy' | 'copy.done' | 'copy.failed';

interface CopyItemProps {
  readText(): string;
  /** Hides the label visually. */
  isSmall?: boolean;
}

/** Absent if the page has no clipboard. */
export function CopyItem({ readText, isSmall = false }: CopyItemProps) {
  const { t } = useScreen<CopyLabel>();
  const [label, setLabel] = useState<CopyLabel>('copy');
  if (!canCopyText()) return null;
  const copy = async () => setLabel((await copyText(readText())) ? 'copy.done' : 'copy.failed');
  return (
    <QuietButton onClick={() => void copy()} onBlur={() => setLabel('copy')}>
      <Icon name={label === 'copy.done' ? 'check' : 'copy'} />
      {isSmall ? <VisuallyHidden aria-live="polite">{t(label)}</VisuallyHidden> : <span aria-live="polite">{t(label)}</span>}
    </QuietButton>
  );
}
