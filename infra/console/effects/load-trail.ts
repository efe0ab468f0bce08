import type { TrailRecord } from '../model/shapes.ts';

/** Records after a number, oldest first, at most the registry's page of them. */
export type LoadAudit = (after: number) => Promise<TrailRecord[]>;

/** Not more than the registry gives at once: the records right after a number are then always all there. */
const windowLength = 200;
/** Most windows that are looked through for one "more": a museum may have been quiet for long. */
const mostWindows = 10;

export interface TrailPart {
  /** Newest first. */
  records: TrailRecord[];
  /** Where to go on, undefined at the beginning of the trail. */
  before: number | undefined;
}

/** The newest records: from `near`, a number that is known to be in the trail, to its end and backwards from there. */
export async function loadNewest(loadAudit: LoadAudit, near: number, wanted: number): Promise<TrailPart> {
  const start = Math.max(0, near - windowLength);
  const found: TrailRecord[] = [];
  let last = start;
  for (let page = await loadAudit(last); page.length > 0; page = await loadAudit(last)) {
    found.push(...page);
    last = page.at(-1)?.seq ?? last;
  }
  const newest: TrailPart = { records: found.reverse(), before: start === 0 ? undefined : start + 1 };
  return found.length >= wanted ? newest : joined(newest, loadAudit, wanted - found.length);
}

/** The records before a number. */
export async function loadEarlier(loadAudit: LoadAudit, before: number, wanted: number): Promise<TrailPart> {
  const records: TrailRecord[] = [];
  let end = before;
  for (let window = 0; window < mostWindows && end > 1 && records.length < wanted; window += 1) {
    const start = Math.max(0, end - 1 - windowLength);
    const page = await loadAudit(start);
    records.push(...page.filter(({ seq }) => seq < end).reverse());
    end = start + 1;
  }
  return { records, before: end > 1 ? end : undefined };
}

async function joined({ records, before }: TrailPart, loadAudit: LoadAudit, wanted: number): Promise<TrailPart> {
  if (before === undefined) return { records, before };
  const earlier = await loadEarlier(loadAudit, before, wanted);
  return { records: [...records, ...earlier.records], before: earlier.before };
}
