import styles from './exhibition-picture.module.css';

interface ExhibitionPictureProps {
  url: string;
  /** Of the exhibition. */
  name: string | undefined;
}

/** The chosen exhibition's picture and name, if the width allows. */
export function ExhibitionPicture({ url, name }: ExhibitionPictureProps) {
  return (
    <figure className={styles['picture']}>
      {/* Loaded lazily, because it may be hidden. */}
      <img className={styles['image']} src={url} alt="" loading="lazy" />
      {name && <figcaption className={styles['caption']}>{name}</figcaption>}
    </figure>
  );
}
