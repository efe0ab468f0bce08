import { Button } from '@enfilade/shared-contracts/ui/button';
import { type ReactNode, useRef, useState } from 'react';
import type { RollbackPlan } from '../model/shapes.ts';
import { versionList } from '../model/trail-words.ts';
import { tellFailure } from '../tell-failure.ts';
import { OrderBox, OrderOutcome } from '../ui/order-box.tsx';
import { Spoken } from '../ui/spoken.tsx';
import fields from '../ui/styles/fields.module.css';
import styles from '../ui/styles/page.module.css';
import { useOrder } from '../use-order.ts';
import { Difference } from './difference.tsx';
import type { MuseumDesk } from './museum-desk.ts';

/** Back to what the museum pinned before: first the difference, then the deed. */
export function RollbackSection({ desk }: { desk: MuseumDesk }) {
  const { museumId, whom, details, tools, reload } = desk;
  const { t, client } = tools;
  const orders = useOrder(t, reload);
  const earlier = details.history.slice(1);
  const [chosen, setChosen] = useState<number>();
  const [plan, setPlan] = useState<RollbackPlan>();
  const [trouble, setTrouble] = useState<string>();
  const isLooking = useRef<boolean>(false);
  const sequence = earlier.some((set) => set.sequence === chosen) ? chosen : earlier[0]?.sequence;

  async function look(toSequence: number): Promise<void> {
    if (isLooking.current) return;
    isLooking.current = true;
    setTrouble(undefined);
    try {
      const found = await client.previewRollback({ museumId, toSequence });
      setPlan(found);
      orders.ask({
        at: 'rollback',
        verb: t('rollback.verb', { sequence: toSequence }),
        words: [
          t('rollback.words', { whom, sequence: toSequence }),
          ...(found.halted.length > 0 ? [t('rollback.halts', { count: found.halted.length })] : []),
        ],
        send: async () => {
          const { changes } = await client.rollBack({ museumId, toSequence });
          return t('rollback.done', { sequence: toSequence, count: changes.length });
        },
      });
    } catch (error) {
      setTrouble(tellFailure(t, error));
    } finally {
      isLooking.current = false;
    }
  }

  if (sequence === undefined) return <Frame title={t('rollback.title')}>{<p>{t('rollback.none')}</p>}</Frame>;
  return (
    <Frame title={t('rollback.title')}>
      <OrderOutcome desk={orders} />
      {trouble && <Spoken kind="failed">{trouble}</Spoken>}
      <div className={styles['line']}>
        <label className={fields['field']}>
          <span className={fields['label']}>{t('rollback.to')}</span>
          <select className={fields['select']} value={sequence} onChange={(event) => setChosen(Number(event.target.value))}>
            {earlier.map((set) => (
              <option key={set.sequence} value={set.sequence}>
                {describeSet(desk, set)}
              </option>
            ))}
          </select>
        </label>
        <Button onClick={() => void look(sequence)}>{t('rollback.look')}</Button>
      </div>
      <OrderBox desk={orders} at="rollback" t={t}>
        {plan && <Difference changes={plan.changes} t={t} />}
      </OrderBox>
    </Frame>
  );
}

function describeSet(
  { tools: { t, formats } }: MuseumDesk,
  { sequence, at, actor, pins }: MuseumDesk['details']['history'][number],
): string {
  const what = versionList(pins) || t('rollback.noPins');
  return at === null ? what : `${sequence}: ${what} (${formats.time(at)}, ${actor ?? ''})`;
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
