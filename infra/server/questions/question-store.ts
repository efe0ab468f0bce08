import { type AskedGroup, askedReasonSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { languageSchema, languages } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { z } from 'zod';
import {
  insertRows,
  places,
  type Query,
  restoreBackup,
  rowSchemaOf,
  type SiteDatabase,
  selectFrom,
  UnusableDatabaseError,
} from '../database/site-database.ts';
import { StoreUnavailableError } from '../registry/state/registry-error.ts';

/** Questions of fewer visits are shown to nobody. */
export const leastVisits = 5;
export const keptDays = 90;
/** Rows of one museum, about 10 MB. */
export const mostRows = 5_000;
const mostGroups = 200;
const mostWords = 5;
const dayMs = 24 * 60 * 60_000;

export type QuestionStore = ReturnType<typeof createQuestionStore>;

const rowsSchema = z.array(rowSchemaOf('questions').extend({ reason: askedReasonSchema, language: languageSchema }));
/**
 * `question` and `visit` are hashes; all rows of a group have the same `question`. `stems` are stored once enough visits share the stems.
 * `words` and `sentences` (JSON of the sentences that the check dropped) are null without the visitor's consent.
 */
type StoredRow = z.infer<typeof rowsSchema>[number];
export type QuestionRow = Omit<StoredRow, 'day' | 'stems'> & { stems: string };

const countSchema = z.tuple([z.object({ count: z.coerce.number() })]);
const isKnown = `reason IN (${places(askedReasonSchema.options.length)}) AND language IN (${places(languages.length)})`;
const select = `${selectFrom('questions')} WHERE museum = ? AND ${isKnown} ORDER BY day`;
// Questions that enough visits share are deleted last.
const oldest = 'SELECT question, visit, reason FROM questions WHERE museum = ? ORDER BY stems IS NOT NULL, day, question LIMIT ?';

/**
 * Days are UTC days. A future day, after a clock was set back, becomes today, so that no row outlives 90 days by the current clock. Every
 * method rejects with StoreUnavailableError if the database fails.
 */
export function createQuestionStore(database: Pick<SiteDatabase, 'query' | 'overwriteDeleted'>, clock: Clock) {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const query: Query = async (sql, values) => {
    try {
      return await database.query(sql, values);
    } catch (cause) {
      const isDamaged = cause instanceof UnusableDatabaseError;
      throw new StoreUnavailableError(isDamaged ? cause.message : "Visitors' questions cannot be read or written now; try again later.", {
        cause,
      });
    }
  };
  const count = async (what: string, where: string, value: string) => {
    const [found] = countSchema.parse(await query(`SELECT COUNT(${what}) AS count FROM questions WHERE ${where} = ?`, [value]));
    return found.count;
  };
  async function prune(): Promise<void> {
    const now = clock.now();
    await query('UPDATE questions SET day = ? WHERE day > ?', [dayOf(now), dayOf(now + dayMs)]);
    await query('DELETE FROM questions WHERE day < ?', [dayOf(now - keptDays * dayMs)]);
  }

  return {
    /** A visit counts once in a group for each reason. */
    async add({ stems, ...row }: QuestionRow): Promise<void> {
      const { museum, question } = row;
      await insertRows(query, 'questions', [{ ...row, stems: null, day: dayOf(clock.now()) }]);
      if ((await count('DISTINCT visit', 'question', question)) >= leastVisits)
        await query('UPDATE questions SET stems = ? WHERE question = ? AND stems IS NULL', [stems, question]);
      const surplus = (await count('*', 'museum', museum)) - mostRows;
      if (surplus > 0) await query(`DELETE FROM questions WHERE (question, visit, reason) IN (${oldest})`, [museum, surplus]);
    },
    /** For a visitor who withdraws the rating. */
    remove: ({ question, visit, reason }: Pick<QuestionRow, 'question' | 'visit' | 'reason'>) =>
      query('DELETE FROM questions WHERE question = ? AND visit = ? AND reason = ?', [question, visit, reason]),
    /** Most visits first. */
    async list(museum: string): Promise<AskedGroup[]> {
      await prune();
      const rows = rowsSchema.safeParse(await query(select, [museum, ...askedReasonSchema.options, ...languages]));
      if (!rows.success) throw new StoreUnavailableError(`The database of visitors' questions is damaged: ${restoreBackup}.`);
      return groupRows(rows.data);
    },
    async erase(museum: string, question?: string): Promise<void> {
      const [more, values] = question === undefined ? ['', []] : [' AND question = ?', [question]];
      await query(`DELETE FROM questions WHERE museum = ?${more}`, [museum, ...values]);
      await database.overwriteDeleted();
    },
    async prune(): Promise<void> {
      await prune();
      await database.overwriteDeleted();
    },
  };
}

const sentencesSchema = z.array(z.object({ reason: z.string(), text: z.string() })).catch([]);

export function groupRows(rows: readonly StoredRow[]): AskedGroup[] {
  return groupBy(rows, ({ question }) => question)
    .flatMap((ofGroup) => describeGroup(ofGroup) ?? [])
    .sort((one, other) => other.visits - one.visits || other.lastDay.localeCompare(one.lastDay) || one.id.localeCompare(other.id))
    .slice(0, mostGroups);
}

function describeGroup(rows: readonly StoredRow[]): AskedGroup | undefined {
  const newest = rows.at(-1);
  const visitsOf = (some: readonly StoredRow[]) => new Set(some.map(({ visit }) => visit)).size;
  const visits = visitsOf(rows);
  if (!newest || visits < leastVisits) return undefined;
  const stems = rows.find((row) => row.stems !== null)?.stems ?? '';
  const sentences = rows.flatMap((row) => sentencesSchema.parse(parseJson(row.sentences ?? '')));
  return {
    id: newest.question,
    language: newest.language,
    stems: stems.split(' ').filter(Boolean),
    document: newest.document || null,
    visits,
    reasons: askedReasonSchema.options.flatMap((reason) => {
      const ofReason = visitsOf(rows.filter((row) => row.reason === reason));
      return ofReason > 0 ? [{ reason, visits: ofReason }] : [];
    }),
    exhibitions: groupBy(rows, ({ exhibition }) => exhibition).map((some) => ({
      exhibitionId: some[0]?.exhibition ?? '',
      visits: visitsOf(some),
    })),
    words: [...new Set(rows.flatMap(({ words }) => words ?? []))].slice(-mostWords),
    sentences: sentences.slice(-mostWords),
    lastDay: newest.day,
  };
}

function groupBy(rows: readonly StoredRow[], keyOf: (row: StoredRow) => string): StoredRow[][] {
  const groups = new Map<string, StoredRow[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups.values()];
}
