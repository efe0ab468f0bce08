import { type ReactNode, useState } from 'react';
import styles from './picture.module.css';

interface PictureProps {
  url: string | undefined;
  /** Visible when the page opens: fetched before the others. */
  isFirst?: boolean;
  /** Visible soon: fetched at once. */
  isNear?: boolean;
  /** Shown if there is no picture, or if it cannot be loaded. */
  children?: ReactNode;
}

/** A decorative picture that fills its frame. */
export function Picture({ url, isFirst = false, isNear = isFirst, children }: PictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  if (!url || url === brokenUrl) return <div className={styles['placeholder']}>{children}</div>;
  return (
    <img
      className={styles['picture']}
      src={url}
      alt=""
      loading={isNear ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBrokenUrl(url)}
    />
  );
}
