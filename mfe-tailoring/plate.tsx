import styles from './plate.module.css';

/** The question's number, pressed blind into the paper; gone where the room is needed. */
export function Plate({ number }: { number: number }) {
  return (
    <div className={styles['plate']} aria-hidden="true">
      <b>{number}</b>
    </div>
  );
}
