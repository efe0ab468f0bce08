import { useCallback } from 'react';
import type { ConsoleTools } from '../common/console-tools.ts';
import type { Duplicate } from '../common/schemas.ts';
import { usePolled } from '../common/use-polled.ts';
import styles from '../styles/page.module.css';

const refreshMs = 60_000;

/** What the screens of a museum bring along more than once; nothing where that is nothing, or is not known. */
export function DuplicatesSection({ museumId, tools }: { museumId: string; tools: ConsoleTools }) {
  const { t, client, clock } = tools;
  const load = useCallback(async () => ({ duplicates: await client.loadDuplicates(museumId) }), [client, museumId]);
  const duplicates = usePolled(load, clock, refreshMs).value?.duplicates ?? [];
  if (duplicates.length === 0) return null;
  return (
    <section className={styles['section']}>
      <h2>{t('duplicates.title')}</h2>
      <p>{t('duplicates.words')}</p>
      <ul className={styles['notes']}>
        {duplicates.map((duplicate) => (
          <li key={`${duplicate.name} ${duplicate.version}`}>{describe(duplicate, tools)}</li>
        ))}
      </ul>
    </section>
  );
}

function describe({ name, version, remotes, spare }: Duplicate, { t, formats, screenName }: ConsoleTools): string {
  const screens = Object.entries(remotes).map(([remote, bytes]) => `${screenName(remote)} ${formats.bytes(bytes)}`);
  return t('duplicates.item', { name: `${name} ${version}`, screens: screens.join(', '), spare: formats.bytes(spare) });
}
