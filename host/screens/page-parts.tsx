import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import type { ComponentProps, ReactNode } from 'react';
import styles from './action-bar.module.css';
import { useHost } from './host-services.ts';

export function PageTop(props: Pick<ComponentProps<typeof TopBar>, 'museum' | 'lead'>) {
  const { i18n, session } = useHost();
  return <TopBar {...props} i18n={i18n} session={session} />;
}

export function ActionBar({ children }: { children: ReactNode }) {
  return <footer className={styles['bar']}>{children}</footer>;
}

/** A ref of an element that gets the focus when it appears. Screen readers announce the page that receives the focus. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
