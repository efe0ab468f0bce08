import { useCallback } from 'react';
import type { ConsoleTools } from '../common/console-tools.ts';
import { Figures } from '../common/page-parts.tsx';
import { usePolled } from '../common/use-polled.ts';
import styles from '../styles/page.module.css';

const refreshMs = 60_000;

/** What the screens of a museum bring along more than once; nothing where that is nothing, or is not known. */
export function DuplicatesSection({ museumId, tools }: { museumId: string; tools: ConsoleTools }) {
  const { t, client, clock, formats, screenName } = tools;
  const load = useCallback(async () => ({ duplicates: await client.loadDuplicates(museumId) }), [client, museumId]);
  const duplicates = usePolled(load, clock, refreshMs).value?.duplicates ?? [];
  if (duplicates.length === 0) return null;
  return (
    <section className={styles['section']}>
      <h2>{t('duplicates.title')}</h2>
      <p>{t('duplicates.words')}</p>
      <Figures
        label={t('duplicates.title')}
        columns={[t('duplicates.package'), t('duplicates.screens'), t('duplicates.spare')]}
        rows={duplicates.map(({ name, version, remotes, spare }) => [
          `${name} ${version}`,
          Object.entries(remotes)
            .map(([remote, bytes]) => `${screenName(remote)}\u00A0${formats.bytes(bytes)}`)
            .join(', '),
          formats.bytes(spare),
        ])}
      />
    </section>
  );
}
