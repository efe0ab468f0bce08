import { Button } from '@enfilade/shared-contracts/ui/button';
import { useState } from 'react';
import type { OrderDesk } from '../model/order.ts';
import { parseShare } from '../model/share.ts';
import { versionList } from '../model/trail-words.ts';
import { OrderBox } from '../ui/order-box.tsx';
import { ShareFields } from '../ui/share-fields.tsx';
import styles from '../ui/styles/page.module.css';
import { VersionSelect } from '../ui/version-select.tsx';
import type { MuseumDesk } from './museum-desk.ts';
import { remotesOf } from './use-details.ts';

const firstShare = '10';

/** A set of versions tested together, for a part of the visitors. */
export function RolloutStart({ desk, orders }: { desk: MuseumDesk; orders: OrderDesk }) {
  const { museumId, whom, details, running, tools } = desk;
  const { t, formats, client } = tools;
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [share, setShare] = useState(firstShare);
  const percent = parseShare(share);
  const set = Object.fromEntries(Object.entries(chosen).filter(([, version]) => version !== ''));
  const isReady = Object.keys(set).length > 0 && percent !== undefined;
  const versions = versionList(set);

  function ask(): void {
    if (percent === undefined) return;
    const part = formats.percent(percent);
    orders.ask({
      at: 'start',
      verb: t('rollout.startVerb', { percent: part }),
      words: [t('rollout.startWords', { whom, versions, percent: part }), t('rollout.startTogether')],
      send: async () => {
        await client.startRollout({ museumId, versions: set, percent });
        setChosen({});
        setShare(firstShare);
        return t('rollout.startDone', { versions, percent: part });
      },
    });
  }

  return (
    <div className={styles['form']}>
      <h3>{t('rollout.start')}</h3>
      <div className={styles['columns']}>
        {remotesOf(museumId).map((name) => (
          <VersionSelect
            key={name}
            label={t(`screen.${name}`)}
            versions={(details.versions[name] ?? []).filter(({ version }) => version !== running.screens[name]?.version)}
            value={chosen[name] ?? ''}
            none={t('rollout.unchanged')}
            formats={formats}
            onChange={(version) => setChosen({ ...chosen, [name]: version })}
          />
        ))}
      </div>
      <ShareFields share={share} t={t} onChange={setShare} />
      {!isReady && <p className={styles['hint']}>{t(percent === undefined ? 'rollout.badShare' : 'rollout.chooseFirst')}</p>}
      <div className={styles['buttons']}>
        <Button aria-disabled={!isReady} onClick={ask}>
          {t('rollout.startButton')}
        </Button>
      </div>
      <OrderBox desk={orders} at="start" t={t} />
    </div>
  );
}
