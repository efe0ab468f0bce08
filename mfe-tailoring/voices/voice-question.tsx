import { isUnderWay, type Playing, stateOf } from '@enfilade/shared-contracts/kit/audio-player';
import { createRecordingPlayer, type PlaybackProblem } from '@enfilade/shared-contracts/kit/create-player';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { IconButton } from '@enfilade/shared-contracts/ui/button';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { AnswerOption, Question } from '@enfilade/shared-contracts/visit/question';
import { useEffect, useState } from 'react';
import { CheckMark } from '../answers/answers.tsx';
import rows from '../answers/rows.module.css';
import { type TextKey, type Translate, useT } from '../texts/texts.ts';
import styles from './voices.module.css';

interface VoiceQuestionProps {
  question: Question;
  questionId: string;
  chosen: readonly string[];
  onChoose(voiceId: string): void;
}

/** Listening does not choose a voice. */
export function VoiceQuestion({ question, questionId, chosen, onChoose }: VoiceQuestionProps) {
  const { clock, session } = useScreen();
  const t = useT();
  const [player] = useState(() => createRecordingPlayer({ clock, session }));
  useEffect(() => player.stop, [player]);
  const sample = useStore(player, (state) => state);
  const listen = ({ uiStringID: id, voice }: AnswerOption) => {
    if (isUnderWay(stateOf(sample, id))) player.stop();
    else if (voice) player.play(id, voice.voicePreviewUrl);
  };
  const hasFailed = question.answerOptions.some(({ uiStringID }) => stateOf(sample, uiStringID) === 'error');
  return (
    <>
      <ul className={rows['rows']} aria-labelledby={questionId}>
        {question.answerOptions.map((option) => (
          <VoiceLine
            key={option.uiStringID}
            {...{ option, sample }}
            isChosen={option.uiStringID === chosen[0]}
            onChoose={() => onChoose(option.uiStringID)}
            onListen={() => listen(option)}
          />
        ))}
      </ul>
      <VisuallyHidden as="p" role="status">
        {hasFailed && t(`voice.${sample.problem ?? 'unreachable'}`)}
      </VisuallyHidden>
    </>
  );
}

interface VoiceLineProps {
  option: AnswerOption;
  sample: SampleState;
  isChosen: boolean;
  onChoose(): void;
  onListen(): void;
}

function VoiceLine({ option: { uiStringID: id, label: name = id, voice }, sample, isChosen, onChoose, onListen }: VoiceLineProps) {
  const t = useT();
  const state = stateOf(sample, id);
  const status = pickStatus(sample, id);
  const isPlaying = state === 'playing';
  const [icon, action] = isUnderWay(state) ? (['stop', 'voice.stop'] as const) : (['play', 'voice.listen'] as const);
  return (
    <li className={styles['line']}>
      <button type="button" className={`${rows['row']} ${styles['row']}`} aria-pressed={isChosen} onClick={onChoose}>
        <CheckMark />
        <span className={`${rows['text']} ${styles['text']}`}>
          <span className={styles['name']}>{`${name} `}</span>
          <small className={styles['note']}>
            <span>{status ? t(status) : voice && noteOf(voice.uiStringID, t)}</span>
            {isPlaying && <SoundWave />}
          </small>
        </span>
      </button>
      <IconButton className={isPlaying ? styles['playing'] : undefined} icon={icon} aria-label={t(action, { name })} onClick={onListen} />
    </li>
  );
}

/** A multiple of the petals of the guide's avatar. */
const bars = 40;
const [pitch, height] = [4, 24];

const path = Array.from({ length: bars }, (_, index) => {
  const length = height * (0.15 + 0.8 * Math.abs(Math.sin((index * 61 * Math.PI) / 180) * Math.cos((index * 13 * Math.PI) / 180)));
  return `M${index * pitch + 1} ${((height - length) / 2).toFixed(1)}v${length.toFixed(1)}`;
}).join('');

function SoundWave() {
  return (
    <svg className={styles['wave']} viewBox={`0 0 ${bars * pitch} ${height}`} preserveAspectRatio="xMinYMid slice" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

type SampleState = Playing<PlaybackProblem>;

export function pickStatus(sample: SampleState, ownId: string): TextKey | undefined {
  const state = stateOf(sample, ownId);
  if (state === 'error') return `voice.${sample.problem ?? 'unreachable'}`;
  if (state === 'loading' || state === 'ready') return 'voice.loading';
  return state === 'playing' ? 'voice.playing' : undefined;
}

function noteOf(voice: string, t: Translate): string | undefined {
  const note = voiceNotes.find((key) => key === voice);
  return note && t(note);
}

export const voiceNotes = [
  ...['voice.en-1', 'voice.en-2', 'voice.en-3', 'voice.en-p1', 'voice.en-p2', 'voice.en-p3'],
  ...['voice.de-1', 'voice.de-2', 'voice.de-3', 'voice.de-4', 'voice.de-p1', 'voice.de-p2', 'voice.de-p3'],
  ...['voice.fr-1', 'voice.fr-2', 'voice.fr-3'],
] as const;
