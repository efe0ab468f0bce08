import { type ReactNode, useState } from 'react';
import styles from './picture.module.css';

interface PictureProps {
  url: string | undefined;
  isFirst?: boolean;
  isNear?: boolean;
  /** The picture's replacement if the URL is missing or fails to load. */
  children?: ReactNode;
}

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
