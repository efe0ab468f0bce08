import { pinResultSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { contractsSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { contractVersion, mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { knownMuseum, openRoutesStage, type RoutesStage } from './testing/routes-stage.ts';
import { createToken } from './tokens.ts';

const { museumId: belmonte } = knownMuseum;
const cathedral = 'b'.repeat(24);
const react = '18.3.1';
let stage: RoutesStage;
beforeEach(async () => {
  stage = await openRoutesStage();
});
afterEach(() => stage.end());

const publish = (name: string, version: string, ownReact?: string) =>
  stage.temporary.publish({ name, version, ...(ownReact && { ownReact }) });
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

describe('a version with a React of its own', () => {
  it('is published, and pinned only by who accepts what it costs visitors', async () => {
    await publish('visit', '2.0.0', react);
    const sentence = await refusedPin(belmonte, 'visit', '2.0.0');
    expect(sentence).toMatch(
      /^visit 2\.0\.0 brings React DOM 18\.3\.1 of its own: \+\d+\.\d kB \(Brotli\) on the first visit to it, for visitors of museum a{24}\. Accept/,
    );
    const { status, body } = await pin(belmonte, 'visit', '2.0.0', { acceptPrice: true });
    expect([status, pinResultSchema.parse(body).version]).toEqual([200, '2.0.0']);
  });

  it('costs nothing more where another screen of the set brings exactly the same, or it did itself', async () => {
    await publish('tailoring', '2.0.0', react);
    for (const version of ['2.0.0', '2.0.1']) await publish('visit', version, react);
    await publish('chat', '2.0.0', '18.2.0');
    await pin('*', 'tailoring', '2.0.0', { acceptPrice: true });
    expect((await pin(belmonte, 'visit', '2.0.0')).status).toBe(200);
    expect((await pin(belmonte, 'visit', '2.0.1', { expected: '2.0.0' })).status).toBe(200);
    expect(await refusedPin(belmonte, 'chat', '2.0.0')).toMatch(/React DOM 18\.2\.0 of its own/);
  });

  it('tells for how many museums, when it shall be the default', async () => {
    await publish('visit', '1.0.0');
    await publish('visit', '2.0.0', react);
    await pin(cathedral, 'visit', '1.0.0');
    expect(await refusedPin('*', 'visit', '2.0.0')).toMatch(/, for visitors of 1 museum\. Accept/);
    await pin(belmonte, 'visit', '1.0.0');
    expect(await refusedPin('*', 'visit', '2.0.0')).toMatch(/, for visitors of 0 museums\. Accept/);
  });

  it('is rolled out only by who accepts that, and shown by a grant to who was given it', async () => {
    await publish('visit', '2.0.0', react);
    const json = { versions: { visit: '2.0.0' }, percent: 1 };
    expect(await stage.refusal('refused', 'POST', `/museums/${belmonte}/rollouts`, { json })).toMatch(/React DOM 18\.3\.1/);
    expect((await stage.ask('POST', `/museums/${belmonte}/rollouts`, { json: { ...json, acceptPrice: true } })).status).toBe(201);
    const grant = { remote: 'visit', version: '2.0.0', museumId: belmonte, minutes: 5 };
    expect((await stage.ask('POST', '/grants', { json: grant })).status).toBe(201);
  });
});

describe('the contracts of a site', () => {
  it('are those its host satisfies, each with who needs it, as far as the caller may see', async () => {
    await publish('visit', '1.0.0');
    await publish('visit', '2.0.0', react);
    await pin('*', 'visit', '1.0.0');
    await pin(cathedral, 'visit', '2.0.0', { acceptPrice: true });
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
    await publish('visit', '2.0.0', react);
    await pin('*', 'visit', '1.0.0');
    await pin(belmonte, 'visit', '2.0.0', { acceptPrice: true });
  });
  const startOld = () => stage.ask('POST', `/museums/${cathedral}/rollouts`, { json: { versions: { visit: '1.1.0' }, percent: 5 } });

  it('is retired when nobody needs it any more, and not before: who does is named', async () => {
    const { body } = await startOld();
    expect(await stage.refusal('refused', 'PUT', '/contracts', { json: { retired: [1] } })).toBe(
      `Contract 1 cannot be retired yet: the default runs visit 1.0.0, museum ${cathedral} runs visit 1.1.0; pin versions built for another contract first.`,
    );
    await stage.ask('PATCH', `/museums/${cathedral}/rollouts/${(body as { id: string }).id}`, { json: { halt: true } });
    await stage.ask('PUT', pins('*', 'visit'), { json: { version: '2.0.0', expected: '1.0.0', acceptPrice: true } });
    expect((await retire(1)).status).toBe(200);
    expect((await contracts()).map(({ retired }) => retired)).toEqual([true, false]);
  });

  describe('that is retired', () => {
    beforeEach(async () => {
      await stage.ask('PUT', pins('*', 'visit'), { json: { version: '2.0.0', expected: '1.0.0', acceptPrice: true } });
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
