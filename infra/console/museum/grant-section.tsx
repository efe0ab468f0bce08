import { type ScreenName, screenNames } from '@enfilade/shared-contracts/releases/contract';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useState } from 'react';
import { parseMinutes } from '../model/share.ts';
import { OrderOutcome } from '../ui/order-box.tsx';
import fields from '../ui/styles/fields.module.css';
import styles from '../ui/styles/page.module.css';
import { VersionSelect } from '../ui/version-select.tsx';
import { useOrder } from '../use-order.ts';
import { GrantLink } from './grant-link.tsx';
import type { MuseumDesk } from './museum-desk.ts';

interface Granted {
  address: string;
  words: string;
}

/** One version for whoever has the link, for some minutes: to look at before visitors do. */
export function GrantSection({ desk }: { desk: MuseumDesk }) {
  const { museumId, details, tools, reload } = desk;
  const { t, formats, client } = tools;
  const orders = useOrder(t, reload);
  const [remote, setRemote] = useState<ScreenName>('landing');
  const [version, setVersion] = useState('');
  const [typed, setTyped] = useState('60');
  const [granted, setGranted] = useState<Granted>();
  const minutes = parseMinutes(typed);
  const versions = details.versions[remote] ?? [];
  const wanted = version || versions[0]?.version;

  function send(): void {
    if (minutes === undefined || wanted === undefined) return;
    const screen = t(`screen.${remote}`);
    orders.sendNow({
      at: 'grant',
      verb: '',
      words: [],
      send: async () => {
        const { grant, expiresAt } = await client.grant({ remote, version: wanted, museumId, minutes });
        const words = t('grant.until', { screen, version: wanted, time: formats.time(expiresAt) });
        setGranted({ address: `${window.location.origin}/?museum=${museumId}&grant=${grant}`, words });
        return t('grant.done');
      },
    });
  }

  return (
    <section className={styles['section']}>
      <h2>{t('grant.title')}</h2>
      <p>{t('grant.words')}</p>
      <div className={styles['columns']}>
        <label className={fields['field']}>
          <span className={fields['label']}>{t('grant.screen')}</span>
          <select
            className={fields['select']}
            value={remote}
            onChange={(event) => {
              setRemote(screenNames.find((name) => name === event.target.value) ?? 'landing');
              setVersion('');
            }}
          >
            {screenNames.map((name) => (
              <option key={name} value={name}>
                {t(`screen.${name}`)}
              </option>
            ))}
          </select>
        </label>
        <VersionSelect label={t('grant.version')} versions={versions} value={wanted ?? ''} formats={formats} onChange={setVersion} />
        <label className={fields['field']}>
          <span className={fields['label']}>{t('grant.minutes')}</span>
          <input
            className={fields['number']}
            type="number"
            inputMode="numeric"
            min="1"
            max="1440"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      </div>
      {minutes === undefined && <p className={styles['hint']}>{t('grant.badMinutes')}</p>}
      <div className={styles['buttons']}>
        <Button aria-disabled={minutes === undefined || wanted === undefined || orders.isSending} onClick={send}>
          {orders.isSending ? t('order.sending') : t('grant.make')}
        </Button>
      </div>
      <OrderOutcome desk={orders} />
      {granted && <GrantLink key={granted.address} {...granted} t={t} />}
    </section>
  );
}
