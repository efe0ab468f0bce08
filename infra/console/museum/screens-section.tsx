import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useState } from 'react';
import { auditText, lastPinChange } from '../audit/audit-text.ts';
import { loadNewest } from '../audit/use-audit-log.ts';
import { ExplainedError } from '../common/failures.ts';
import { type Action, ActionOutcome, ConfirmBox, type PendingAction, usePendingAction } from '../common/pending-action.tsx';
import { listScreens } from '../common/screens.ts';
import { pickVersion, VersionFacts, VersionSelect, VersionText } from '../common/versions.tsx';
import styles from '../styles/page.module.css';
import type { Translate } from '../texts/texts.ts';
import type { MuseumContext } from './museum-context.ts';

/** What the museum itself pins as far as this page knows: the change is refused when somebody else was faster. */
function expectedPin({ running }: MuseumContext, name: string): string | null {
  const screen = running.screens[name];
  return screen?.pinned ? screen.version : null;
}

function pinAction(museum: MuseumContext, name: string, version: string): Action {
  const { museumId, whom, running, tools } = museum;
  const { t, client, screenName } = tools;
  const before = running.screens[name]?.version;
  const screen = screenName(name);
  const change =
    before === undefined || before === version
      ? t('pin.words', { whom, screen, version })
      : t('pin.wordsInstead', { whom, screen, version, before });
  return {
    at: name,
    label: t('pin.verb', { screen, version }),
    sentences: [change, t('pin.fixed', { screen })],
    send: async () => {
      const expected = expectedPin(museum, name);
      await explainingStale(museum, name, () => client.pin({ museumId, name, version, expected }));
      return t('pin.done', { whom, screen, version });
    },
  };
}

function unpinAction(museum: MuseumContext, name: string): Action {
  const { museumId, whom, running, overview, tools } = museum;
  const { t, client, screenName } = tools;
  const screen = screenName(name);
  const version = running.screens[name]?.version ?? '';
  const next = overview.default.screens[name]?.version;
  return {
    at: name,
    label: t('unpin.verb', { screen }),
    sentences: [next === undefined ? t('unpin.wordsNothing', { whom, screen }) : t('unpin.words', { whom, screen, version, next })],
    send: async () => {
      const expected = expectedPin(museum, name);
      await explainingStale(museum, name, () => client.unpin({ museumId, name, expected }));
      return t('unpin.done', { whom, screen });
    },
  };
}

/** Whether the museum has the screen at all. */
function leavingAction({ museumId, whom, tools }: MuseumContext, name: string, isLeftOut: boolean): Action {
  const { t, client, screenName } = tools;
  const screen = screenName(name);
  const kind = isLeftOut ? 'takeIn' : 'leaveOut';
  return {
    at: name,
    label: t(`${kind}.verb`, { screen }),
    sentences: [t(`${kind}.words`, { whom, screen })],
    send: async () => {
      await client[kind]({ museumId, name });
      return t(`${kind}.done`, { whom, screen });
    },
  };
}

function RunningVersion({ version, isLeftOut, t }: { version: string | undefined; isLeftOut: boolean; t: Translate }) {
  return version === undefined ? <span>{t(isLeftOut ? 'screens.leftOut' : 'overview.nothing')}</span> : <VersionText version={version} />;
}

interface LeavingButtonProps {
  name: string;
  isLeftOut: boolean;
  museum: MuseumContext;
  pending: PendingAction;
}

function LeavingButton({ name, isLeftOut, museum, pending }: LeavingButtonProps) {
  const { t, screenName } = museum.tools;
  const kind = isLeftOut ? 'takeIn' : 'leaveOut';
  return (
    <Button
      aria-label={t(`${kind}.verb`, { screen: screenName(name) })}
      onClick={() => pending.propose(leavingAction(museum, name, isLeftOut))}
    >
      {t(`${kind}.button`)}
    </Button>
  );
}

/** When somebody else changed the pin first, the error says who that was and what they did. */
async function explainingStale({ museumId, running, tools }: MuseumContext, name: string, send: () => Promise<unknown>): Promise<void> {
  const { client, t, formats } = tools;
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'stale') throw error;
    const log = await loadNewest((after) => client.loadAudit(after, museumId), running.sequence, 1).catch(() => undefined);
    const other = lastPinChange(log?.records ?? [], museumId, name);
    if (!other) throw error;
    const { key, values } = auditText(other);
    const what = `${formats.time(other.at)}, ${other.actor}: ${t(key, values)}`;
    throw new ExplainedError(t('failure.overtaken', { what }));
  }
}

/** What each screen runs, and the choice of another version. */
export function ScreensSection({ museum }: { museum: MuseumContext }) {
  const { tools, museumId, overview, reload } = museum;
  const pending = usePendingAction(tools.t, reload);
  return (
    <section className={styles['section']}>
      <h2>{tools.t('screens.title')}</h2>
      <ActionOutcome pending={pending} />
      <ul className={styles['rows']}>
        {listScreens(overview, museumId).map((name) => (
          <ScreenPin key={name} name={name} museum={museum} pending={pending} />
        ))}
      </ul>
    </section>
  );
}

/** One screen's version, and the way to another one. */
function ScreenPin({ name, museum, pending }: { name: string; museum: MuseumContext; pending: PendingAction }) {
  const { t, formats, screenName } = museum.tools;
  const running = museum.running.screens[name];
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const isDefault = museum.museumId === '*';
  const screen = screenName(name);
  const isLeftOut = museum.running.leftOut?.includes(name) === true;
  const versions = museum.details.versions[name] ?? [];
  const version = pickVersion(versions, chosen, running?.version);
  const isThere = running?.pinned === true && running.version === version;
  const failedAt = versions.find((each) => each.version === running?.version)?.failedAt;
  return (
    <li>
      <div className={styles['row']}>
        <h3>{screen}</h3>
        <p className={styles['running']}>
          <RunningVersion version={running?.version} isLeftOut={isLeftOut} t={t} />{' '}
          {running?.pinned && !isDefault && <span className={styles['pin']}>{t('pinned')}</span>}{' '}
          {failedAt && <span className={styles['hint']}>{t('version.failed', { time: formats.time(failedAt) })}</span>}
        </p>
        <VersionSelect
          label={t('screens.version', { screen })}
          versions={versions}
          value={version}
          formats={formats}
          t={t}
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
          {(running || isLeftOut) && museum.overview.declarations?.[name]?.audience !== 'operators' && (
            <LeavingButton name={name} isLeftOut={isLeftOut} museum={museum} pending={pending} />
          )}
        </div>
      </div>
      <VersionFacts version={versions.find((each) => each.version === version)} t={t} />
      <ConfirmBox pending={pending} at={name} t={t} />
    </li>
  );
}
