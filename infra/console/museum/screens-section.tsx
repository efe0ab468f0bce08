import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { VersionSummary } from '@enfilade/shared-contracts/api/version-schemas';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useState } from 'react';
import { lastPinChange } from '../audit/audit-page.tsx';
import { useConsole } from '../common/console.tsx';
import { ExplainedError } from '../common/failures.ts';
import { Section } from '../common/parts.tsx';
import { type Action, ActionOutcome, ConfirmBox, type PendingAction, usePendingAction } from '../common/pending-action.tsx';
import { listScreens } from '../common/screens.ts';
import { pickVersion, VersionFacts, VersionSelect, VersionText } from '../common/versions.tsx';
import styles from '../styles/page.module.css';
import type { MuseumContext } from './museum-context.ts';

function useScreenActions({ museumId, whom, running, overview }: MuseumContext, name: string) {
  const { t, client, formats, language, screenName } = useConsole();
  const screen = screenName(name);
  const now = running.screens[name];
  // The registry refuses the change if another operator has changed this pin since the page loaded it.
  const change = { museumId, name, expected: now?.pinned ? now.version : null };

  /** If another operator has changed the pin first, the error names the operator and the change. */
  async function explainingStale(send: () => Promise<unknown>): Promise<void> {
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale') throw error;
      const part = { newest: 200, before: undefined, language, museum: museumId };
      const log = await client.loadAudit(part).catch(() => undefined);
      const other = lastPinChange(log?.records ?? [], museumId, name);
      if (!other) throw error;
      const what = `${formats.time(other.at)}, ${other.actor}: ${other.sentence}`;
      throw new ExplainedError(t('failure.overtaken', { what }));
    }
  }

  return {
    pin: (version: string): Action => ({
      at: name,
      label: t('pin.verb', { screen, version }),
      sentences: [
        now === undefined || now.version === version
          ? t('pin.words', { whom, screen, version })
          : t('pin.wordsInstead', { whom, screen, version, before: now.version }),
        t('pin.fixed', { screen }),
      ],
      send: () => explainingStale(() => client.pin({ ...change, version })),
      done: () => t('pin.done', { whom, screen, version }),
    }),
    unpin: (): Action => {
      const next = overview.default.screens[name]?.version;
      return {
        at: name,
        label: t('unpin.verb', { screen }),
        sentences: [
          next === undefined
            ? t('unpin.wordsNothing', { whom, screen })
            : t('unpin.words', { whom, screen, version: now?.version ?? '', next }),
        ],
        send: () => explainingStale(() => client.unpin(change)),
        done: () => t('unpin.done', { whom, screen }),
      };
    },
    include: (kind: 'takeIn' | 'leaveOut'): Action => ({
      at: name,
      label: t(`${kind}.verb`, { screen }),
      sentences: [t(`${kind}.words`, { whom, screen })],
      send: () => client[kind]({ museumId, name }),
      done: () => t(`${kind}.done`, { whom, screen }),
    }),
  };
}

export function ScreensSection({ museum }: { museum: MuseumContext }) {
  const { t } = useConsole();
  const pending = usePendingAction(museum.reload);
  return (
    <Section title={t('screens.title')}>
      <ActionOutcome pending={pending} />
      <ul className={styles['rows']}>
        {listScreens(museum.overview, museum.museumId).map((name) => (
          <ScreenPin key={name} name={name} museum={museum} pending={pending} />
        ))}
      </ul>
    </Section>
  );
}

function Failure({ of: version }: { of: VersionSummary | undefined }) {
  const { t, formats } = useConsole();
  if (!version?.failedAt) return null;
  return <span className={styles['hint']}>{t('version.failed', { time: formats.time(version.failedAt) })}</span>;
}

function ScreenPin({ name, museum, pending }: { name: string; museum: MuseumContext; pending: PendingAction }) {
  const { t, screenName } = useConsole();
  const actions = useScreenActions(museum, name);
  const [chosen, setChosen] = useState<string>();
  const running = museum.running.screens[name];
  const screen = screenName(name);
  const isLeftOut = museum.running.leftOut?.includes(name) === true;
  const isPinned = running?.pinned === true && museum.museumId !== '*';
  const versions = museum.details.versions[name] ?? [];
  const version = pickVersion(versions, chosen, running?.version);
  const isRunning = (each: VersionSummary) => each.version === running?.version;
  const isThere = running?.pinned === true && running.version === version;
  const include = isLeftOut ? 'takeIn' : 'leaveOut';
  const isForVisitors = museum.overview.declarations[name]?.audience !== 'operators';
  return (
    <li>
      <div className={styles['row']}>
        <h3>{screen}</h3>
        <p className={styles['running']}>
          {running ? <VersionText version={running.version} /> : <span>{t(isLeftOut ? 'screens.leftOut' : 'overview.nothing')}</span>}{' '}
          {isPinned && <span className={styles['pin']}>{t('pinned')}</span>} <Failure of={versions.find(isRunning)} />
        </p>
        <VersionSelect label={t('screens.version', { screen })} versions={versions} value={version} onChange={setChosen} />
        <div className={styles['buttons']}>
          <Button
            aria-label={t('screens.pinNamed', { screen })}
            aria-disabled={isThere || version === ''}
            onClick={() => pending.propose(actions.pin(version))}
          >
            {t('screens.pin')}
          </Button>
          {isPinned && (
            <Button aria-label={t('screens.unpinNamed', { screen })} onClick={() => pending.propose(actions.unpin())}>
              {t('screens.unpin')}
            </Button>
          )}
          {(running || isLeftOut) && isForVisitors && (
            <Button aria-label={t(`${include}.verb`, { screen })} onClick={() => pending.propose(actions.include(include))}>
              {t(`${include}.button`)}
            </Button>
          )}
        </div>
      </div>
      <VersionFacts version={versions.find((each) => each.version === version)} />
      <ConfirmBox pending={pending} at={name} />
    </li>
  );
}
