import styles from './styles/share-bar.module.css';

/** How many visitors get the version that is being tried, as a bar and in words. */
export function ShareBar({ percent, words }: { percent: number; words: string }) {
  return (
    <span className={styles['share']}>
      <svg className={styles['bar']} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect width="100" height="1" className={styles['rest']} />
        <rect width={percent} height="1" className={styles['part']} />
      </svg>
      <span>{words}</span>
    </span>
  );
}
