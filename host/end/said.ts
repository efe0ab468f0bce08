import type { CarriedTurn } from '@enfilade/shared-contracts/api/carried-visit';
import { toPlainText } from '@enfilade/shared-contracts/conversation/transcript/plain-text';
import type { Translate } from './texts/texts.ts';

/** The question and the words of one turn, as the end view shows them. */
export interface Exchange extends Pick<CarriedTurn, 'language' | 'generated'> {
  question: string | undefined;
  answer: string | undefined;
  sources: readonly string[];
}

/** Thanks do not count as a question, and are not listed. */
const thanks = /^(?:thank(?:s| you)|danke|merci)[\s.!]*$/i;

type Asked = Pick<CarriedTurn, 'question' | 'isStep'>;

/** The visitor's question; undefined for a step of the tour. */
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

/** The visit as figures; rooms only of a guided tour. */
export interface VisitFigures {
  questions: number;
  minutes: number;
  rooms: { seen: readonly string[]; total: number } | undefined;
}

/** The facts of a visit, for its page and for its text file. */
export interface VisitText {
  title: string;
  date: string;
  guideName: string;
  figures: VisitFigures;
  exchanges: readonly Exchange[];
  t: Translate;
}

/** The visit as the content of a text file. */
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
