import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { goodRollout, simulateRollout, usual, visitsUntilHalt } from './testing/simulated-rollout.ts';
import { addToTrial, comparedAtLeast, isBadAtFewAddresses, judgeTrial, type Seen, startTrial, type Trial } from './trial.ts';

const seed = Number(process.env['PROPERTY_SEED'] ?? 20261126) || 1;
const alone = { remotes: 1, share: 0.1 };
type Visit = [isNew: boolean, seen: Seen, address: string];
const failing = (trial: Trial, address: string, isNew = true) =>
  addToTrial(trial, { isNew, share: 0.1 }, { loads: 1, failures: 1 }, address);

describe('a trial', () => {
  it('ends with what was counted of both versions', () => {
    let trial = startTrial({ loads: 0, failures: 0 });
    for (let visit = 0; visit < 40; visit++) trial = addToTrial(trial, { isNew: false, share: 0.1 }, { loads: 1 }, `stable-${visit}`);
    for (let visit = 0; visit < 8; visit++) trial = failing(trial, `new-${visit}`);
    expect(judgeTrial(trial, alone)).toEqual({ signal: 'failures', rolledOut: { visits: 8, value: 8 }, stable: { visits: 40, value: 0 } });
  });

  it('never ends for what two addresses say, however often; it is known that it would', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 300 }), fc.integer({ min: 0, max: 100 }), (lies, others) => {
        const times = (number: number) => Array.from({ length: number }, (_, at) => at);
        const honest = times(others).map((at): Visit => [at % 10 === 0, { loads: 1, figures: { usableMs: 1_000 } }, `honest-${at}`]);
        const failed = times(lies).map((at): Visit => [true, { loads: 1, failures: 1, hangs: 1, errors: 1 }, `liar-${at % 2}`]);
        const slow = times(lies).map(
          (at): Visit => [at % 2 === 0, { figures: { usableMs: at % 2 === 0 ? 600_000 : 1 } }, `liar-${at % 2}`],
        );
        const trial = [...honest, ...failed, ...slow].reduce(
          (before, [isNew, seen, address]) => addToTrial(before, { isNew, share: 0.1 }, seen, address),
          startTrial({ loads: 1_000, failures: 5 }),
        );
        expect(judgeTrial(trial, alone)).toBeUndefined();
        expect(isBadAtFewAddresses(trial, alone)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('is moved by no visit of the stable version that goes well', () => {
    let trial = startTrial({ loads: 0, failures: 0 });
    for (let visit = 0; visit < 5_000; visit++) trial = addToTrial(trial, { isNew: false, share: 0.1 }, { loads: 1 }, `stable-${visit}`);
    expect(trial.evidence).toEqual({});
  });

  it('of everybody is judged by what was known before alone, until it was compared', () => {
    const failAll = (trial: Trial) =>
      Array.from({ length: 8 }, (_, at) => `${at}`).reduce(
        (before, address) => addToTrial(before, { isNew: true, share: 1 }, { loads: 1, failures: 1 }, address),
        trial,
      );
    const visit = (trial: Trial, isNew: boolean, share: number) => addToTrial(trial, { isNew, share }, { loads: 1 }, 'somebody');
    const judge = (trial: Trial) => judgeTrial(trial, { remotes: 1, share: 1 });
    const atFirst = startTrial({ loads: 2_000, failures: 10 });
    expect(judge(failAll(atFirst))).toMatchObject({ signal: 'failures', stable: { visits: 0, value: 0 } });
    // Nobody had the new version yet.
    expect(judge(failAll(visit(atFirst, false, 0)))).toMatchObject({ signal: 'failures', stable: { visits: 1, value: 0 } });
    const compared = Array.from({ length: comparedAtLeast }).reduce<Trial>((trial) => visit(trial, true, 0.1), atFirst);
    expect(judge(failAll(compared))).toBeUndefined();
  });

  it('in which both versions fail alike, however often, is not ended by what was known before', () => {
    let trial = startTrial({ loads: 2_000, failures: 0 });
    for (let visit = 0; visit < 200; visit++) trial = failing(trial, `${visit}`, visit % 10 === 0);
    expect(judgeTrial(trial, alone)).toBeUndefined();
  });
});

// As `npm run bench -- rollouts` has them, with fewer runs.
describe('of simulated rollouts', () => {
  it('none of 30 good ones is halted', () => {
    const endings = Array.from({ length: 30 }, (_, run) => simulateRollout(goodRollout(seed + run * 104_729)));
    expect(endings.filter(({ signal }) => signal !== undefined)).toEqual([]);
  });

  it.each([
    ['always fail', { failureRate: 1 }, 8],
    ['fail in ten more of a hundred visits', { failureRate: 0.105 }, 200],
    ['are 300 ms slower', { slowerMs: 300 }, 400],
  ])('half of those that %s are halted soon, at a tenth of the visits', (_, change, most) => {
    expect(visitsUntilHalt(change, { runs: 15, share: 0.1, seed }).p50).toBeLessThanOrEqual(most);
  });

  it('the same seed is the same rollout', () => {
    const given = { ...goodRollout(seed), rolledOut: { ...usual, failureRate: 0.2 } };
    expect(simulateRollout(given)).toEqual(simulateRollout(given));
  });
});
