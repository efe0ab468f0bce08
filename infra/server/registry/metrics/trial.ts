import type { FigureName, HaltCause } from '@enfilade/shared-contracts/api/registry-schemas';
import {
  addGains,
  ceilingOf,
  type Evidence,
  gainsOfFailure,
  gainsOfRank,
  gainsOverCeiling,
  type Lot,
  strengthAmongOthers,
  strengthOf,
} from './evidence.ts';
import { addFigures, bucketOf, figureNames, type Histograms, noHistograms, quantileOf, rankOf, visitsOf } from './figures.ts';

// A remote of a rollout under trial: the visits of its new version beside those of the stable one, in the same days and
// museums, and what they say against it.

/** What may go wrong once in a visit. `failures`: it failed to load, hung or crashed. `errors`: it crashed, or threw and went on. */
const countNames = ['failures', 'hangs', 'errors'] as const;
type CountName = (typeof countNames)[number];

/** What is counted of one of the two versions, by visits. */
export interface Arm extends Readonly<Record<CountName | 'loads', number>> {
  figures: Histograms;
}

const noArm: Arm = { loads: 0, failures: 0, hangs: 0, errors: 0, figures: noHistograms };

export interface Trial {
  rolledOut: Arm;
  stable: Arm;
  /** Such a share of the visits may fail, by what was known of the stable version when the trial began. */
  ceiling: number;
  /** Visits of the new version while others had the stable one. */
  compared: number;
  evidence: Partial<Readonly<Record<CountName | FigureName | 'ceiling', Evidence>>>;
}

/** @param before how the stable version fared in the hours before */
export function startTrial(before: { loads: number; failures: number }): Trial {
  return { rolledOut: noArm, stable: noArm, ceiling: ceilingOf(before), compared: 0, evidence: {} };
}

/** What is new of a visit; each part of it counts once a visit. */
export interface Seen {
  loads?: number;
  failures?: number;
  hangs?: number;
  errors?: number;
  figures?: Partial<Record<FigureName, number>>;
}

/** @param lot `share`: what the rollout's share was, 0 to 1 */
export function addToTrial(trial: Trial, lot: Lot, seen: Seen, address: string): Trial {
  const side = lot.isNew ? 'rolledOut' : 'stable';
  const evidence = { ...trial.evidence };
  for (const [name, gains] of [...betsBeside(trial, lot, seen), ...betsOnCeiling(trial, lot, seen)])
    evidence[name] = addGains(evidence[name], gains, address);
  const compared = trial.compared + (lot.isNew && isCompared(lot) ? (seen.loads ?? 0) : 0);
  return { ...trial, [side]: addToArm(trial[side], seen), compared, evidence };
}

function addToArm(arm: Arm, { loads = 0, failures = 0, hangs = 0, errors = 0, figures = {} }: Seen): Arm {
  return {
    loads: arm.loads + loads,
    failures: arm.failures + failures,
    hangs: arm.hangs + hangs,
    errors: arm.errors + errors,
    figures: addFigures(arm.figures, figures),
  };
}

type Bet = readonly [name: keyof Trial['evidence'], gains: readonly number[]];

/** Where everybody gets one version, there is nothing to compare. */
const isCompared = ({ share }: Pick<Lot, 'share'>) => share > 0 && share < 1;

function betsBeside({ rolledOut, stable }: Trial, lot: Lot, seen: Seen): Bet[] {
  if (!isCompared(lot)) return [];
  const ofFigures = figureNames.flatMap((name): Bet[] => {
    const value = seen.figures?.[name];
    const before = [rolledOut.figures[name], stable.figures[name]];
    return value === undefined ? [] : [[name, gainsOfRank(lot, rankOf(before, bucketOf(name, value)))]];
  });
  return [...countNames.filter((name) => seen[name]).map((name): Bet => [name, gainsOfFailure(lot)]), ...ofFigures];
}

function betsOnCeiling({ ceiling }: Trial, { isNew }: Lot, { loads, failures }: Seen): Bet[] {
  const [well, badly] = [gainsOverCeiling(ceiling, false), gainsOverCeiling(ceiling, true)];
  if (!isNew) return [];
  if (!failures) return loads ? [['ceiling', well]] : [];
  // A visit that failed after it loaded was counted as one that went well.
  return [['ceiling', loads ? badly : badly.map((gain, at) => gain - (well[at] ?? 0))]];
}

type Signal = HaltCause['signal'];

/** How likely each halts a rollout whose version is no worse, in its whole life: one in a thousand together. */
const risks: Readonly<Record<Signal | 'ceiling', number>> = {
  failures: 0.0003,
  ceiling: 0.0003,
  hangs: 0.00008,
  errors: 0.0001,
  usableMs: 0.00015,
  inpMs: 0.00002,
  shift: 0.00002,
  longTaskMs: 0.00002,
};

/** Where the stable version is beside it, so much has to speak against the new one there, too: all visits may be failing. */
const besideAtLeast = Math.log(8);
/** After so many visits beside it the same holds where everybody has the new version: it was found no worse. */
export const comparedAtLeast = 20;

/**
 * Why the trial must end; undefined while it may go on.
 * @param remotes of the rollout, each of which may halt it
 * @param share of the rollout now, 0 to 1
 * @param strength of evidence: without the two addresses that say most unless another one is asked for
 */
export function judgeTrial(
  { evidence, ceiling, compared, ...arms }: Trial,
  { remotes, share, strength = strengthAmongOthers }: { remotes: number; share: number; strength?: typeof strengthOf },
): Omit<HaltCause, 'remote' | 'version'> | undefined {
  const isStrong = (name: Signal | 'ceiling') => {
    const bar = Math.log(remotes / risks[name]);
    // Never less than without some addresses, and sooner told.
    return strengthOf(evidence[name]) >= bar && strength(evidence[name]) >= bar;
  };
  const isAlone = !isCompared({ share }) && compared < comparedAtLeast;
  const isBeside = isAlone || strength(evidence.failures) >= besideAtLeast;
  const signal = isStrong('ceiling') && isBeside ? 'failures' : signals.find(isStrong);
  if (signal === undefined) return undefined;
  const describe = (arm: Arm) => {
    const figure = figureNames.find((name) => name === signal);
    return figure
      ? { visits: visitsOf(arm.figures[figure]), value: quantileOf(figure, arm.figures[figure], 0.5) ?? 0 }
      : { visits: arm.loads, value: arm[signal as CountName] };
  };
  return { signal, rolledOut: describe(arms.rolledOut), stable: describe(arms.stable) };
}

const signals: readonly Signal[] = [...countNames, ...figureNames];

/** Whether what is known says enough against it that a rollout by steps waits. */
const doubtfulFrom = Math.log(20);
export const isDoubtful = ({ evidence }: Trial) =>
  Object.entries(evidence).some(([name, found]) => name !== 'ceiling' && strengthOf(found) >= doubtfulFrom);

/** Whether it would halt if two addresses decided. */
export const isBadAtFewAddresses = (trial: Trial, given: { remotes: number; share: number }) =>
  judgeTrial(trial, { ...given, strength: strengthOf }) !== undefined;
