import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { type Message, plainTextOf } from '../thread/messages.ts';
import type { Reader } from './create-reader.ts';
import styles from './listen-button.module.css';
import { type ReadingProblem, type ReadingState, stateOf } from './reading.ts';

interface ListenItemProps {
  reader: Reader;
  message: Message;
  t: Translate;
}

/** Reads one answer aloud. It follows the reader itself, so that a sound that begins draws no other answer anew. */
export function ListenItem({ reader, message, t }: ListenItemProps) {
  const { id } = message;
  const state = useStore(reader, (reading) => stateOf(reading, id));
  const problem = useStore(reader, (reading) => (reading.id === id ? reading.problem : undefined));
  return (
    <>
      <ListenButton state={state} t={t} onPress={() => reader.toggle(id, plainTextOf(message))} />
      {problem && <ReadingNote problem={problem} t={t} />}
    </>
  );
}

interface ReadingNoteProps {
  problem: ReadingProblem;
  t: Translate;
}

/** Why an answer is not read aloud. */
export function ReadingNote({ problem: { sentence, reason }, t }: ReadingNoteProps) {
  return (
    <p className={styles['note']} role="alert">
      {t(sentence, reason && { reason: t(reason) })}
    </p>
  );
}

interface ListenButtonProps {
  /** Of this answer's own reading. */
  state: ReadingState;
  t: Translate;
  onPress(): void;
}

const words = ['action.listen', 'action.loading', 'action.stop'] as const;
type Look = { word: (typeof words)[number]; icon: IconName };

const atRest: Look = { word: 'action.listen', icon: 'play' };
const onItsWay: Look = { word: 'action.loading', icon: 'stop' };
const looks: Record<ReadingState, Look> = {
  loading: onItsWay,
  ready: onItsWay,
  playing: { word: 'action.stop', icon: 'stop' },
  paused: atRest,
  complete: atRest,
  stopped: atRest,
  error: atRest,
};

/** Reads an answer aloud, or stops that. As wide as its longest word, whichever it shows. */
export function ListenButton({ state, t, onPress }: ListenButtonProps) {
  const { word, icon } = looks[state];
  const [second, third] = words.filter((other) => other !== word).map((other) => t(other));
  return (
    <QuietButton className={styles['listen']} aria-pressed={state === 'playing'} onClick={onPress}>
      <Icon name={icon} />
      <span className={styles['word']} data-second={second} data-third={third}>
        {t(word)}
      </span>
    </QuietButton>
  );
}
