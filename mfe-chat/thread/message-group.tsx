import type { ReactNode } from 'react';
import styles from './message-group.module.css';

interface MessageGroupProps {
  /** Others have come since: nothing in here grows any more. */
  isRead: boolean;
  children: ReactNode;
}

/** Some messages that follow each other. */
export function MessageGroup({ isRead, children }: MessageGroupProps) {
  return <div className={isRead ? styles['read'] : undefined}>{children}</div>;
}
