import styles from './welcome.module.css';

/** Who is here and what one can do, before anything was said; no turn of the conversation. */
export function Welcome({ words }: { words: string }) {
  return <p className={styles['words']}>{words}</p>;
}
