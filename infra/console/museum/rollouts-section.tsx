import { versionList } from '../model/trail-words.ts';
import { OrderOutcome } from '../ui/order-box.tsx';
import styles from '../ui/styles/page.module.css';
import { useOrder } from '../use-order.ts';
import type { MuseumDesk } from './museum-desk.ts';
import { RolloutRow } from './rollout-row.tsx';
import { RolloutStart } from './rollout-start.tsx';

/** Ended rollouts that are still worth a line. */
const mostEnded = 3;

/** What is being tried on a part of the visitors, and the start of another trial. */
export function RolloutsSection({ desk }: { desk: MuseumDesk }) {
  const { tools, details, running, reload } = desk;
  const { t, formats } = tools;
  const orders = useOrder(t, reload);
  // The overview is fresher than the details: a share that another operator raised shows within seconds.
  const live = running.rollouts.filter(({ halted }) => halted === null);
  const ended = details.rollouts
    .filter(({ halted }) => halted !== null)
    .slice(-mostEnded)
    .reverse();
  return (
    <section className={styles['section']}>
      <h2>{t('rollout.title')}</h2>
      <OrderOutcome desk={orders} />
      {live.length === 0 && <p>{t('rollout.none')}</p>}
      {live.length > 0 && (
        <ul className={styles['rows']}>
          {live.map((rollout) => (
            <RolloutRow key={rollout.id} rollout={rollout} desk={desk} orders={orders} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <ul className={styles['notes']}>
          {ended.map(({ id, versions, startedAt, halted }) => (
            <li key={id}>{t(`rollout.ended.${halted}`, { versions: versionList(versions), time: formats.time(startedAt) })}</li>
          ))}
        </ul>
      )}
      <RolloutStart desk={desk} orders={orders} />
    </section>
  );
}
