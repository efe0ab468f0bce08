import { type ReactNode, useState } from 'react';
import styles from './picture.module.css';

interface PictureProps {
  url: string | undefined;
  /** In sight when the page opens: fetched before the others. */
  isFirst?: boolean;
  /** Soon in sight: fetched without waiting for it. */
  isNear?: boolean;
  /** What hangs there when the picture does not. */
  children?: ReactNode;
}

/** A picture that fills its frame. It is never the only bearer of a word, so it has no text of its own. */
export function Picture({ url, isFirst = false, isNear = isFirst, children }: PictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  if (!url || url === brokenUrl) return <div className={styles['gone']}>{children}</div>;
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
