import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { isIconName } from '@enfilade/shared-contracts/ui/glyphs';
import type { Question } from '@enfilade/shared-contracts/visit/question';
import type { ComponentType } from 'react';
import { type AnswerShape, questionLayouts } from './model/question-layouts.ts';
import styles from './screen.module.css';
import type { Answer, AnswersProps } from './ui/answer.ts';
import { AnswerCards } from './ui/answer-cards.tsx';
import { CheckRows, ChoiceRows } from './ui/answer-rows.tsx';
import { AnswerTiles } from './ui/answer-tiles.tsx';
import { NextBar } from './ui/next-bar.tsx';
import { Plate } from './ui/plate.tsx';
import { Progress } from './ui/progress.tsx';
import { QuestionHeading } from './ui/question-heading.tsx';
import type { Tailoring } from './use-tailoring.ts';

const answerViews: Record<AnswerShape, ComponentType<AnswersProps>> = {
  choices: ChoiceRows,
  checks: CheckRows,
  tiles: AnswerTiles,
  cards: AnswerCards,
};

interface QuestionPageProps {
  tailoring: Tailoring;
  /** Knows the guide's name, which many questions mention. */
  t: Translate;
}

/** One question with its words: how far, what is asked, the answers, and the way on. */
export function QuestionPage({ tailoring: { step, chosen, choose, next, back }, t }: QuestionPageProps) {
  const { question, number, total, percent } = step;
  const { shape, terms = [] } = questionLayouts[question.id];
  const Answers = answerViews[shape];
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
      <div className={styles['page']}>
        <QuestionHeading
          id={headingId}
          question={t(question.text.question)}
          description={question.text.description && t(question.text.description)}
          terms={terms.map((key) => t(key))}
        />
        <Plate number={number} />
        <Answers key={question.id} questionId={headingId} answers={wordAnswers(question, t)} chosen={chosen} onChoose={choose} />
      </div>
      {question.answerFormat === 'multiple' && (
        <NextBar
          label={t('next')}
          status={chosen.length === 0 ? t('chooseOne') : t('chosen', { count: chosen.length })}
          isClosed={chosen.length === 0}
          onNext={next}
        />
      )}
    </main>
  );
}

function wordAnswers({ id, answerOptions }: Question, t: Translate): Answer[] {
  const { hasNotes, hasNames } = questionLayouts[id];
  return answerOptions.map(({ uiStringID, label, icon }) => ({
    id: uiStringID,
    label: label ?? t(uiStringID),
    isName: hasNames,
    note: hasNotes ? t(`${uiStringID}.note`) : undefined,
    icon: icon && isIconName(icon) ? icon : undefined,
  }));
}
