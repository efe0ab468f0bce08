/** A sentence of one language may be up to so many of another. */
const mostBeside = 4;
/** Of one sentence that is several in the other language, in the shares of a text that its length is off by. */
const costOfBreak = 0.08;

/**
 * For each sentence of a paragraph the one, or the ones, that say it in the same paragraph of another language. Where one of them is
 * said in two, or two in one, lengths decide which (Gale and Church, 1993). Two that are said in one have the same counterpart.
 */
export function alignSentences(own: readonly string[], others: readonly string[]): string[] {
  if (own.length === others.length) return [...others];
  const groups = groupBest(own, others) ?? [{ own: own.length, others: others.length }];
  let at = 0;
  return groups.flatMap((group) => {
    const said = others.slice(at, at + group.others).join(' ');
    at += group.others;
    return Array.from({ length: group.own }, () => said);
  });
}

/** So many sentences beside so many. */
interface Group {
  own: number;
  others: number;
}

const groupShapes: readonly Group[] = [
  { own: 1, others: 1 },
  ...Array.from({ length: mostBeside - 1 }, (_, more) => [
    { own: 1, others: more + 2 },
    { own: more + 2, others: 1 },
  ]).flat(),
];

interface Way {
  cost: number;
  groups: readonly Group[];
}

/** Undefined where one has more than `mostBeside` times as many. */
function groupBest(own: readonly string[], others: readonly string[]): readonly Group[] | undefined {
  const [share, otherShare] = [sharesOf(own), sharesOf(others)];
  const ways = new Map<string, Way | undefined>([['0,0', { cost: 0, groups: [] }]]);
  /** The best way to the end of so many sentences. */
  const wayTo = (end: number, otherEnd: number): Way | undefined => {
    const key = `${end},${otherEnd}`;
    if (ways.has(key) || end < 0 || otherEnd < 0) return ways.get(key);
    const all = groupShapes.flatMap((shape): Way[] => {
      const [at, beside] = [end - shape.own, otherEnd - shape.others];
      const before = wayTo(at, beside);
      if (!before) return [];
      const off = Math.abs(share(at, end) - otherShare(beside, otherEnd));
      return [{ cost: before.cost + off + costOfBreak * (shape.own + shape.others - 2), groups: [...before.groups, shape] }];
    });
    const [first, ...rest] = all;
    const best = first && rest.reduce((one, other) => (other.cost < one.cost ? other : one), first);
    ways.set(key, best);
    return best;
  };
  return wayTo(own.length, others.length)?.groups;
}

/** How much of a text its sentences from one to before another are. */
function sharesOf(sentences: readonly string[]): (from: number, end: number) => number {
  const all = sentences.join('').length || 1;
  return (from, end) => sentences.slice(from, end).join('').length / all;
}
