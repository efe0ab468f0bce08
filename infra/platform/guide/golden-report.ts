import { languages } from '@enfilade/shared-contracts/i18n/language';
import { z } from 'zod';
import { type GoldenResult, goldenKinds, summarizeGolden, type TalkResult } from './golden-questions.ts';

export const goldenRecordSchema = z.object({
  at: z.string(),
  /** `embedded`, or the name of the language model. */
  guide: z.string(),
  right: z.array(z.string()),
});
export type GoldenRecord = z.infer<typeof goldenRecordSchema>;

/** A question with the questions before it, because the same words may follow other questions. */
const keyOf = ({ question: { language, after, question } }: GoldenResult): string => [language, ...after, question].join(' · ');

export const recordGolden = (results: readonly GoldenResult[], { at, guide }: Pick<GoldenRecord, 'at' | 'guide'>): GoldenRecord => ({
  at,
  guide,
  right: results.filter(({ verdict }) => verdict === 'right').map(keyOf),
});

/** A new or deleted question is neither better nor worse. */
export function compareGolden(results: readonly GoldenResult[], before: GoldenRecord): { better: GoldenResult[]; worse: GoldenResult[] } {
  const wasRight = new Set(before.right);
  return {
    better: results.filter((result) => result.verdict === 'right' && !wasRight.has(keyOf(result))),
    worse: results.filter((result) => result.verdict !== 'right' && wasRight.has(keyOf(result))),
  };
}

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`);

export function describeGolden(results: readonly GoldenResult[]): string[] {
  const summary = summarizeGolden(results);
  const rows = languages.flatMap((language) =>
    goldenKinds.map((kind) => {
      const { asked, right, wrongPassage } = summary[language][kind];
      return row([language, kind, String(asked), String(right), share(right, asked), String(wrongPassage)]);
    }),
  );
  const wrong = results.filter(({ verdict }) => verdict === 'wrong passage').length;
  const refused = results.filter(({ verdict, kind }) => verdict === 'refused' && kind !== 'unknown');
  const offered = refused.filter(({ isOffered }) => isOffered).length;
  return [
    row(['', '', 'asked', 'right', '', 'wrong passage']),
    ...rows,
    `${refused.length} refused without need, ${offered} of them with the offer of a question that leads to the right document.`,
    `Wrong passage: ${share(wrong, results.length)} of all questions.`,
  ];
}

const widths = [4, 10, 6, 6, 6, 14];

const row = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' ');

export function describeMiss({ question: { language, after, question }, verdict, missing, sources, answer }: GoldenResult): string {
  const asked = [...after, question].join(' → ');
  const why = [verdict, ...missing.map((fact) => `lacks “${fact}”`), ...(sources.length > 0 ? [`from ${sources.join(', ')}`] : [])];
  return `${language}  ${asked}\n    ${why.join(', ')}\n    ${answer}`;
}

export function describeTalk(results: readonly TalkResult[]): string {
  const count = (own: readonly TalkResult[]) => `${own.filter(({ isRight }) => isRight).length} of ${own.length}`;
  const visitors = [...new Set(results.map(({ turn }) => turn.visitor))];
  const each = visitors.map((visitor) => `${visitor} ${count(results.filter(({ turn }) => turn.visitor === visitor))}`);
  return `Conversation: ${count(results)} turns right (${each.join(', ')}).`;
}

export const describeTurn = ({ turn: { visitor, language, says }, answer, isRight }: TalkResult): string =>
  `${isRight ? ' ' : '✗'} ${language}  ${visitor}: ${says}\n    ${answer}`;
