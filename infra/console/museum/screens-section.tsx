import { OrderOutcome } from '../ui/order-box.tsx';
import styles from '../ui/styles/page.module.css';
import { useOrder } from '../use-order.ts';
import type { MuseumDesk } from './museum-desk.ts';
import { ScreenPin } from './screen-pin.tsx';
import { remotesOf } from './use-details.ts';

/** What each screen runs, and the choice of another version. */
export function ScreensSection({ desk }: { desk: MuseumDesk }) {
  const { tools, museumId, reload } = desk;
  const orders = useOrder(tools.t, reload);
  return (
    <section className={styles['section']}>
      <h2>{tools.t('screens.title')}</h2>
      <OrderOutcome desk={orders} />
      <ul className={styles['rows']}>
        {remotesOf(museumId).map((name) => (
          <ScreenPin key={name} name={name} desk={desk} orders={orders} />
        ))}
      </ul>
    </section>
  );
}
