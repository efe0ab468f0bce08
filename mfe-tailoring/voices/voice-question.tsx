import { isUnderWay, type Playing, stateOf } from '@enfilade/shared-contracts/kit/audio-player';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createRecordingPlayer, type PlaybackProblem } from '@enfilade/shared-contracts/kit/create-player';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { IconButton } from '@enfilade/shared-contracts/ui/button';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { AnswerOption, Question } from '@enfilade/shared-contracts/visit/question';
import type { SettingsSource } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useState } from 'react';
import { CheckMark } from '../answers/check-mark.tsx';
import rows from '../answers/rows.module.css';
import type { TextKey, Translate } from '../texts/texts.ts';
import styles from './voices.module.css';

/** A voice with its texts. */
export interface VoiceRow {
  id: string;
  name: string;
  /** How it sounds. */
  note?: string | undefined;
  /** What its sample does; shown in place of the note. */
  status?: string | undefined;
  isPlaying: boolean;
  hasFailed: boolean;
  /** Action of the round button: listen or stop. */
  action: { icon: 'play' | 'stop'; label: string };
}

interface VoiceRowsProps {
  /** Id of the element that holds the question. */
  questionId: string;
  voices: readonly VoiceRow[];
  chosenId: string | undefined;
  onChoose(voiceId: string): void;
  onListen(voiceId: string): void;
}

/** One voice a line, with a button of its own for listening: neither choosing nor listening needs the other. */
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
      {/* What plays is audible; a failure has to be announced. */}
      <VisuallyHidden as="p" role="status">
        {voices.find(({ hasFailed }) => hasFailed)?.status}
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

function VoiceLine({ voice: { name, note, status, isPlaying, action }, isChosen, onChoose, onListen }: VoiceLineProps) {
  return (
    <li className={`${styles['line']} ${isChosen ? rows['chosen'] : ''}`}>
      <button type="button" className={`${rows['row']} ${styles['row']}`} aria-pressed={isChosen} onClick={onChoose}>
        <CheckMark isChecked={isChosen} />
        <span className={`${rows['text']} ${styles['text']}`}>
          <span className={styles['name']}>{`${name} `}</span>
          <small className={styles['note']}>
            <span>{status ?? note}</span>
            {isPlaying && <SoundWave />}
          </small>
        </span>
      </button>
      <IconButton className={isPlaying ? styles['playing'] : undefined} icon={action.icon} aria-label={action.label} onClick={onListen} />
    </li>
  );
}

/** A multiple of the petals of the guide's avatar. */
const bars = 40;
const [pitch, height] = [4, 24];

/** The same shape every time. */
const path = Array.from({ length: bars }, (_, index) => {
  const length = height * (0.15 + 0.8 * Math.abs(Math.sin((index * 61 * Math.PI) / 180) * Math.cos((index * 13 * Math.PI) / 180)));
  return `M${index * pitch + 1} ${((height - length) / 2).toFixed(1)}v${length.toFixed(1)}`;
}).join('');

/** Decoration beside the text that says that a sample plays. */
function SoundWave() {
  return (
    <svg className={styles['wave']} viewBox={`0 0 ${bars * pitch} ${height}`} preserveAspectRatio="xMinYMid slice" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

interface VoiceQuestionProps {
  question: Question;
  questionId: string;
  chosen: readonly string[];
  onChoose(voiceId: string): void;
  clock: Clock;
  session: SettingsSource;
  t: Translate;
}

/** The voices of the visitor's language, to listen to and to choose from. */
export function VoiceQuestion({ question, questionId, chosen, onChoose, clock, session, t }: VoiceQuestionProps) {
  const [player] = useState(() => createRecordingPlayer({ clock, session }));
  useEffect(() => player.stop, [player]);
  const sample = useStore(player, (state) => state);
  const listen = (voiceId: string) => {
    const url = question.answerOptions.find(({ uiStringID }) => uiStringID === voiceId)?.voice?.voicePreviewUrl;
    if (isUnderWay(stateOf(sample, voiceId))) player.stop();
    else if (url) player.play(voiceId, url);
  };
  return (
    <VoiceRows
      questionId={questionId}
      voices={question.answerOptions.map((option) => toVoiceRow(option, sample, t))}
      chosenId={chosen[0]}
      onChoose={onChoose}
      onListen={listen}
    />
  );
}

type SampleState = Playing<PlaybackProblem>;

/** Key of the text that says what a voice's sample does; undefined when it does nothing. */
export function pickStatus(sample: SampleState, ownId: string): TextKey | undefined {
  const state = stateOf(sample, ownId);
  if (state === 'error') return `voice.${sample.problem ?? 'unreachable'}`;
  if (state === 'loading' || state === 'ready') return 'voice.loading';
  return state === 'playing' ? 'voice.playing' : undefined;
}

function toVoiceRow({ uiStringID: id, label, voice }: AnswerOption, sample: SampleState, t: Translate): VoiceRow {
  const name = label ?? id;
  const state = stateOf(sample, id);
  const status = pickStatus(sample, id);
  return {
    id,
    name,
    note: voice && noteOf(voice.uiStringID, t),
    status: status && t(status),
    isPlaying: state === 'playing',
    hasFailed: state === 'error',
    action: isUnderWay(state) ? { icon: 'stop', label: t('voice.stop', { name }) } : { icon: 'play', label: t('voice.listen', { name }) },
  };
}

/** How a voice sounds. A museum may offer voices that this screen does not have. */
function noteOf(voice: string, t: Translate): string | undefined {
  const note = voiceNotes.find((key) => key === voice);
  return note && t(note);
}

export const voiceNotes = [
  ...['voice.en-1', 'voice.en-2', 'voice.en-3', 'voice.en-p1', 'voice.en-p2', 'voice.en-p3'],
  ...['voice.de-1', 'voice.de-2', 'voice.de-3', 'voice.de-4', 'voice.de-p1', 'voice.de-p2', 'voice.de-p3'],
  ...['voice.fr-1', 'voice.fr-2', 'voice.fr-3'],
] as const;
