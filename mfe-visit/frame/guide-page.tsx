import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { focusLog } from '@enfilade/shared-contracts/ui/focus-log';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import type { ComponentProps } from 'react';
import styles from './guide-page.module.css';

interface GuidePageProps extends ComponentProps<'div'> {
  avatar: ComponentProps<typeof GuideAvatar>['state'];
  figure?: Elements;
  buttons: Elements;
  children: Elements;
}

export function GuidePage({ avatar, figure, buttons, className, children, ...native }: GuidePageProps) {
  return (
    <div {...native} ref={focusPanelOnRemoval} className={[styles['frame'], className].filter(Boolean).join(' ')}>
      <div className={styles['page']}>
        {figure ?? (
          <div className={styles['avatar']}>
            <GuideAvatar state={avatar} size="100%" />
          </div>
        )}
        {children}
      </div>
      <div className={styles['buttons']}>{buttons}</div>
    </div>
  );
}

/** The pressed button disappears with the page, so the focus moves to the panel. */
function focusPanelOnRemoval(page: HTMLDivElement) {
  return () => {
    if (page.contains(document.activeElement)) focusLog(page);
  };
}
