import { Button } from '@enfilade/shared-contracts/ui/button';
import { useState } from 'react';
import { useConsole } from '../common/console.tsx';
import { CopyButton, Section, Select, WholeNumber } from '../common/parts.tsx';
import { ActionOutcome, usePendingAction } from '../common/pending-action.tsx';
import { listScreens } from '../common/screens.ts';
import { pickVersion, VersionSelect } from '../common/versions.tsx';
import styles from '../styles/page.module.css';
import type { MuseumContext } from './museum-context.ts';

/** 1 to 1440; undefined for anything else. */
export function parseMinutes(typed: string): number | undefined {
  const minutes = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0;
  return minutes >= 1 && minutes <= 1_440 ? minutes : undefined;
}

/** Everybody who has the link gets the version for some minutes. */
export function GrantSection({ museum: { museumId, overview, details, reload } }: { museum: MuseumContext }) {
  const { t, formats, client, screenName } = useConsole();
  const screens = listScreens(overview);
  const pending = usePendingAction(reload);
  const [remote, setRemote] = useState(screens[0] ?? '');
  const [version, setVersion] = useState('');
  const [typed, setTyped] = useState('60');
  const [granted, setGranted] = useState<{ address: string; words: string }>();
  const minutes = parseMinutes(typed);
  const versions = details.versions[remote] ?? [];
  const wanted = pickVersion(versions, version);

  function send(): void {
    if (minutes === undefined || wanted === '') return;
    const screen = screenName(remote);
    pending.sendNow({
      send: async () => {
        const { grant, expiresAt } = await client.grant({ remote, version: wanted, museumId, minutes });
        const words = t('grant.until', { screen, version: wanted, time: formats.time(expiresAt) });
        setGranted({ address: `${window.location.origin}/?museum=${museumId}&grant=${grant}`, words });
      },
      done: () => t('grant.done'),
    });
  }

  return (
    <Section title={t('grant.title')}>
      <p>{t('grant.words')}</p>
      <div className={styles['columns']}>
        <Select
          label={t('grant.screen')}
          value={remote}
          options={screens.map((name) => [name, screenName(name)])}
          onChange={(name) => {
            setRemote(name);
            setVersion('');
          }}
        />
        <VersionSelect label={t('grant.version')} versions={versions} value={wanted} onChange={setVersion} />
        <WholeNumber label={t('grant.minutes')} max={1_440} value={typed} onChange={setTyped} />
      </div>
      {minutes === undefined && <p className={styles['hint']}>{t('grant.badMinutes')}</p>}
      <div className={styles['buttons']}>
        <Button aria-disabled={minutes === undefined || wanted === '' || pending.isSending} onClick={send}>
          {pending.isSending ? t('action.sending') : t('grant.make')}
        </Button>
      </div>
      <ActionOutcome pending={pending} />
      {granted && (
        <div key={granted.address} className={styles['granted']}>
          <p>{granted.words}</p>
          <p>
            <a href={granted.address} target="_blank" rel="noreferrer">
              {granted.address}
            </a>
          </p>
          <CopyButton text={granted.address} label="grant.copy" refused="grant.notCopied" />
        </div>
      )}
    </Section>
  );
}
