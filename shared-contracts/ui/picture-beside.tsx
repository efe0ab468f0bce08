import type { ReactNode } from 'react';
import styles from './styles/picture-beside.module.css';

interface PictureBesideProps {
  /** Of the exhibition. */
  url: string;
  /** On the picture, where it is large enough. */
  label?: ReactNode;
  /** On a tablet it stands above, too. */
  isAbove?: boolean;
  children: ReactNode;
}

/** What is read, with the exhibition's picture beside it on a wide screen. */
export function PictureBeside({ url, label, isAbove, children }: PictureBesideProps) {
  return (
    <div className={`${styles['frame']} ${isAbove ? styles['above'] : ''}`}>
      <div className={styles['picture']}>
        <img src={url} alt="" decoding="async" loading="lazy" />
        {label && <div className={styles['label']}>{label}</div>}
      </div>
      <div className={styles['body']}>{children}</div>
    </div>
  );
}
