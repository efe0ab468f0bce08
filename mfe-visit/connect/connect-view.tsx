import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Card } from '@enfilade/shared-contracts/ui/card';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { useEffect, useRef } from 'react';
import type { BrowserFamily } from './browser-family.ts';
import { type ConnectActions, ConnectButtons } from './connect-buttons.tsx';
import type { ConnectState } from './connect-state.ts';
import { explanationOf, isError, pointsOf, signOf, titleOf } from './connect-texts.ts';
import styles from './connect-view.module.css';

/**
 * Moves the focus to the heading when another view takes the place of one: that announces it. When the first
 * one opens, only where nothing else has the focus: a visitor who walks the tabs by keyboard stays there.
 */
function useHeadingFocus(view: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<string | undefined>(undefined);
  useEffect(() => {
    const isFirst = focused.current === undefined;
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (focused.current !== view && (!isFirst || isFree)) heading.current?.focus({ preventScroll: true });
    focused.current = view;
  }, [view]);
  return heading;
}

type Stages = ConnectState & { kind: 'stages' };
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
function StageList({ view, guideName, t }: StageListProps) {
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

const steps = [1, 2, 3] as const;

/** The browser's own way to the microphone. */
function StepList({ browser, t }: { browser: BrowserFamily; t: Translate }) {
  return (
    <div>
      <ol className={styles['rows']}>
        {steps.map((step) => (
          <li key={step} className={styles['row']}>
            <span className={styles['number']}>{step}</span>
            <span>{t(`connect.steps.${browser}.${step}`)}</span>
          </li>
        ))}
      </ol>
      <p className={styles['note']}>{t('connect.denied.device')}</p>
    </div>
  );
}

interface AskedFigureProps {
  site: string;
  t: Translate;
}

/** The browser's question as it is about to come, drawn; the words below say the same. */
function AskedFigure({ site, t }: AskedFigureProps) {
  return (
    <Card className={styles['asked']} aria-hidden="true">
      <p className={styles['question']}>
        <Icon name="microphone" />
        <span>
          <b>{site}</b> {t('connect.asked.question')}
        </span>
      </p>
      <p className={styles['answers']}>
        <span>{t('connect.asked.refuse')}</span>
        <span className={styles['allow']}>{t('connect.asked.allow')}</span>
      </p>
    </Card>
  );
}

interface ConnectViewProps extends ConnectActions {
  view: ConnectState;
  guideName: string;
  /** The page's host name, as the browser's question will show it. */
  site: string;
  t: Translate;
}

/** Everything that can stand between a visitor and the guide's voice, a screen each; typing is one tap away on all. */
export function ConnectView({ view, guideName, site, t, ...actions }: ConnectViewProps) {
  const heading = useHeadingFocus(view.kind);
  const explanation = explanationOf(view, guideName, t);
  const points = pointsOf(view, guideName, t);
  return (
    <div className={styles['connect']} data-view={view.kind}>
      <div className={styles['page']}>
        {view.kind === 'permission' && view.asks ? <AskedFigure site={site} t={t} /> : <Sign view={view} />}
        <div className={styles['words']} role={roleOf(view)}>
          <h1 ref={heading} tabIndex={-1}>
            {titleOf(view, guideName, t)}
          </h1>
          {explanation && <p>{explanation}</p>}
        </div>
        {points.length > 0 && (
          <ul className={styles['points']}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
        {view.kind === 'denied' && <StepList browser={view.browser} t={t} />}
        {view.kind === 'stages' && <StageList view={view} guideName={guideName} t={t} />}
      </div>
      <div className={styles['foot']}>
        <ConnectButtons view={view} guideName={guideName} t={t} {...actions} />
      </div>
    </div>
  );
}

function Sign({ view }: { view: ConnectState }) {
  return (
    <div className={styles['sign']}>
      <GuideAvatar state={signOf(view)} size="100%" />
    </div>
  );
}

function roleOf(view: ConnectState) {
  if (isError(view)) return 'alert';
  return view.kind === 'queued' ? 'status' : undefined;
}
