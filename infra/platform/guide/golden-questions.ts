import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languageSchema, languages } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { tourWords } from '@enfilade/shared-contracts/museum/tour-words';
import { parse } from 'yaml';
import { z } from 'zod';
import type { MuseumContent } from '../content/content.ts';
import { ContentFolder } from '../content/content-folder.ts';
import type { Guide } from './guide.ts';
import { type GuideQuestion, type GuideState, newGuideState } from './guide-state.ts';
import { numbersInDigits } from './words/numbers.ts';

const text = z.string().min(1);

const expected = {
  language: languageSchema,
  documents: z.array(text).default([]),
  /** A right answer contains each of these facts, and any fact of a list. */
  facts: z.array(z.union([text, z.array(text).min(1)])).default([]),
  unknown: z.boolean().default(false),
};

const goldenQuestionSchema = z
  .strictObject({ question: text, ...expected, after: z.array(text).default([]) })
  .refine(({ unknown, documents, facts }) => (unknown ? documents.length + facts.length === 0 : documents.length > 0 && facts.length > 0), {
    error: 'needs documents and facts, or “unknown: true” without both',
  });

export type GoldenQuestion = z.infer<typeof goldenQuestionSchema>;

export const goldenKinds = ['known', 'follow-up', 'unknown'] as const;
export type GoldenKind = (typeof goldenKinds)[number];

/** `wrong passage`: the answer comes from another document, or the question has no answer. */
export type GoldenVerdict = 'right' | 'fact missing' | 'wrong passage' | 'refused';

export interface GoldenResult {
  question: GoldenQuestion;
  kind: GoldenKind;
  verdict: GoldenVerdict;
  answer: string;
  sources: readonly string[];
  missing: readonly string[];
  isOffered: boolean;
}

/** A turn without documents and without `unknown` expects small talk. */
const talkTurnSchema = z.strictObject({ visitor: text, says: text, ...expected });
export type TalkTurn = z.infer<typeof talkTurnSchema>;

export type TalkResult = { turn: TalkTurn; answer: string; isRight: boolean };

export async function holdTalk(guide: Guide, turns: readonly TalkTurn[]): Promise<TalkResult[]> {
  const results: TalkResult[] = [];
  let state = newGuideState;
  for (const turn of turns) {
    const said = await ask(guide, state, { ...exploration, text: turn.says, language: turn.language });
    state = said.state;
    results.push({ turn, answer: said.text, isRight: isRightTurn(turn, said) });
  }
  return results;
}

function isRightTurn(turn: TalkTurn, { text: answer, sources, isUnanswered }: Said): boolean {
  if (missingFacts(turn, answer).length > 0) return false;
  if (turn.documents.length > 0) return sources.some((source) => turn.documents.includes(source));
  return sources.length === 0 && (turn.unknown || !isUnanswered);
}

async function loadYaml<T>(directory: string, file: string, schema: z.ZodType<T>): Promise<T[]> {
  const path = join(directory, file);
  await access(path);
  const folder = new ContentFolder('');
  const list = await folder.value(path, z.array(schema), { name: 'YAML', parse });
  folder.throwIfAny();
  return list ?? [];
}

/** Rejects with the system's error if the file is missing. @throws ContentError with all problems */
export const loadGoldenQuestions = (directory: string): Promise<GoldenQuestion[]> =>
  loadYaml(directory, 'questions.yaml', goldenQuestionSchema);

export const loadTalk = (directory: string): Promise<TalkTurn[]> => loadYaml(directory, 'talk.yaml', talkTurnSchema);

type GoldenVisit = Pick<GuideQuestion, 'visitMode' | 'exhibitionId'>;

export const goldenModes = ['exploration', 'guided'] as const;

const exploration: GoldenVisit = { visitMode: 'exploration' };

/** Asks each question as a new visitor, who has begun the tour in a guided visit. */
export async function askGoldenQuestions(
  guide: Guide,
  questions: readonly GoldenQuestion[],
  visit: GoldenVisit = exploration,
): Promise<GoldenResult[]> {
  const results: GoldenResult[] = [];
  for (const question of questions) {
    const { language } = question;
    let said: Said = unsaid;
    const begin = visit.visitMode === 'guided' ? [tourWords[language].begin[0]] : [];
    for (const text of [...begin, ...question.after, question.question]) said = await ask(guide, said.state, { ...visit, text, language });
    results.push(resultOf(question, said));
  }
  return results;
}

function resultOf(question: GoldenQuestion, { text: answer, sources, state }: Said): GoldenResult {
  const { unknown, documents, after } = question;
  const missing = missingFacts(question, answer).map((fact) => [fact].flat().join(' / '));
  const isFromDocuments = sources.some((source) => documents.includes(source));
  const unsourced = unknown ? 'right' : 'refused';
  const sourced = missing.length === 0 ? 'right' : 'fact missing';
  const verdict = unknown || !isFromDocuments ? 'wrong passage' : sourced;
  return {
    ...{ question, answer, sources, missing },
    kind: (unknown && 'unknown') || (after.length > 0 ? 'follow-up' : 'known'),
    verdict: sources.length === 0 ? unsourced : verdict,
    isOffered: sources.length === 0 && documents.includes(state.offered?.document ?? ''),
  };
}

interface Said {
  text: string;
  sources: string[];
  state: GuideState;
  isUnanswered: boolean;
}

const unsaid: Said = { text: '', sources: [], state: newGuideState, isUnanswered: false };

async function ask(guide: Guide, state: GuideState, question: GuideQuestion): Promise<Said> {
  const said: Said = { ...unsaid, sources: [], state };
  for await (const event of guide.answer(state, question)) {
    if (event.type === 'context') said.sources.push(...event.sources.map(({ document }) => document ?? ''));
    else if (event.type === 'text') said.text += `${said.text && ' '}${event.text}`;
    else {
      said.state = event.state;
      said.isUnanswered = event.facts?.unanswered !== undefined;
    }
  }
  return said;
}

const missingFacts = ({ facts, language }: Pick<GoldenQuestion, 'facts' | 'language'>, answer: string) =>
  facts.filter((fact) => ![fact].flat().some((one) => isSaid(one, answer, language)));

/** Whether an answer contains a fact, ignoring case, diacritics and quotation marks, with numbers in digits or words. */
function isSaid(fact: string, answer: string, language: Language): boolean {
  const [wanted, said] = [fact, answer].map((one) => numbersInDigits(wordsOf(one), language).join(' ')) as [string, string];
  // A word may have an ending; a number is whole.
  return ` ${said} `.includes(`${/^\d/.test(wanted) ? ' ' : ''}${wanted}${/\d$/.test(wanted) ? ' ' : ''}`);
}

export function countGolden(results: readonly GoldenResult[], language: Language, kind: GoldenKind) {
  const own = results.filter((result) => result.question.language === language && result.kind === kind);
  const of = (verdict: GoldenVerdict) => own.filter((result) => result.verdict === verdict).length;
  return { asked: own.length, right: of('right'), wrongPassage: of('wrong passage') };
}

export const goldenFolderOf = (contentDirectory: string, { folder }: Pick<MuseumContent, 'folder'>): string =>
  join(contentDirectory, 'museums', folder);

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
  const rows = languages.flatMap((language) =>
    goldenKinds.map((kind) => {
      const { asked, right, wrongPassage } = countGolden(results, language, kind);
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
