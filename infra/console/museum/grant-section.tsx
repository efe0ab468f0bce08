import { copyText } from '@enfilade/shared-contracts/kit/copy-text';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useState } from 'react';
import { ActionOutcome, usePendingAction } from '../common/pending-action.tsx';
import { listScreens } from '../common/screens.ts';
import { pickVersion, VersionSelect } from '../common/versions.tsx';
import fields from '../styles/fields.module.css';
import styles from '../styles/page.module.css';
import type { Translate } from '../texts/texts.ts';
import type { MuseumContext } from './museum-context.ts';

/** Minutes as typed, 1 to 1440; undefined for anything else. */
export function parseMinutes(typed: string): number | undefined {
  const minutes = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0;
  return minutes >= 1 && minutes <= 1_440 ? minutes : undefined;
}

interface Granted {
  address: string;
  words: string;
}

/** One version for whoever has the link, for some minutes: to look at before visitors do. */
export function GrantSection({ museum }: { museum: MuseumContext }) {
  const { museumId, overview, details, tools, reload } = museum;
  const { t, formats, client, screenName } = tools;
  const screens = listScreens(overview);
  const pending = usePendingAction(t, reload);
  const [remote, setRemote] = useState(screens[0] ?? '');
  const [version, setVersion] = useState('');
  const [typed, setTyped] = useState('60');
  const [granted, setGranted] = useState<Granted>();
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
              setRemote(event.target.value);
              setVersion('');
            }}
          >
            {screens.map((name) => (
              <option key={name} value={name}>
                {screenName(name)}
              </option>
            ))}
          </select>
        </label>
        <VersionSelect label={t('grant.version')} versions={versions} value={wanted} formats={formats} t={t} onChange={setVersion} />
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
        <Button aria-disabled={minutes === undefined || wanted === '' || pending.isSending} onClick={send}>
          {pending.isSending ? t('action.sending') : t('grant.make')}
        </Button>
      </div>
      <ActionOutcome pending={pending} />
      {granted && <GrantLink key={granted.address} {...granted} t={t} />}
    </section>
  );
}

interface GrantLinkProps {
  address: string;
  /** What it shows, and until when. */
  words: string;
  t: Translate;
}

/** The link itself: to be opened here, or copied for somebody else. */
function GrantLink({ address, words, t }: GrantLinkProps) {
  const [copied, setCopied] = useState<boolean | undefined>(undefined);
  const copy = () => void copyText(address).then(setCopied);
  return (
    <div className={styles['granted']}>
      <p>{words}</p>
      <p>
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      </p>
      <Button icon="copy" iconSide="start" onClick={copy}>
        {t('grant.copy')}
      </Button>
      <p role="status">{copied !== undefined && t(copied ? 'grant.copied' : 'grant.notCopied')}</p>
    </div>
  );
}
