import { type ReactNode, useState } from 'react';
import styles from './picture.module.css';

interface PictureProps {
  url: string | undefined;
  /** The picture is visible when the page opens, so it is fetched first. */
  isFirst?: boolean;
  /** The picture is visible soon, so it is fetched at once. */
  isNear?: boolean;
  /** Shown without a picture, or if the picture fails to load. */
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
