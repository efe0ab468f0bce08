import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useState } from 'react';

interface CopyLinkProps {
  t: Translate;
  onCopyLink(): Promise<boolean>;
}

/** For another browser. What became of it is said in the button itself: nothing moves. */
export function CopyLink({ t, onCopyLink }: CopyLinkProps) {
  const [word, setWord] = useState<'copyLink' | 'copied' | 'notCopied'>('copyLink');
  const copy = () => void onCopyLink().then((isCopied) => setWord(isCopied ? 'copied' : 'notCopied'));
  return (
    <Button kind="main" wide icon={word === 'copied' ? 'check' : 'copy'} iconSide="start" onClick={copy}>
      <span role="status">{t(`connect.${word}`)}</span>
    </Button>
  );
}
