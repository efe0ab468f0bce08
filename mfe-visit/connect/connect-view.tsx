import { copyText } from '@enfilade/shared-contracts/kit/copy-text';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import { GuidePage } from '../frame/guide-page.tsx';
import { type TextKey, useT } from '../texts/texts.ts';
import { actionOf, again, type BrowserFamily, type ConnectState, explanationOf, listPoints, looks, titleOf } from './connect-state.ts';
import styles from './connect-view.module.css';
import type { useVoice } from './use-voice.ts';

interface ConnectViewProps {
  state: ConnectState;
  voice: Pick<ReturnType<typeof useVoice>, 'isLocal' | 'ask' | 'listen' | 'restart' | 'keepWaiting' | 'takeOver'>;
  site: string;
  onUseText(): void;
}

/** Typing is always the last button, in the same place. */
function ConnectButtons({ state, voice, onUseText }: Omit<ConnectViewProps, 'site'>) {
  const t = useT();
  const main = actionOf(state);
  return (
    <>
      {main && (
        <Button kind="main" wide onClick={() => voice[main.act]()} {...(main.icon && { icon: main.icon, iconSide: 'start' })}>
          {t(main.label)}
        </Button>
      )}
      {state.kind === 'unsupported' && <CopyLink />}
      {state.kind === 'timeout' && (
        <Button wide onClick={voice.keepWaiting}>
          {t('connect.keepWaiting')}
        </Button>
      )}
      {main === again && (
        <Button wide onClick={voice.listen}>
          {t('connect.listen')}
        </Button>
      )}
      <Button wide icon="text-lines" iconSide="start" onClick={onUseText}>
        {t('connect.useText')}
      </Button>
    </>
  );
}

/** The button's label says whether the link was copied, so that nothing moves. */
function CopyLink() {
  const t = useT();
  const [label, setLabel] = useState<'copyLink' | 'copied' | 'notCopied'>('copyLink');
  const copy = () => void copyText(window.location.href).then((isCopied) => setLabel(isCopied ? 'copied' : 'notCopied'));
  return (
    <Button kind="main" wide icon={label === 'copied' ? 'check' : 'copy'} iconSide="start" onClick={copy}>
      <span role="status">{t(`connect.${label}`)}</span>
    </Button>
  );
}

export function ConnectView({ site, ...props }: ConnectViewProps) {
  const { state, voice } = props;
  const t = useT();
  const heading = useHeadingFocus(state.kind);
  const explanation = explanationOf(state, t);
  const { avatar, role } = looks[state.kind];
  const points = listPoints(state, voice.isLocal);
  return (
    <GuidePage
      // Each state has a key, so that no element of the previous view moves.
      key={state.kind}
      className={styles['connect']}
      data-view={state.kind}
      avatar={avatar}
      figure={state.kind === 'permission' && state.asks ? <PromptFigure site={site} /> : undefined}
      buttons={<ConnectButtons {...props} />}
    >
      <div className={styles['words']} role={role}>
        <h1 ref={heading} tabIndex={-1}>
          {titleOf(state, t)}
        </h1>
        {explanation && <p>{explanation}</p>}
      </div>
      {points.length > 0 && (
        <ul className={styles['points']}>
          {points.map((point) => (
            <li key={point}>{t(point)}</li>
          ))}
        </ul>
      )}
      {state.kind === 'denied' && <StepList browser={state.browser} />}
      {state.kind === 'stages' && <StageList state={state} />}
    </GuidePage>
  );
}

type Stages = ConnectState & { kind: 'stages' };
type Stage = Stages['stage'];

const stages: readonly Stage[] = [1, 2, 3];
const labels: Record<Stage, { due: TextKey; done: TextKey }> = {
  1: { due: 'connect.stages.asking', done: 'connect.stages.allowed' },
  2: { due: 'connect.stages.calling', done: 'connect.stages.called' },
  3: { due: 'connect.stages.ready', done: 'connect.stages.ready' },
};

function labelOf(of: Stage, { stage, needsMicrophone }: Stages): TextKey {
  if (of === 1 && !needsMicrophone) return 'connect.stages.noMicrophone';
  return of < stage ? labels[of].done : labels[of].due;
}

/** Each stage is an event of the call, not of a timer. */
function StageList({ state }: { state: Stages }) {
  const t = useT();
  const label = (stage: Stage) => t(labelOf(stage, state));
  const moment = t('connect.stages.moment');
  return (
    <>
      <ol className={styles['rows']}>
        {stages.map((stage) => (
          <li
            key={stage}
            className={`${styles['row']} ${stage > state.stage ? styles['ahead'] : ''}`}
            aria-current={stage === state.stage ? 'step' : undefined}
          >
            <span className={styles['number']}>{stage}</span>
            <span className={stage === state.stage ? styles['current'] : undefined}>
              <span>{label(stage)}</span>
              {stage === state.stage && state.isSlow && <span className={styles['moment']}>{moment}</span>}
            </span>
            {stage < state.stage && <Icon name="check" />}
          </li>
        ))}
      </ol>
      <VisuallyHidden as="p" role="status">
        {state.isSlow ? `${label(state.stage)} ${moment}` : label(state.stage)}
      </VisuallyHidden>
    </>
  );
}

const steps = [1, 2, 3] as const;

function StepList({ browser }: { browser: BrowserFamily }) {
  const t = useT();
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

/** The browser's prompt as it will appear; the text below says the same. */
function PromptFigure({ site }: Pick<ConnectViewProps, 'site'>) {
  const t = useT();
  return (
    <Card className={styles['asked']} aria-hidden="true">
      <p className={styles['question']}>
        <Icon name="microphone" />
        <span>
          <b>{site}</b> <span>{t('connect.asked.question')}</span>
        </span>
      </p>
      <p className={styles['answers']}>
        <span>{t('connect.asked.refuse')}</span>
        <span className={styles['allow']}>{t('connect.asked.allow')}</span>
      </p>
    </Card>
  );
}

/**
 * Announces a view that replaces another. The first view takes the focus only if no other element has the focus: keyboard users of the tabs
 * stay there.
 */
function useHeadingFocus(view: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<string | undefined>(undefined);
  useEffect(() => {
    const isFirst = focused.current === undefined;
    const isFree = document.activeElement?.contains(heading.current) ?? true;
    if (focused.current !== view && (!isFirst || isFree)) heading.current?.focus({ preventScroll: true });
    focused.current = view;
  }, [view]);
  return heading;
}
