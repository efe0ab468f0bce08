import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { ConnectView } from './connect-state.ts';
import styles from './rows.module.css';

type Stages = ConnectView & { kind: 'stages' };
type Stage = Stages['stage'];

const stages: readonly Stage[] = [1, 2, 3];
const words: Record<Stage, { due: string; done: string }> = {
  1: { due: 'asking', done: 'allowed' },
  2: { due: 'calling', done: 'called' },
  3: { due: 'ready', done: 'ready' },
};

function wordOf(of: Stage, { stage, needsMicrophone }: Stages): string {
  if (of === 1 && !needsMicrophone) return 'connect.stages.noMicrophone';
  return `connect.stages.${of < stage ? words[of].done : words[of].due}`;
}

interface StageListProps {
  view: Stages;
  guideName: string;
  t: Translate;
}

/** How far the call has come. The stages are the real ones: nothing here moves by itself. */
export function StageList({ view, guideName, t }: StageListProps) {
  const said = (stage: Stage) => t(wordOf(stage, view), { guide: guideName });
  const moment = t('connect.stages.moment');
  return (
    <>
      <ol className={styles['rows']}>
        {stages.map((stage) => (
          <li
            key={stage}
            className={`${styles['row']} ${stage > view.stage ? styles['ahead'] : ''}`}
            aria-current={stage === view.stage ? 'step' : undefined}
          >
            <span className={styles['number']}>{stage}</span>
            <span className={stage === view.stage ? styles['current'] : undefined}>{said(stage)}</span>
            {stage < view.stage && <Icon name="check" />}
            {stage === view.stage && <span className={`${styles['moment']} ${view.isSlow ? '' : styles['later']}`}>{moment}</span>}
          </li>
        ))}
      </ol>
      <VisuallyHidden as="p" role="status">
        {view.isSlow ? `${said(view.stage)} ${moment}` : said(view.stage)}
      </VisuallyHidden>
    </>
  );
}
