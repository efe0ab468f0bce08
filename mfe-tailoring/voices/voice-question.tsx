import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { isUnderWay } from '@enfilade/shared-contracts/visit/audio-player';
import type { AnswerOption, Question } from '@enfilade/shared-contracts/visit/question';
import { type Preview, pickWords, stateOf } from './preview.ts';
import { type VoiceRow, VoiceRows } from './voice-rows.tsx';
import { usePreviews } from '../use-previews.ts';

interface VoiceQuestionProps {
  question: Question;
  questionId: string;
  chosen: readonly string[];
  onChoose(voiceId: string): void;
  clock: Clock;
  t: Translate;
}

/** The voices of the visitor's language, each to be listened to and to be chosen. */
export function VoiceQuestion({ question, questionId, chosen, onChoose, clock, t }: VoiceQuestionProps) {
  const { preview, toggle } = usePreviews(clock);
  const listen = (voiceId: string) => {
    const url = question.answerOptions.find(({ uiStringID }) => uiStringID === voiceId)?.voice?.voicePreviewUrl;
    if (url) toggle(voiceId, url);
  };
  return (
    <VoiceRows
      questionId={questionId}
      voices={question.answerOptions.map((option) => wordVoice(option, preview, t))}
      chosenId={chosen[0]}
      onChoose={onChoose}
      onListen={listen}
    />
  );
}

function wordVoice({ uiStringID: id, label, voice }: AnswerOption, preview: Preview, t: Translate): VoiceRow {
  const name = label ?? id;
  const state = stateOf(preview, id);
  const words = pickWords(preview, id);
  return {
    id,
    name,
    note: voice && textOf(voice.uiStringID, t),
    doing: words && t(words),
    isPlaying: state === 'playing',
    hasFailed: state === 'error',
    action: isUnderWay(state) ? { icon: 'stop', label: t('voice.stop', { name }) } : { icon: 'play', label: t('voice.listen', { name }) },
  };
}

/** A museum may offer voices this screen has no words for; the translator gives the key back then. */
function textOf(key: string, t: Translate): string | undefined {
  const text = t(key);
  return text === key ? undefined : text;
}
