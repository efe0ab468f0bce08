import type { Elements } from './elements.ts';
import styles from './styles/picture-beside.module.css';

/** Class of a conversation's container: its type size on a large desk screen. */
export const conversationType = styles['conversation'];

interface PictureBesideProps {
  /** Of the exhibition. */
  url: string;
  /** On the picture, if it is large enough. */
  label?: Elements;
  children: Elements;
}

/** What is read, with the exhibition's picture beside it on everything wider than an upright phone. */
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

/** On an upright phone: the picture in the free space about the guide's first words. */
export function PictureAbove({ url, className = '' }: PictureAboveProps) {
  return <img className={`${styles['above']} ${className}`} src={url} alt="" loading="lazy" />;
}

/** Above the guide's first words there. */
export function MuseumLine({ museumName }: { museumName: string }) {
  return <p className={styles['museum']}>{museumName}</p>;
}
