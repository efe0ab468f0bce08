import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { useEffect } from 'react';
import type { DictationView, Live } from './dictation-view.ts';
import { pickSecondsLeft } from './recording-limit.ts';
import styles from './dictation-panel.module.css';
import { type Face, pickFace } from './faces.ts';
import { HandKey } from './hand-key.tsx';
import hands from './hands.module.css';
import { Bars, Words } from './meter.tsx';
import { Said } from './said.tsx';
import { Timer } from './timer.tsx';
import { usePanelFocus } from './use-panel-focus.ts';

export interface DictationPanelProps {
  view: DictationView;
  live: ReadableStore<Live>;
  t: Translate;
  onAgree(): void;
  onStop(): void;
  onRetry(): void;
  onDiscard(): void;
  /** The panel has gone and nothing else took the focus: the field's turn, if it is there; the whole screen may have gone. */
  onEnded(): void;
}

/** Speaking instead of writing, in the place of the field; nothing while there is the field. */
export function DictationPanel(props: DictationPanelProps) {
  const face = pickFace(props.view);
  return face && <Panel face={face} {...props} />;
}

function Panel({ face, ...props }: DictationPanelProps & { face: Face }) {
  const { view, live, t, onDiscard, onEnded } = props;
  const { panel, key } = usePanelFocus(view.phase, onEnded);
  useEscape(onDiscard);
  const presses = { agree: props.onAgree, stop: props.onStop, retry: props.onRetry };
  const { main } = face;
  return (
    <section ref={panel} className={styles['panel']} aria-label={t('dictation.label')}>
      <div className={styles['top']}>{face.top === 'meter' ? <Measured face={face} {...props} /> : <Message face={face} t={t} />}</div>
      <div className={hands['hands']}>
        <HandKey key="leave" icon="close" word={t(face.leave)} onPress={onDiscard} {...(main ? {} : { ref: key })} />
        {main ? (
          <HandKey key="main" ref={key} isMain icon={main.icon} word={t(main.word)} onPress={main.does && presses[main.does]} />
        ) : (
          <span className={hands['place']} />
        )}
        {face.showsTime && <Timer live={live} limitSeconds={view.limitSeconds} t={t} />}
      </div>
      <Said face={face} view={view} live={live} t={t} />
    </section>
  );
}

type PartProps = Pick<DictationPanelProps, 'view' | 'live' | 't'> & { face: Face };

function Measured({ face, view, live, t }: PartProps) {
  const isBrowser = view.means === 'browser';
  const [says = ''] = face.says;
  return (
    <>
      {isBrowser ? <Words live={live} hint={view.phase === 'recording' ? t('dictation.speakNow') : ''} /> : <Bars live={live} />}
      {view.phase === 'recording' ? <Warning view={view} live={live} t={t} /> : <p className={styles['line']}>{t(says)}</p>}
    </>
  );
}

/** Counts for the eyes alone; see Said. */
function Warning({ view, live, t }: Omit<PartProps, 'face'>) {
  const left = useStore(live, ({ seconds }) => pickSecondsLeft(seconds, view.limitSeconds));
  return (
    <p className={`${styles['line']} ${styles['warning']}`} aria-hidden="true">
      {left !== undefined && t('dictation.ending', { count: left })}
    </p>
  );
}

function Message({ face, t }: Pick<PartProps, 'face' | 't'>) {
  return (
    <div className={styles['message']}>
      {face.isAlarming && <Icon name="alert" />}
      <div>
        {face.says.map((key) => (
          <p key={key}>{t(key)}</p>
        ))}
        {face.tips && (
          <ul className={styles['tips']}>
            {face.tips.map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function useEscape(onDiscard: () => void) {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onDiscard();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [onDiscard]);
}
