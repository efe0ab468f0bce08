import type { Elements } from './elements.ts';
import styles from './styles/picture-beside.module.css';

/** Class of a conversation's container, for its type size on large screens. */
export const conversationType = styles['conversation'];

interface PictureBesideProps {
  /** URL of the exhibition's picture. */
  url: string;
  /** Shown on a picture that is large enough. */
  label?: Elements;
  children: Elements;
}

/** Content with the exhibition's picture beside it, except on upright phones. */
export function PictureBeside({ url, label, children }: PictureBesideProps) {
  return (
    <div className={styles['frame']}>
      <div className={styles['picture']}>
        <img src={url} alt="" decoding="async" loading="lazy" />
        {label && <div className={styles['label']}>{label}</div>}
      </div>
      <div className={styles['body']}>{children}</div>
    </div>
  );
}

interface PictureAboveProps extends Pick<PictureBesideProps, 'url'> {
  className?: string | undefined;
}

/** On upright phones, the picture above the guide's first words. */
export function PictureAbove({ url, className = '' }: PictureAboveProps) {
  return <img className={`${styles['above']} ${className}`} src={url} alt="" loading="lazy" />;
}

/** The museum's name above the guide's first words, on upright phones. */
export function MuseumLine({ museumName }: { museumName: string }) {
  return <p className={styles['museum']}>{museumName}</p>;
}
