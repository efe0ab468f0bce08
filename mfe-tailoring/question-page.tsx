import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { isIconName } from '@enfilade/shared-contracts/ui/glyphs';
import type { Question } from '@enfilade/shared-contracts/visit/question';
import type { ComponentType } from 'react';
import { type AnswerShape, questionLayouts } from './question-layouts.ts';
import styles from './screen.module.css';
import type { Answer, AnswersProps } from './answers/answer.ts';
import { AnswerCards } from './answers/answer-cards.tsx';
import { CheckRows, ChoiceRows } from './answers/answer-rows.tsx';
import { AnswerTiles } from './answers/answer-tiles.tsx';
import { NextBar } from './next-bar.tsx';
import { Plate } from './plate.tsx';
import { Progress } from './progress.tsx';
import { QuestionHeading } from './question-heading.tsx';
import type { Tailoring } from './use-tailoring.ts';
import { VoiceQuestion } from './voices/voice-question.tsx';

const answerViews: Record<Exclude<AnswerShape, 'voices'>, ComponentType<AnswersProps>> = {
  choices: ChoiceRows,
  checks: CheckRows,
  tiles: AnswerTiles,
  cards: AnswerCards,
};

interface QuestionPageProps {
  tailoring: Tailoring;
  clock: Clock;
  /** Knows the guide's name, which many questions mention. */
  t: Translate;
}

/** One question with its words: how far, what is asked, the answers, and the way on. */
export function QuestionPage({ tailoring, clock, t }: QuestionPageProps) {
  const { step, back } = tailoring;
  const { question, number, total, percent } = step;
  const { terms = [] } = questionLayouts[question.id];
  const headingId = `question-${question.id}`;
  return (
    <main className={styles['main']}>
      <Progress
        current={number}
        total={total}
        percent={percent}
        labels={{ progress: t('progress'), value: t('progress.value', { current: number, total }), back: t('back') }}
        onBack={back}
      />
      <div className={`${styles['page']} ${question.answerFormat === 'voice' ? styles['close'] : ''}`}>
        <QuestionHeading
          id={headingId}
          question={t(question.text.question)}
          description={question.text.description && t(question.text.description)}
          terms={terms.map((key) => t(key))}
        />
        <Plate number={number} />
        <QuestionAnswers tailoring={tailoring} clock={clock} headingId={headingId} t={t} />
      </div>
      <WayOn tailoring={tailoring} t={t} />
    </main>
  );
}

function QuestionAnswers({ tailoring, clock, headingId, t }: QuestionPageProps & { headingId: string }) {
  const { chosen, choose } = tailoring;
  const { question } = tailoring.step;
  const { shape } = questionLayouts[question.id];
  if (shape === 'voices') {
    // Other voices (another language) are another set of samples: what played of the old ones ends.
    const voices = question.answerOptions.map(({ uiStringID }) => uiStringID).join();
    return <VoiceQuestion key={voices} question={question} questionId={headingId} chosen={chosen} onChoose={choose} clock={clock} t={t} />;
  }
  const Answers = answerViews[shape];
  return <Answers key={question.id} questionId={headingId} answers={wordAnswers(question, t)} chosen={chosen} onChoose={choose} />;
}

/** What leaves a question that its answer does not leave by itself. */
function WayOn({ tailoring: { step, chosen, next }, t }: Pick<QuestionPageProps, 'tailoring' | 't'>) {
  const isClosed = chosen.length === 0;
  const { answerFormat, answerOptions } = step.question;
  if (answerFormat === 'single') return null;
  if (answerFormat === 'multiple') {
    const status = isClosed ? t('chooseOne') : t('chosen', { count: chosen.length });
    return <NextBar label={t('next')} status={status} isClosed={isClosed} onNext={next} />;
  }
  const name = answerOptions.find(({ uiStringID }) => uiStringID === chosen[0])?.label ?? '';
  // The button says itself what is missing: a line above it would come and go with the choice, and move the rows.
  return <NextBar label={isClosed ? t('voice.chooseOne') : t('voice.start', { name })} isClosed={isClosed} onNext={next} />;
}

function wordAnswers({ id, answerOptions }: Question, t: Translate): Answer[] {
  const { hasNotes } = questionLayouts[id];
  return answerOptions.map(({ uiStringID, label, icon }) => ({
    id: uiStringID,
    label: label ?? t(uiStringID),
    note: hasNotes ? t(`${uiStringID}.note`) : undefined,
    icon: icon && isIconName(icon) ? icon : undefined,
  }));
}
