import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { Eyebrow } from '@enfilade/shared-contracts/ui/eyebrow';
import { useId } from 'react';
import { ActionBar, PageTop, takeFocus } from '../screens/page-parts.tsx';
import styles from './end-view.module.css';

interface EndPageFrameProps {
  museum: Museum;
  title: string;
  eyebrow?: string;
  /** Above the page on a phone. */
  picture?: Elements;
  /** At the bottom, within reach of a thumb. */
  actions: Elements;
  children: Elements;
}

/** The heading takes the focus, so that screen readers announce the page. */
export function EndPageFrame({ museum, title, eyebrow, picture, actions, children }: EndPageFrameProps) {
  return (
    <div className={styles['sheet']}>
      <PageTop museum={museum} />
      {picture && <div className={styles['scene']}>{picture}</div>}
      <main className={styles['page']}>
        <div className={styles['head']}>
          {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
          <h1 ref={takeFocus} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {children}
      </main>
      <ActionBar>{actions}</ActionBar>
    </div>
  );
}

export function Part({ title, children }: { title: string; children: Elements }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className={styles['part']}>
      <h2 id={id}>{title}</h2>
      {children}
    </Card>
  );
}

/** Absent if the browser cannot share. */
export function ShareButton({ data, children }: { data(): ShareData; children: string }) {
  if (typeof navigator.share !== 'function') return null;
  // `share` rejects if the visitor closes the browser's dialog.
  return <Button onClick={() => void navigator.share(data()).catch(() => undefined)}>{children}</Button>;
}
