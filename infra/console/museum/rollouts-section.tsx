import type { HaltCause, RolloutSummary, TriedRollout } from '@enfilade/shared-contracts/api/registry-schemas';
import { Button } from '@enfilade/shared-contracts/ui/button';
import common from '@enfilade/shared-contracts/ui/styles/common.module.css';
import { useState } from 'react';
import { useConsole } from '../common/console.tsx';
import { Section } from '../common/parts.tsx';
import { ActionOutcome, ConfirmBox, type PendingAction, usePendingAction } from '../common/pending-action.tsx';
import { listScreens } from '../common/screens.ts';
import { parseShare, ShareBar, ShareFields } from '../common/share.tsx';
import { VersionSelect, versionList } from '../common/versions.tsx';
import fields from '../styles/fields.module.css';
import styles from '../styles/page.module.css';
import type { MuseumContext } from './museum-context.ts';

const mostEnded = 3;

export function RolloutsSection({ museum }: { museum: MuseumContext }) {
  const { t } = useConsole();
  const { details, running, reload } = museum;
  const pending = usePendingAction(reload);
  // The overview is fresher than the details: a share that another operator raised shows within seconds.
  const live = running.rollouts.filter(({ halted }) => halted === null);
  const ended = details.rollouts
    .filter(({ halted }) => halted !== null)
    .slice(-mostEnded)
    .reverse();
  return (
    <Section title={t('rollout.title')}>
      <ActionOutcome pending={pending} />
      {live.length === 0 && <p>{t('rollout.none')}</p>}
      {live.length > 0 && (
        <ul className={styles['rows']}>
          {live.map((rollout) => (
            <RolloutRow key={rollout.id} rollout={rollout} museum={museum} pending={pending} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <ul className={styles['notes']}>
          {ended.map((rollout) => (
            <EndedRollout key={rollout.id} {...rollout} />
          ))}
        </ul>
      )}
      <RolloutStart museum={museum} pending={pending} />
    </Section>
  );
}

function EndedRollout({ versions, startedAt, halted, cause }: RolloutSummary) {
  const { t, formats } = useConsole();
  const words = halted && t(`rollout.ended.${halted}`, { versions: versionList(versions), time: formats.time(startedAt) });
  const describeCause = ({ remote, version, signal, rolledOut, stable }: HaltCause) => {
    const format = signal === 'failures' ? formats.plain : formats.milliseconds;
    const values = { name: `${remote} ${version}`, value: format(rolledOut.value), visits: rolledOut.visits };
    if (stable.visits === 0) return t('rollout.causeAlone', values);
    return t(`rollout.cause.${signal}`, { ...values, stableValue: format(stable.value), stableVisits: stable.visits });
  };
  return <li>{cause ? `${words} ${describeCause(cause)}` : words}</li>;
}

interface RolloutRowProps {
  rollout: TriedRollout;
  museum: MuseumContext;
  pending: PendingAction;
}

function RolloutRow({ rollout: { id, versions: set, percent, steps = [], startedAt, tried }, museum, pending }: RolloutRowProps) {
  const { t, formats, client } = useConsole();
  const { museumId, whom } = museum;
  const [share, setShare] = useState<string | undefined>(undefined);
  const typed = share ?? String(percent);
  const next = parseShare(typed);
  const versions = versionList(set);
  const [from, to] = [formats.percent(percent), formats.percent(next ?? percent)];
  const ahead = steps.filter((step) => step > percent).map(formats.percent);
  const proposeChange = () =>
    next !== undefined &&
    pending.propose({
      at: id,
      label: t('rollout.changeVerb', { to }),
      sentences: [t('rollout.changeWords', { whom, versions, from, to })],
      send: async () => {
        await client.changeRollout({ museumId, id, percent: next });
        setShare(undefined);
      },
      done: () => t('rollout.changeDone', { versions, to }),
    });
  const proposeHalt = () =>
    pending.propose({
      at: id,
      label: t('rollout.haltVerb'),
      sentences: [t('rollout.haltWords', { whom, versions, from })],
      send: () => client.haltRollout({ museumId, id }),
      done: () => t('rollout.haltDone', { versions }),
    });
  return (
    <li>
      <div className={styles['trial']}>
        <div>
          <h3>{versions}</h3>
          <ShareBar percent={percent} words={t('rollout.since', { percent: from, time: formats.time(startedAt) })} />
          <p className={styles['hint']}>{t('rollout.tried', { count: tried.loads, failures: tried.failures })}</p>
          {ahead.length > 0 && <p className={styles['hint']}>{t('rollout.ahead', { steps: ahead.join(', ') })}</p>}
        </div>
        <ShareFields share={typed} onChange={setShare} />
        <div className={styles['buttons']}>
          <Button aria-disabled={next === undefined || next === percent} onClick={proposeChange}>
            {t('rollout.change')}
          </Button>
          <Button onClick={proposeHalt}>{t('rollout.halt')}</Button>
        </div>
      </div>
      <ConfirmBox pending={pending} at={id} />
    </li>
  );
}

const firstShare = '10';
const steps = [1, 10, 50, 100];

function RolloutStart({ museum, pending }: { museum: MuseumContext; pending: PendingAction }) {
  const { t, formats, client, screenName } = useConsole();
  const { museumId, whom, overview, details, running } = museum;
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [share, setShare] = useState(firstShare);
  const [isBySteps, setBySteps] = useState(false);
  const percent = isBySteps ? steps[0] : parseShare(share);
  const set = Object.fromEntries(Object.entries(chosen).filter(([, version]) => version !== ''));
  const isReady = Object.keys(set).length > 0 && percent !== undefined;
  const versions = versionList(set);

  function propose(): void {
    if (percent === undefined) return;
    const part = formats.percent(percent);
    pending.propose({
      at: 'start',
      label: t('rollout.startVerb', { percent: part }),
      sentences: [
        t('rollout.startWords', { whom, versions, percent: part }),
        t('rollout.startTogether'),
        ...(isBySteps ? [t('rollout.ahead', { steps: steps.slice(1).map(formats.percent).join(', ') })] : []),
      ],
      send: async () => {
        await client.startRollout({ museumId, versions: set, ...(isBySteps ? { steps } : { percent }) });
        setChosen({});
        setShare(firstShare);
      },
      done: () => t('rollout.startDone', { versions, percent: part }),
    });
  }

  return (
    <div className={styles['form']}>
      <h3>{t('rollout.start')}</h3>
      <div className={styles['columns']}>
        {listScreens(overview, museumId).map((name) => (
          <VersionSelect
            key={name}
            label={screenName(name)}
            versions={(details.versions[name] ?? []).filter(({ version }) => version !== running.screens[name]?.version)}
            value={chosen[name] ?? ''}
            none={t('rollout.unchanged')}
            onChange={(version) => setChosen({ ...chosen, [name]: version })}
          />
        ))}
      </div>
      <fieldset className={fields['choices']}>
        <legend className={fields['label']}>{t('rollout.how')}</legend>
        <label className={common['check']}>
          <input type="checkbox" checked={isBySteps} onChange={(event) => setBySteps(event.target.checked)} />
          <span>{t('rollout.bySteps', { steps: steps.map(formats.percent).join(', ') })}</span>
        </label>
      </fieldset>
      {!isBySteps && <ShareFields share={share} onChange={setShare} />}
      {!isReady && <p className={styles['hint']}>{t(percent === undefined ? 'rollout.badShare' : 'rollout.chooseFirst')}</p>}
      <div className={styles['buttons']}>
        <Button aria-disabled={!isReady} onClick={propose}>
          {t('rollout.startButton')}
        </Button>
      </div>
      <ConfirmBox pending={pending} at="start" />
    </div>
  );
}
