import type { RemoteName } from '@enfilade/shared-contracts/releases/contract';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useState } from 'react';
import type { OrderDesk } from '../model/order.ts';
import { OrderBox } from '../ui/order-box.tsx';
import styles from '../ui/styles/page.module.css';
import { VersionSelect } from '../ui/version-select.tsx';
import { VersionText } from '../ui/version-text.tsx';
import type { MuseumDesk } from './museum-desk.ts';
import { pinOrder, unpinOrder } from './pin-orders.ts';

/** One screen's version, and the way to another one. */
export function ScreenPin({ name, desk, orders }: { name: RemoteName; desk: MuseumDesk; orders: OrderDesk }) {
  const { t, formats } = desk.tools;
  const running = desk.running.screens[name];
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const version = chosen ?? running?.version ?? '';
  const isDefault = desk.museumId === '*';
  const isThere = running?.pinned === true && running.version === version;
  const screen = t(`screen.${name}`);
  return (
    <li>
      <div className={styles['row']}>
        <h3>{screen}</h3>
        <p className={styles['running']}>
          {running ? <VersionText version={running.version} /> : t('overview.nothing')}{' '}
          {running?.pinned && !isDefault && <span className={styles['pin']}>{t('pinned')}</span>}
        </p>
        <VersionSelect
          label={t('screens.version', { screen })}
          versions={desk.details.versions[name] ?? []}
          value={version}
          formats={formats}
          onChange={setChosen}
        />
        <div className={styles['buttons']}>
          <Button
            aria-label={t('screens.pinNamed', { screen })}
            aria-disabled={isThere || version === ''}
            onClick={() => orders.ask(pinOrder(desk, name, version))}
          >
            {t('screens.pin')}
          </Button>
          {running?.pinned && !isDefault && (
            <Button aria-label={t('screens.unpinNamed', { screen })} onClick={() => orders.ask(unpinOrder(desk, name))}>
              {t('screens.unpin')}
            </Button>
          )}
        </div>
      </div>
      <OrderBox desk={orders} at={name} t={t} />
    </li>
  );
}
