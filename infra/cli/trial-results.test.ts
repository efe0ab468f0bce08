import { describe, expect, it } from '@rstest/core';
import { formatResults, hasFailed, type TrialResults, trialsOf } from './trial-results.ts';

const [belmonte, cathedral] = ['a'.repeat(24), 'b'.repeat(24)];
const [older, newer] = ['0123456789ab', 'ba9876543210'];
const problem = 'step 2, press button “Send”: it is not there within 10 s; seen: button “Go”';
const cell = { name: 'visit', version: '1.9.0', museumId: belmonte, host: newer, plays: 3, failed: [] };
const held: TrialResults = {
  hosts: [
    { version: newer, from: 'out since 2026-11-20' },
    { version: older, from: 'host' },
  ],
  cells: [cell, { ...cell, host: older }, { ...cell, museumId: cathedral, plays: 0 }],
  silent: [],
  ofOperators: new Set(['operator']),
};
const failed = { play: 'a question in writing is answered', problem };
const broken = { ...held, cells: [...held.cells, { ...cell, museumId: cathedral, host: older, failed: [failed] }] };

describe('what came of a trial', () => {
  it('is a row for each museum and a column for each host, and below it what failed, where and at which step', () => {
    expect(formatResults(broken)).toBe(
      [
        `version      museum                    host ${newer} (out since 2026-11-20)  host ${older} (host)`,
        `visit 1.9.0  ${belmonte}  ok, 3                                     ok, 3`,
        `visit 1.9.0  ${cathedral}  not shown there                           1 of 3 failed`,
        `visit 1.9.0 at ${cathedral} in host ${older}: “${failed.play}”: ${problem}`,
      ].join('\n'),
    );
  });

  it('is a failure where a play failed; a version that brings none is named', () => {
    const silent = { ...held, silent: [{ name: 'visit', version: '1.9.0' }] };
    expect([held, broken, silent].map(hasFailed)).toEqual([false, true, false]);
    expect(formatResults(silent)).toContain('visit 1.9.0 brings no plays.');
  });

  it('is stored in less than the site accepts, at however many museums it failed', () => {
    const museums = Array.from({ length: 500 }, (_, at) => String(at).padStart(24, '0'));
    const everywhere = museums.map((museumId) => ({ ...cell, museumId, failed: [{ ...failed, problem: 'x'.repeat(2_000) }] }));
    const [{ name: _, version: __, ...body } = expect.unreachable()] = trialsOf({ ...held, cells: everywhere });
    expect(Object.keys(body.results)).toHaveLength(500);
    expect(JSON.stringify(body).length).toBeLessThan(128_000);
  });

  it('is stored by museum, with the first play that failed in any host; the console’s for all', () => {
    const console = { ...cell, name: 'operator', failed: [{ play: 'logs in', problem: 'x'.repeat(2_000) }] };
    const [visit, operator] = trialsOf({ ...broken, cells: [...broken.cells, console] });
    expect(visit).toEqual({
      name: 'visit',
      version: '1.9.0',
      hosts: [newer, older],
      results: { [belmonte]: null, [cathedral]: { ...failed, host: older } },
    });
    expect(operator?.results).toEqual({ '*': { play: 'logs in', host: newer, problem: 'x'.repeat(1_000) } });
  });
});
