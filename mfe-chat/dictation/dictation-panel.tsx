import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { type CSSProperties, type Ref, useEffect, useRef, useState } from 'react';
import styles from './dictation-panel.module.css';
import type { DictationView, Live, Phase } from './dictation-state.ts';
import { type Face, pickFace } from './faces.ts';
import { barCount } from './levels.ts';
import { pickSecondsLeft, warningSeconds } from './recording-limit.ts';

/**
 * The focus for the panel's main key whenever the state changes, and back to the field when the panel goes. A visitor
 * who has gone elsewhere with it stays there.
 */
function usePanelFocus(phase: Phase, onEnded: () => void) {
  const panel = useRef<HTMLElement>(null);
  const key = useRef<HTMLButtonElement>(null);
  const focused = useRef<Phase>(undefined);
  const giveBack = useRef(onEnded);

  useEffect(() => {
    giveBack.current = onEnded;
  });
  useEffect(() => {
    if (focused.current === phase) return;
    focused.current = phase;
    if (isFree(panel.current)) key.current?.focus();
  }, [phase]);
  // The field has taken the panel's place by now, and a focus that was in the panel is nowhere.
  useEffect(
    () => () => {
      if (isFree(null)) giveBack.current();
    },
    [],
  );
  return { panel, key };
}

function isFree(panel: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || panel?.contains(activeElement) === true;
}

interface MeterProps {
  live: ReadableStore<Live>;
}

/** Loudness in bars, the newest last; what is still to come is a row of dots. */
function Bars({ live }: MeterProps) {
  const levels = useStore(live, (now) => now.levels);
  return (
    <div className={styles['meter']} aria-hidden="true">
      {places.map((place) => {
        const level = levels[place];
        return level === undefined ? (
          <i key={place} className={styles['dot']} />
        ) : (
          <i key={place} className={styles['bar']} style={{ '--level': level } as CSSProperties} />
        );
      })}
    </div>
  );
}

const places = Array.from({ length: barCount }, (_, place) => place);

/** What the browser has understood so far; the last lines of it. */
function Words({ live, hint }: MeterProps & { hint: string }) {
  const words = useStore(live, (now) => now.words);
  return (
    <div className={styles['words']}>
      <p className={words ? undefined : styles['hint']}>{words || hint}</p>
    </div>
  );
}

interface TimerProps {
  live: ReadableStore<Live>;
  limitSeconds: number;
  t: Translate;
}

/** Time that was recorded. It is not read out: whoever speaks would hear it count. */
function Timer({ live, limitSeconds, t }: TimerProps) {
  const seconds = useStore(live, (now) => Math.floor(now.seconds));
  return (
    <p className={styles['timer']} aria-hidden="true">
      <span className={styles['place']}>
        <span className={styles['time']}>{formatTime(Math.min(seconds, limitSeconds))}</span>
      </span>
      <span className={styles['of']}>{t('dictation.of', { time: formatTime(limitSeconds) })}</span>
    </p>
  );
}

/** `m:ss` of whole seconds. */
const formatTime = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

interface SaidProps {
  face: Face;
  view: DictationView;
  live: ReadableStore<Live>;
  t: Translate;
}

/** Each state once, for those who do not see it; the warning without its counting. */
function Said({ face, view, live, t }: SaidProps) {
  const isEnding = useStore(live, ({ seconds }) => pickSecondsLeft(seconds, view.limitSeconds) !== undefined);
  const isWarned = view.phase === 'recording' && isEnding;
  const keys = [...face.says, ...(face.tips ?? [])];
  const text = isWarned ? t('dictation.ending', { count: warningSeconds }) : keys.map((key) => t(key)).join(' ');
  // What stands in a region when it appears is not read out.
  const [said, setSaid] = useState('');
  useEffect(() => setSaid(text), [text]);
  return (
    <VisuallyHidden as="p" role="status">
      {said}
    </VisuallyHidden>
  );
}

interface HandKeyProps {
  icon: IconName;
  word: string;
  isMain?: boolean;
  /** A key without a press is closed; it keeps its place and the focus. */
  onPress: (() => void) | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** A round key with its word under it. */
function HandKey({ icon, word, isMain, onPress, ref }: HandKeyProps) {
  return (
    <button type="button" ref={ref} className={styles['key']} aria-disabled={onPress === undefined} onClick={onPress}>
      <span className={styles['place']}>
        <span className={`${styles['knob']} ${isMain ? styles['main'] : ''}`}>
          <Icon name={icon} />
        </span>
      </span>
      <span className={styles['word']}>{word}</span>
    </button>
  );
}

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
      <div className={styles['hands']}>
        <HandKey key="leave" icon="close" word={t(face.leave)} onPress={onDiscard} {...(main ? {} : { ref: key })} />
        {main ? (
          <HandKey key="main" ref={key} isMain icon={main.icon} word={t(main.word)} onPress={main.does && presses[main.does]} />
        ) : (
          <span className={styles['place']} />
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
