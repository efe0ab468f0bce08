import type { Elements } from './elements.ts';
import styles from './styles/picture-beside.module.css';

export const conversationType = styles['conversation'];

interface PictureBesideProps {
  url: string;
  /** Shown if the picture is large enough. */
  label?: Elements;
  children: Elements;
}

/** Upright phones show no picture beside the content. */
export function PictureBeside({ url, label, children }: PictureBesideProps) {
  return (
    <div className={styles['frame']}>
      <div className={styles['picture']}>
        <img className={styles['image']} src={url} alt="" decoding="async" loading="lazy" />
        {label && <div className={styles['label']}>{label}</div>}
      </div>
      <div className={styles['body']}>{children}</div>
    </div>
  );
}

interface PictureAboveProps extends Pick<PictureBesideProps, 'url'> {
  className?: string | undefined;
}

/** For upright phones. */
export function PictureAbove({ url, className = '' }: PictureAboveProps) {
  return <img className={`${styles['above']} ${className}`} src={url} alt="" loading="lazy" />;
}

/** For upright phones. */
export function MuseumLine({ museumName }: { museumName: string }) {
  return <p className={styles['museum']}>{museumName}</p>;
}
