import { IconButton } from '@enfilade/shared-contracts/ui/button';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { Mark } from '../answers/mark.tsx';
import rows from '../answers/rows.module.css';
import styles from './voices.module.css';
import { Wave } from './wave.tsx';

/** A voice with its words. */
export interface VoiceRow {
  id: string;
  name: string;
  /** How it sounds. */
  note?: string | undefined;
  /** What its sample is doing; takes the note's place. */
  doing?: string | undefined;
  isPlaying: boolean;
  hasFailed: boolean;
  /** What the round button does, in words: listen or stop. */
  action: { icon: 'play' | 'stop'; label: string };
}

interface VoiceRowsProps {
  /** Id of the element that asks. */
  questionId: string;
  voices: readonly VoiceRow[];
  chosenId: string | undefined;
  onChoose(voiceId: string): void;
  onListen(voiceId: string): void;
}

/** One voice a line. Listening is a button of its own: a voice can be heard without being chosen, and chosen unheard. */
export function VoiceRows({ questionId, voices, chosenId, onChoose, onListen }: VoiceRowsProps) {
  return (
    <>
      <ul className={rows['rows']} aria-labelledby={questionId}>
        {voices.map((voice) => (
          <VoiceLine
            key={voice.id}
            voice={voice}
            isChosen={voice.id === chosenId}
            onChoose={() => onChoose(voice.id)}
            onListen={() => onListen(voice.id)}
          />
        ))}
      </ul>
      {/* What plays can be heard; that nothing will has to be said. */}
      <VisuallyHidden as="p" role="status">
        {voices.find(({ hasFailed }) => hasFailed)?.doing}
      </VisuallyHidden>
    </>
  );
}

interface VoiceLineProps {
  voice: VoiceRow;
  isChosen: boolean;
  onChoose(): void;
  onListen(): void;
}

function VoiceLine({ voice: { name, note, doing, isPlaying, action }, isChosen, onChoose, onListen }: VoiceLineProps) {
  return (
    <li className={`${styles['line']} ${isChosen ? rows['chosen'] : ''}`}>
      <button type="button" className={`${rows['row']} ${styles['row']}`} aria-pressed={isChosen} onClick={onChoose}>
        <Mark isChecked={isChosen} />
        <span className={`${rows['words']} ${styles['words']}`}>
          <span className={styles['name']}>{name} </span>
          <small className={styles['note']}>
            <span>{doing ?? note}</span>
            {isPlaying && <Wave />}
          </small>
        </span>
      </button>
      <IconButton className={isPlaying ? styles['playing'] : undefined} icon={action.icon} aria-label={action.label} onClick={onListen} />
    </li>
  );
}
