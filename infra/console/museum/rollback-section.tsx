import { Button } from '@enfilade/shared-contracts/ui/button';
import { useRef, useState } from 'react';
import type { ConsoleTools } from '../common/console-tools.ts';
import { describeFailure } from '../common/failures.ts';
import { Notice } from '../common/notice.tsx';
import { ActionOutcome, ConfirmBox, usePendingAction } from '../common/pending-action.tsx';
import type { RollbackPlan } from '../common/schemas.ts';
import { VersionText, versionList } from '../common/versions.tsx';
import fields from '../styles/fields.module.css';
import figureStyles from '../styles/figures.module.css';
import styles from '../styles/page.module.css';
import type { MuseumContext } from './museum-context.ts';

/** Back to what the museum pinned before; the difference is shown first. */
export function RollbackSection({ museum }: { museum: MuseumContext }) {
  const { museumId, whom, details, tools, reload } = museum;
  const { t, client } = tools;
  const pending = usePendingAction(t, reload);
  const earlier = details.history.slice(1);
  const [chosen, setChosen] = useState<number>();
  const [plan, setPlan] = useState<RollbackPlan>();
  const [problem, setProblem] = useState<string>();
  const isLoading = useRef<boolean>(false);
  const sequence = earlier.some((set) => set.sequence === chosen) ? chosen : earlier[0]?.sequence;

  async function proposeRollback(toSequence: number): Promise<void> {
    if (isLoading.current) return;
    isLoading.current = true;
    setProblem(undefined);
    try {
      const preview = await client.previewRollback({ museumId, toSequence });
      setPlan(preview);
      pending.propose({
        at: 'rollback',
        label: t('rollback.verb', { sequence: toSequence }),
        sentences: [
          t('rollback.words', { whom, sequence: toSequence }),
          ...(preview.halted.length > 0 ? [t('rollback.halts', { count: preview.halted.length })] : []),
        ],
        send: async () => {
          const { changes } = await client.rollBack({ museumId, toSequence });
          return t('rollback.done', { sequence: toSequence, count: changes.length });
        },
      });
    } catch (error) {
      setProblem(describeFailure(t, error));
    } finally {
      isLoading.current = false;
    }
  }

  return (
    <section className={styles['section']}>
      <h2>{t('rollback.title')}</h2>
      {sequence === undefined && <p>{t('rollback.none')}</p>}
      {sequence !== undefined && (
        <>
          <ActionOutcome pending={pending} />
          {problem && <Notice kind="failed">{problem}</Notice>}
          <div className={styles['line']}>
            <label className={fields['field']}>
              <span className={fields['label']}>{t('rollback.to')}</span>
              <select className={fields['select']} value={sequence} onChange={(event) => setChosen(Number(event.target.value))}>
                {earlier.map((set) => (
                  <option key={set.sequence} value={set.sequence}>
                    {describeSet(museum, set)}
                  </option>
                ))}
              </select>
            </label>
            <Button onClick={() => void proposeRollback(sequence)}>{t('rollback.look')}</Button>
          </div>
          <ConfirmBox pending={pending} at="rollback" t={t}>
            {plan && <Difference changes={plan.changes} tools={tools} />}
          </ConfirmBox>
        </>
      )}
    </section>
  );
}

function describeSet(
  { tools: { t, formats } }: MuseumContext,
  { sequence, at, actor, pins }: MuseumContext['details']['history'][number],
): string {
  const versions = versionList(pins) || t('rollback.noPins');
  return at === null ? versions : `${sequence}: ${versions} (${formats.time(at)}, ${actor ?? ''})`;
}

/** What the museum pins now and would pin then, screen by screen. */
function Difference({ changes, tools: { t, screenName } }: { changes: RollbackPlan['changes']; tools: ConsoleTools }) {
  if (changes.length === 0) return <p>{t('rollback.noChange')}</p>;
  const shown = (version: string | null) => (version === null ? t('rollback.default') : <VersionText version={version} />);
  return (
    <table className={figureStyles['difference']}>
      <thead>
        <tr>
          <th scope="col">{t('rollback.screen')}</th>
          <th scope="col">{t('rollback.now')}</th>
          <th scope="col">{t('rollback.then')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, from, to }) => (
          <tr key={name}>
            <th scope="row">{screenName(name)}</th>
            <td>{shown(from)}</td>
            <td>{shown(to)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
