import type { EarlierSet, PinDifference } from '@enfilade/shared-contracts/api/registry-schemas';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useState } from 'react';
import { useConsole } from '../common/console.tsx';
import { Section, Select, Table } from '../common/parts.tsx';
import { type Action, ActionOutcome, ConfirmBox, usePendingAction } from '../common/pending-action.tsx';
import { VersionText, versionList } from '../common/versions.tsx';
import styles from '../styles/page.module.css';
import type { MuseumContext } from './museum-context.ts';

export function RollbackSection({ museum: { museumId, whom, details, reload } }: { museum: MuseumContext }) {
  const { t, client, formats } = useConsole();
  const pending = usePendingAction(reload);
  const earlier = details.history.slice(1);
  const [chosen, setChosen] = useState<number>();
  const sequence = earlier.some((set) => set.sequence === chosen) ? chosen : earlier[0]?.sequence;

  async function prepareRollback(toSequence: number): Promise<Action> {
    const preview = await client.previewRollback({ museumId, toSequence });
    let { changes } = preview;
    return {
      at: 'rollback',
      label: t('rollback.verb', { sequence: toSequence }),
      sentences: [
        t('rollback.words', { whom, sequence: toSequence }),
        ...(preview.halted.length > 0 ? [t('rollback.halts', { count: preview.halted.length })] : []),
      ],
      details: <Difference changes={changes} />,
      send: async () => {
        ({ changes } = await client.rollBack({ museumId, toSequence }));
      },
      done: () => t('rollback.done', { sequence: toSequence, count: changes.length }),
    };
  }

  function describeSet({ sequence: number, at, actor, pins }: EarlierSet): string {
    const versions = versionList(pins) || t('rollback.noPins');
    return at === null ? versions : `${number}: ${versions} (${formats.time(at)}, ${actor ?? ''})`;
  }

  return (
    <Section title={t('rollback.title')}>
      {sequence === undefined && <p>{t('rollback.none')}</p>}
      {sequence !== undefined && (
        <>
          <ActionOutcome pending={pending} />
          <div className={styles['line']}>
            <Select
              label={t('rollback.to')}
              value={String(sequence)}
              options={earlier.map((set) => [String(set.sequence), describeSet(set)])}
              onChange={(value) => setChosen(Number(value))}
            />
            <Button onClick={() => pending.propose(prepareRollback(sequence))}>{t('rollback.look')}</Button>
          </div>
          <ConfirmBox pending={pending} at="rollback" />
        </>
      )}
    </Section>
  );
}

function Difference({ changes }: { changes: readonly PinDifference[] }) {
  const { t, screenName } = useConsole();
  if (changes.length === 0) return <p>{t('rollback.noChange')}</p>;
  const shown = (version: string | null) => (version === null ? t('rollback.default') : <VersionText version={version} />);
  return (
    <Table
      kind="difference"
      columns={[t('rollback.screen'), t('rollback.now'), t('rollback.then')]}
      rows={changes.map(({ name, from, to }) => ({ key: name, head: screenName(name), cells: [shown(from), shown(to)] }))}
    />
  );
}
