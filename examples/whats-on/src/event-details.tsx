import styles from './event-details.module.css';
import type { HouseEvent } from './events.ts';
import type { Translate } from './use-texts.ts';

const facts = ['meet', 'price', 'access'] as const;

/** A chunk, which loads when the visitor opens the first details. */
export function EventDetails({ id, t }: { id: HouseEvent['id']; t: Translate }) {
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <div key={fact}>
          <dt>{t(fact)}</dt>
          <dd>{t(`${id}.${fact}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
