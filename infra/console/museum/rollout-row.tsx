import { Button } from '@enfilade/shared-contracts/ui/button';
import { useState } from 'react';
import type { OrderDesk } from '../model/order.ts';
import type { RolloutView } from '../model/shapes.ts';
import { parseShare } from '../model/share.ts';
import { versionList } from '../model/trail-words.ts';
import { OrderBox } from '../ui/order-box.tsx';
import { ShareBar } from '../ui/share-bar.tsx';
import { ShareFields } from '../ui/share-fields.tsx';
import styles from '../ui/styles/page.module.css';
import type { MuseumDesk } from './museum-desk.ts';

interface RolloutRowProps {
  rollout: RolloutView;
  desk: MuseumDesk;
  orders: OrderDesk;
}

/** A rollout that is under way: its share now, another share, its end. */
export function RolloutRow({ rollout: { id, versions: set, percent, startedAt, tried }, desk, orders }: RolloutRowProps) {
  const { museumId, whom, tools } = desk;
  const { t, formats, client } = tools;
  const [share, setShare] = useState<string | undefined>(undefined);
  const typed = share ?? String(percent);
  const next = parseShare(typed);
  const versions = versionList(set);
  const [from, to] = [formats.percent(percent), formats.percent(next ?? percent)];
  const askChange = () =>
    next !== undefined &&
    orders.ask({
      at: id,
      verb: t('rollout.changeVerb', { to }),
      words: [t('rollout.changeWords', { whom, versions, from, to })],
      send: async () => {
        await client.changeRollout({ museumId, id, percent: next });
        setShare(undefined);
        return t('rollout.changeDone', { versions, to });
      },
    });
  const askHalt = () =>
    orders.ask({
      at: id,
      verb: t('rollout.haltVerb'),
      words: [t('rollout.haltWords', { whom, versions, from })],
      send: async () => {
        await client.haltRollout({ museumId, id });
        return t('rollout.haltDone', { versions });
      },
    });
  return (
    <li>
      <div className={styles['trial']}>
        <h3>{versions}</h3>
        <ShareBar percent={percent} words={t('rollout.since', { percent: from, time: formats.time(startedAt) })} />
        {tried && <p className={styles['hint']}>{t('rollout.tried', { count: tried.loads, failures: tried.failures })}</p>}
        <ShareFields share={typed} t={t} onChange={setShare} />
        <div className={styles['buttons']}>
          <Button aria-disabled={next === undefined || next === percent} onClick={askChange}>
            {t('rollout.change')}
          </Button>
          <Button onClick={askHalt}>{t('rollout.halt')}</Button>
        </div>
      </div>
      <OrderBox desk={orders} at={id} t={t} />
    </li>
  );
}
