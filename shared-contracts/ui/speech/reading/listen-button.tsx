import { isUnderWay, type PlayerState, stateOf } from '../../../kit/audio-player.ts';
import { useStore } from '../../../kit/use-store.ts';
import { QuietButton } from '../../button.tsx';
import { Icon } from '../../icon.tsx';
import { useT } from '../texts/texts.ts';
import type { Reader } from './create-reader.ts';
import styles from './listen-button.module.css';
import type { ReadingProblem } from './reading-problem.ts';

interface ListenItemProps {
  reader: Reader;
  id: string;
  readText(): string;
}

/** Subscribes to the reader itself, so that other answers are not rendered again. */
export function ListenItem({ reader, id, readText }: ListenItemProps) {
  const t = useT();
  const state = useStore(reader, (reading) => stateOf(reading, id));
  const problem = useStore(reader, (reading) => (reading.id === id ? reading.problem : undefined));
  return (
    <>
      <ListenButton state={state} onPress={() => reader.toggle(id, readText())} />
      {state === 'playing' && (
        <QuietButton aria-label={t('again.pause')} onClick={reader.pause}>
          <Icon name="pause" />
        </QuietButton>
      )}
      {problem && <ReadingNote problem={problem} />}
    </>
  );
}

interface ReadingNoteProps {
  problem: ReadingProblem;
}

export function ReadingNote({ problem: { sentence, reason } }: ReadingNoteProps) {
  const t = useT();
  return (
    <p className={styles['note']} role="alert">
      {t(sentence, reason && { reason: t(reason) })}
    </p>
  );
}

interface ListenButtonProps {
  state: PlayerState;
  onPress(): void;
}

const labels = ['action.listen', 'action.loading', 'action.stop'] as const;

function labelOf(state: PlayerState): (typeof labels)[number] {
  if (!isUnderWay(state)) return 'action.listen';
  return state === 'playing' ? 'action.stop' : 'action.loading';
}

/** Every state is as wide as the longest label. */
export function ListenButton({ state, onPress }: ListenButtonProps) {
  const t = useT();
  const label = labelOf(state);
  const [second, third] = labels.filter((other) => other !== label).map((other) => t(other));
  return (
    <QuietButton className={styles['listen']} onClick={onPress}>
      <Icon name={isUnderWay(state) ? 'stop' : 'play'} />
      <span className={styles['word']} data-second={second} data-third={third}>
        {t(label)}
      </span>
    </QuietButton>
  );
}
