import { type CSSProperties, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { recordingLimitSeconds } from '../../../api/limits.ts';
import { formatSeconds } from '../../../kit/format-seconds.ts';
import { onEscape } from '../../../kit/pressed-key.ts';
import type { ReadableStore } from '../../../kit/store.ts';
import { useStore } from '../../../kit/use-store.ts';
import type { IconName } from '../../glyphs.ts';
import { Icon } from '../../icon.tsx';
import { VisuallyHidden } from '../../visually-hidden.tsx';
import { useT } from '../texts/texts.ts';
import styles from './dictation-panel.module.css';
import type { DictationView, Meter, Phase } from './dictation-state.ts';
import { barCount, pickSecondsLeft, warningSeconds } from './levels.ts';
import meterStyles from './meter.module.css';
import { type PanelContent, pickPanelContent } from './panel-content.ts';

interface DictationPanelProps {
  dictation: {
    view: DictationView;
    meter: ReadableStore<Meter>;
    /** The device itself recognises speech. */
    isLocal: boolean;
    agree(): void;
    stop(): void;
    retry(): void;
    discard(): void;
  };
  /** Called if no other element has the focus. The screen may be unmounted. */
  onClosed(): void;
}

export function DictationPanel(props: DictationPanelProps) {
  const content = pickPanelContent(props.dictation.view, props.dictation.isLocal);
  return content && <Panel content={content} {...props} />;
}

type PartProps = Pick<DictationPanelProps['dictation'], 'view' | 'meter'> & { content: PanelContent };

function Panel({ content, dictation, onClosed }: DictationPanelProps & Pick<PartProps, 'content'>) {
  const t = useT();
  const { view, meter, discard } = dictation;
  const { panel, key } = usePanelFocus(view.phase, onClosed);
  useEffect(() => onEscape('panel', discard), [discard]);
  const { main } = content;
  return (
    <section ref={panel} className={styles['panel']} data-dictation aria-label={t('dictation.label')}>
      <div className={styles['top']}>
        {content.top === 'meter' ? <MeterArea content={content} view={view} meter={meter} /> : <Message content={content} />}
      </div>
      <div className={`${styles['keys']} ${content.showsTime ? '' : styles['pair']}`}>
        <PanelKey key="close" icon="close" label={t(content.closeLabel)} onPress={discard} {...(main ? {} : { ref: key })} />
        {main && (
          <PanelKey key="main" ref={key} isMain icon={main.icon} label={t(main.label)} onPress={main.action && dictation[main.action]} />
        )}
        {content.showsTime && <Timer meter={meter} />}
      </div>
      <Announcement content={content} view={view} meter={meter} />
    </section>
  );
}

function MeterArea({ content, view, meter }: PartProps) {
  const t = useT();
  const isRecording = view.phase === 'recording';
  const [sentence] = content.sentences;
  return (
    <>
      <div className={meterStyles['voice']}>
        <Bars meter={meter} />
        {view.recogniser === 'browser' && <Words meter={meter} hint={isRecording ? t('dictation.speakNow') : ''} />}
      </div>
      {isRecording ? <Warning meter={meter} /> : <p className={styles['line']}>{t(sentence)}</p>}
    </>
  );
}

const barIndexes = Array.from({ length: barCount }, (_, index) => index);

/** The newest level is last. Dots are places without a bar. */
function Bars({ meter }: Pick<PartProps, 'meter'>) {
  const levels = useStore(meter, (state) => state.levels);
  return (
    <div className={meterStyles['meter']} aria-hidden="true">
      {barIndexes.map((index) => {
        const level = levels[index];
        return level === undefined ? (
          <i key={index} className={meterStyles['dot']} />
        ) : (
          <i key={index} className={meterStyles['bar']} style={{ '--level': level } as CSSProperties} />
        );
      })}
    </div>
  );
}

function Words({ meter, hint }: Pick<PartProps, 'meter'> & { hint: string }) {
  const words = useStore(meter, (state) => state.words);
  return (
    <div className={meterStyles['words']}>
      <span className={words ? undefined : styles['hint']}>{words || hint}</span>
    </div>
  );
}

/** Announcement reads the warning to screen readers. */
function Warning({ meter }: Pick<PartProps, 'meter'>) {
  const t = useT();
  const left = useStore(meter, ({ seconds }) => pickSecondsLeft(seconds));
  return (
    <p className={`${styles['line']} ${styles['warning']}`} aria-hidden="true">
      {left !== undefined && t('dictation.ending', { count: left })}
    </p>
  );
}

function Message({ content }: Pick<PartProps, 'content'>) {
  const t = useT();
  return (
    <div className={styles['message']}>
      {content.isAlert && <Icon name="alert" />}
      <div>
        {content.sentences.map((key) => (
          <p key={key}>{t(key)}</p>
        ))}
        {content.tips && (
          <ul className={styles['tips']}>
            {content.tips.map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

interface PanelKeyProps {
  icon: IconName;
  label: string;
  isMain?: boolean;
  /** Undefined disables the key, which keeps its position and the focus. */
  onPress: (() => void) | undefined;
  ref?: Ref<HTMLButtonElement>;
}

function PanelKey({ icon, label, isMain, onPress, ref }: PanelKeyProps) {
  return (
    <button type="button" ref={ref} className={styles['key']} aria-disabled={onPress === undefined} onClick={onPress}>
      <span className={styles['place']}>
        <span className={`${styles['knob']} ${isMain ? styles['main'] : ''}`}>
          <Icon name={icon} />
        </span>
      </span>
      <span className={styles['word']}>{label}</span>
    </button>
  );
}

/** Not announced, because a speaking visitor would hear the announcement. */
function Timer({ meter }: Pick<PartProps, 'meter'>) {
  const t = useT();
  const seconds = useStore(meter, (state) => Math.floor(state.seconds));
  return (
    <p className={styles['timer']} aria-hidden="true">
      <span className={styles['place']}>
        <span className={styles['time']}>{formatSeconds(Math.min(seconds, recordingLimitSeconds))}</span>
      </span>
      <span className={styles['of']}>{t('dictation.of', { time: formatSeconds(recordingLimitSeconds) })}</span>
    </p>
  );
}

/** Announces each state once, and the warning without its countdown. */
function Announcement({ content, view, meter }: PartProps) {
  const t = useT();
  const isEnding = useStore(meter, ({ seconds }) => pickSecondsLeft(seconds) !== undefined);
  const isWarned = view.phase === 'recording' && isEnding;
  const keys = [...content.sentences, ...(content.tips ?? [])];
  const text = isWarned ? t('dictation.ending', { count: warningSeconds }) : keys.map((key) => t(key)).join(' ');
  // Screen readers do not read the first content of a live region.
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(text), [text]);
  return (
    <VisuallyHidden as="p" role="status">
      {announced}
    </VisuallyHidden>
  );
}

/** Follows the phase to the panel's main key, and returns to the field. Never takes the focus from an element outside of the panel. */
function usePanelFocus(phase: Phase, onClosed: () => void) {
  const panel = useRef<HTMLElement>(null);
  const key = useRef<HTMLButtonElement>(null);
  const focusedPhase = useRef<Phase>(undefined);
  const onGone = useEffectEvent(() => {
    if (isFocusFree(null)) onClosed();
  });

  useEffect(() => {
    if (focusedPhase.current === phase) return;
    focusedPhase.current = phase;
    if (isFocusFree(panel.current)) key.current?.focus();
  }, [phase]);
  // The field is shown again, and a focus from the panel is on the body.
  useEffect(() => () => onGone(), []);
  return { panel, key };
}

function isFocusFree(panel: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || panel?.contains(activeElement) === true;
}
