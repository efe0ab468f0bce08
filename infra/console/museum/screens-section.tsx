import type { RemoteName } from '@enfilade/shared-contracts/releases/contract';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useState } from 'react';
import { ActionOutcome, ConfirmBox, type PendingAction, usePendingAction } from '../common/pending-action.tsx';
import { VersionSelect, VersionText } from '../common/versions.tsx';
import styles from '../styles/page.module.css';
import { type MuseumContext, remotesOf } from './museum-context.ts';
import { pinAction, unpinAction } from './pin-actions.ts';

/** What each screen runs, and the choice of another version. */
export function ScreensSection({ museum }: { museum: MuseumContext }) {
  const { tools, museumId, reload } = museum;
  const pending = usePendingAction(tools.t, reload);
  return (
    <section className={styles['section']}>
      <h2>{tools.t('screens.title')}</h2>
      <ActionOutcome pending={pending} />
      <ul className={styles['rows']}>
        {remotesOf(museumId).map((name) => (
          <ScreenPin key={name} name={name} museum={museum} pending={pending} />
        ))}
      </ul>
    </section>
  );
}

/** One screen's version, and the way to another one. */
function ScreenPin({ name, museum, pending }: { name: RemoteName; museum: MuseumContext; pending: PendingAction }) {
  const { t, formats } = museum.tools;
  const running = museum.running.screens[name];
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const version = chosen ?? running?.version ?? '';
  const isDefault = museum.museumId === '*';
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
          versions={museum.details.versions[name] ?? []}
          value={version}
          formats={formats}
          onChange={setChosen}
        />
        <div className={styles['buttons']}>
          <Button
            aria-label={t('screens.pinNamed', { screen })}
            aria-disabled={isThere || version === ''}
            onClick={() => pending.propose(pinAction(museum, name, version))}
          >
            {t('screens.pin')}
          </Button>
          {running?.pinned && !isDefault && (
            <Button aria-label={t('screens.unpinNamed', { screen })} onClick={() => pending.propose(unpinAction(museum, name))}>
              {t('screens.unpin')}
            </Button>
          )}
        </div>
      </div>
      <ConfirmBox pending={pending} at={name} t={t} />
    </li>
  );
}
