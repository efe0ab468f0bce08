import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useState } from 'react';
import styles from '../ui/styles/page.module.css';

interface GrantLinkProps {
  address: string;
  /** What it shows, and until when. */
  words: string;
  t: Translate;
}

/** The link itself: to be opened here, or copied for somebody else. */
export function GrantLink({ address, words, t }: GrantLinkProps) {
  const [copied, setCopied] = useState<boolean | undefined>(undefined);
  const copy = () => {
    // Absent on plain http, whatever the types say.
    const board = navigator.clipboard as Clipboard | undefined;
    if (!board) return setCopied(false);
    board.writeText(address).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className={styles['granted']}>
      <p>{words}</p>
      <p>
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      </p>
      <Button icon="copy" iconSide="start" onClick={copy}>
        {t('grant.copy')}
      </Button>
      <p role="status">{copied !== undefined && t(copied ? 'grant.copied' : 'grant.notCopied')}</p>
    </div>
  );
}
