import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { isUnderWay } from '@enfilade/shared-contracts/kit/audio-player';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { AnswerOption, Question } from '@enfilade/shared-contracts/visit/question';
import { pickStatus, type SampleState, stateOf } from './playback.ts';
import { useSamples } from './use-samples.ts';
import { type VoiceRow, VoiceRows } from './voice-rows.tsx';

interface VoiceQuestionProps {
  question: Question;
  questionId: string;
  chosen: readonly string[];
  onChoose(voiceId: string): void;
  clock: Clock;
  t: Translate;
}

/** The voices of the visitor's language, to listen to and to choose from. */
export function VoiceQuestion({ question, questionId, chosen, onChoose, clock, t }: VoiceQuestionProps) {
  const { sample, toggle } = useSamples(clock);
  const listen = (voiceId: string) => {
    const url = question.answerOptions.find(({ uiStringID }) => uiStringID === voiceId)?.voice?.voicePreviewUrl;
    if (url) toggle(voiceId, url);
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

function toVoiceRow({ uiStringID: id, label, voice }: AnswerOption, sample: SampleState, t: Translate): VoiceRow {
  const name = label ?? id;
  const state = stateOf(sample, id);
  const status = pickStatus(sample, id);
  return {
    id,
    name,
    note: voice && textOf(voice.uiStringID, t),
    status: status && t(status),
    isPlaying: state === 'playing',
    hasFailed: state === 'error',
    action: isUnderWay(state) ? { icon: 'stop', label: t('voice.stop', { name }) } : { icon: 'play', label: t('voice.listen', { name }) },
  };
}

/** A museum may offer voices this screen has no text for; then the translator returns the key. */
function textOf(key: string, t: Translate): string | undefined {
  const text = t(key);
  return text === key ? undefined : text;
}
