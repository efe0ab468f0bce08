import { Button } from '@enfilade/shared-contracts/ui/button';
import { useEffect, useRef } from 'react';
import styles from '../styles/page.module.css';
import type { Translate } from '../texts/texts.ts';
import { describeFailure } from './failures.ts';

/** A page's heading, which gets the focus when the page or its name changes. */
export function PageHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another page
  useEffect(() => heading.current?.focus({ preventScroll: true }), [text]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  );
}

/** Why what a page shows could not be loaded, and a button to try again; until it is known, that it loads. */
export function Loading({ failure, reload, t }: { failure: unknown; reload(): Promise<void>; t: Translate }) {
  if (failure === undefined) return <p role="status">{t('shared:loading')}</p>;
  return (
    <div role="alert" className={styles['old']}>
      <p>{describeFailure(t, failure)}</p>
      <Button icon="retry" iconSide="start" onClick={() => void reload()}>
        {t('shared:retry')}
      </Button>
    </div>
  );
}
