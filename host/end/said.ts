import type { CarriedTurn } from '@enfilade/shared-contracts/api/carried-visit';
import { toPlainText } from '@enfilade/shared-contracts/conversation/transcript/plain-text';
import type { Translate } from './texts/texts.ts';

export interface Exchange extends Pick<CarriedTurn, 'language' | 'generated'> {
  question: string | undefined;
  answer: string | undefined;
  sources: readonly string[];
}

/** Thanks are not counted and not listed as questions. */
const thanks = /^(?:thank(?:s| you)|danke|merci)[\s.!]*$/i;

type Asked = Pick<CarriedTurn, 'question' | 'isStep'>;

const questionOf = ({ question, isStep }: Asked) => (isStep || (question !== undefined && thanks.test(question)) ? undefined : question);

export function listExchanges(turns: readonly CarriedTurn[]): Exchange[] {
  return turns.map((said) => {
    const { answer, isMarkdown, language, sources, generated } = said;
    return {
      question: questionOf(said),
      answer: answer && isMarkdown ? toPlainText(answer) : answer,
      sources: sources.map(({ title }) => title),
      ...(language && { language }),
      ...(generated && { generated }),
    };
  });
}

export const countQuestions = (turns: readonly Asked[]): number => turns.filter((turn) => questionOf(turn) !== undefined).length;

export interface VisitText {
  title: string;
  date: string;
  guideName: string;
  /** `rooms` exists only for a guided tour. */
  figures: { questions: number; minutes: number; rooms: { seen: readonly string[]; total: number } | undefined };
  exchanges: readonly Exchange[];
  t: Translate;
}

export function formatVisit({ title, date, guideName, figures, exchanges, t }: VisitText): string {
  const { questions, minutes, rooms } = figures;
  const facts = [`${questions} ${t('questions', { count: questions })}`, `${minutes} ${t('minutes', { count: minutes })}`];
  const said = exchanges.flatMap(({ question, answer, sources }) => [
    ...(question === undefined ? [] : [`${t('says', { speaker: t('speaker.visitor') })} ${question}`]),
    ...(answer === undefined ? [] : [`${t('says', { speaker: t('speaker.guide', { guide: guideName }) })} ${answer}`]),
    ...sources.map((source) => t('source', { title: source })),
    '',
  ]);
  return [title, [date, ...facts].join(' · '), ...(rooms ? [rooms.seen.join(' · ')] : []), '', ...said, t('made'), ''].join('\n');
}
