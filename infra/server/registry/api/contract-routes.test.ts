import { contractsSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { contractVersion, mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { knownMuseum, openRoutesStage, type RoutesStage } from './testing/routes-stage.ts';
import { createToken } from './tokens.ts';

const { museumId: belmonte } = knownMuseum;
const cathedral = 'b'.repeat(24);
let stage: RoutesStage;
beforeEach(async () => {
  stage = await openRoutesStage();
});
afterEach(() => stage.end());

const publish = (name: string, version: string, contract = contractVersion) =>
  stage.temporary.publish({ name, version, contract: `^${contract}` });
const pins = (museum: string, name: string) => `/museums/${museum}/pins/${name}`;
const pin = (museum: string, name: string, version: string, more: object = {}) =>
  stage.ask('PUT', pins(museum, name), { json: { version, expected: null, ...more } });
const refusedPin = (museum: string, name: string, version: string) =>
  stage.refusal('refused', 'PUT', pins(museum, name), { json: { version, expected: null } });
const contracts = async (token?: string) => {
  const { body } = await stage.ask('GET', '/contracts', { ...(token && { token }) });
  return contractsSchema.parse(body).contracts;
};
const retire = (...majors: number[]) => stage.ask('PUT', '/contracts', { json: { retired: majors } });

describe('the contracts of a site', () => {
  it('are those its host satisfies, each with who needs it, as far as the caller may see', async () => {
    await publish('visit', '1.0.0');
    await publish('visit', '2.0.0', mountContractVersion);
    await pin('*', 'visit', '1.0.0');
    await pin(cathedral, 'visit', '2.0.0');
    const [first, second] = await contracts();
    expect(first).toEqual({
      ...{ major: 1, version: contractVersion, retired: false },
      uses: [{ museumId: '*', name: 'visit', version: '1.0.0' }],
    });
    expect(second).toMatchObject({ version: mountContractVersion, uses: [{ museumId: cathedral, name: 'visit', version: '2.0.0' }] });
    stage.tokens.push(createToken('belmonte', 'belmonte', { actions: ['read'], remotes: ['*'], museums: [belmonte] }));
    expect((await contracts('belmonte')).map(({ uses }) => uses.length)).toEqual([1, 0]);
  });
});

describe('an old contract', () => {
  /** One museum has gone on to contract 2, the default and a rollout have not. */
  beforeEach(async () => {
    await publish('visit', '1.0.0');
    await publish('visit', '1.1.0');
    await publish('visit', '2.0.0', mountContractVersion);
    await pin('*', 'visit', '1.0.0');
    await pin(belmonte, 'visit', '2.0.0');
  });
  const startOld = () => stage.ask('POST', `/museums/${cathedral}/rollouts`, { json: { versions: { visit: '1.1.0' }, percent: 5 } });

  it('is retired when nobody needs it any more, and not before: who does is named', async () => {
    const { body } = await startOld();
    expect(await stage.refusal('refused', 'PUT', '/contracts', { json: { retired: [1] } })).toBe(
      `Contract 1 cannot be retired yet: the default runs visit 1.0.0, museum ${cathedral} runs visit 1.1.0; pin versions built for another contract first.`,
    );
    await stage.ask('PATCH', `/museums/${cathedral}/rollouts/${(body as { id: string }).id}`, { json: { halt: true } });
    await stage.ask('PUT', pins('*', 'visit'), { json: { version: '2.0.0', expected: '1.0.0' } });
    expect((await retire(1)).status).toBe(200);
    expect((await contracts()).map(({ retired }) => retired)).toEqual([true, false]);
  });

  describe('that is retired', () => {
    beforeEach(async () => {
      await stage.ask('PUT', pins('*', 'visit'), { json: { version: '2.0.0', expected: '1.0.0' } });
      await retire(1);
    });

    it('is published, pinned, rolled out, granted and gone back to no more', async () => {
      const named = /built for contract \^1\.\d+\.0, and this site has retired contract 1; build it for a newer one\.$/;
      await expect(publish('landing', '1.0.0')).rejects.toThrow(named);
      expect(await refusedPin(cathedral, 'visit', '1.1.0')).toMatch(named);
      const versions = { visit: '1.1.0' };
      const rollout = { json: { versions, percent: 5 } };
      expect(await stage.refusal('refused', 'POST', `/museums/${cathedral}/rollouts`, rollout)).toMatch(named);
      const grant = { remote: 'visit', version: '1.1.0', museumId: belmonte, minutes: 5 };
      expect(await stage.refusal('refused', 'POST', '/grants', { json: grant })).toMatch(named);
      const before = await stage.temporary.registry().history('*');
      const back = { json: { toSequence: before.at(-1)?.sequence } };
      expect(await stage.refusal('refused', 'POST', '/museums/*/rollback', back)).toMatch(named);
    });

    it('is no refuge for a visitor for whom the new version fails', () => {
      const avoid = [{ remote: 'visit', version: '2.0.0' }];
      const set = stage.temporary.registry().chooseSet({ museumId: '*', visitorId: 'v', grants: [], avoid, now: 0 });
      expect(set.remotes['visit']?.version).toBe('2.0.0');
    });

    it('is retired after a restart, too, and taken back by saying so', async () => {
      const registry = await stage.temporary.reopen();
      expect(registry.listContracts().map(({ retired }) => retired)).toEqual([true, false]);
      await registry.retireContracts({ majors: [], actor: 'tests' });
      await registry.pin({ museumId: cathedral, name: 'visit', version: '1.1.0', expected: null, actor: 'tests' });
      expect(registry.releaseSet(cathedral).remotes['visit']?.version).toBe('1.1.0');
    });
  });

  it('that the host does not satisfy, and the last one there is, cannot be retired', async () => {
    const ask = (...retired: number[]) => stage.refusal('refused', 'PUT', '/contracts', { json: { retired } });
    expect(await ask(7)).toMatch(/satisfies contracts 1\.\d+\.0 and 2\.\d+\.0; there is no contract 7 to retire\.$/);
    expect(await ask(1, 2)).toMatch(/one of them must stay\.$/);
  });
});
