import type { RouteCases } from './cases/route-cases.ts';
import { createDice } from './dice.ts';
import type { FuzzSite } from './fuzz-site.ts';
import { judgeAnswer, type Shape } from './judge-answer.ts';
import { createLine } from './lines.ts';
import { type Case, makeCase } from './requests.ts';

export interface Walk {
  statuses: Record<number, number>;
  successes: number;
  /** Each fault with its request. */
  problems: string[];
}

interface WalkOptions {
  count: number;
  /** A damaged address may lead to another route. */
  allShapes: readonly Shape[];
}

const lineCount = 24;
/** Unchanged cases that run first, one after the other. */
const firstGood = 3;
const keptProblems = 5;

/** Several cases run at a time. */
export async function walkRoute(site: FuzzSite, cases: RouteCases, { count, allShapes }: WalkOptions): Promise<Walk> {
  const { route, good, goodPerThousand = 80 } = cases;
  const [method = '', url = ''] = route.split(' ');
  const dice = createDice(route);
  const facts = { ...site.facts, ...(await cases.prepare?.(site, count)) };
  const walk: Walk = { statuses: {}, successes: 0, problems: [] };
  let sent = 0;
  const next = () => {
    sent += 1;
    return makeCase(method, good(dice, facts, sent), dice, sent <= firstGood ? 1000 : goodPerThousand);
  };
  const take = async (line: ReturnType<typeof createLine>, one: Case) => {
    const answer = await line.ask(one.bytes, one.isHead).catch(String);
    if (typeof answer !== 'object') return note(walk, one, answer ?? 'got no answer');
    tally(walk, answer.status);
    const shapes = one.isElsewhere ? allShapes : cases.shapes;
    const problem = judgeAnswer(answer, { shapes, isHead: one.isHead, hasOwnSentences: url.startsWith('/registry') });
    if (problem) note(walk, one, answer.status < 500 ? problem : `${problem} ${site.complaints.at(-1)}`);
  };
  const lines = Array.from({ length: lineCount }, () => createLine(site.gateway.origin));
  for (let left = firstGood; left > 0; left -= 1) await take(lines[0] as (typeof lines)[number], next());
  await Promise.all(
    lines.map(async (line) => {
      while (sent < count) await take(line, next());
      line.close();
    }),
  );
  return walk;
}

function tally(walk: Walk, status: number): void {
  walk.statuses[status] = (walk.statuses[status] ?? 0) + 1;
  if (status < 300) walk.successes += 1;
}

function note({ problems }: Walk, { bytes }: Case, problem: string): void {
  if (problems.length < keptProblems) problems.push(`${problem} — to ${JSON.stringify(bytes.toString('latin1').slice(0, 1_500))}`);
}
