import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { ReadingProblem } from './reading-error.ts';
import styles from './reading-note.module.css';

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
