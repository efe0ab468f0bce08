import styles from './exhibition-picture.module.css';

interface ExhibitionPictureProps {
  url: string;
  name: string | undefined;
}

export function ExhibitionPicture({ url, name }: ExhibitionPictureProps) {
  return (
    <figure className={styles['picture']}>
      {/* Loaded lazily, because a narrow screen hides the picture. */}
      <img className={styles['image']} src={url} alt="" loading="lazy" />
      {name && <figcaption className={styles['caption']}>{name}</figcaption>}
    </figure>
  );
}
