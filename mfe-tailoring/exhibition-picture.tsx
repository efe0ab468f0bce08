import styles from './exhibition-picture.module.css';

interface ExhibitionPictureProps {
  url: string;
  /** Of the exhibition. */
  name: string | undefined;
}

/** The chosen exhibition as its visit will show it, with its label; only where there is room beside the question. */
export function ExhibitionPicture({ url, name }: ExhibitionPictureProps) {
  return (
    <figure className={styles['picture']}>
      {/* Not fetched where it is not shown. */}
      <img src={url} alt="" loading="lazy" />
      {name && <figcaption className={styles['caption']}>{name}</figcaption>}
    </figure>
  );
}
