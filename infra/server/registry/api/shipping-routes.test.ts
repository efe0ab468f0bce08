import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { remoteFiles, writeBuild } from '../testing/built-remote.ts';
import { openTemporaryRegistry, type TemporaryRegistry } from '../testing/temporary-registry.ts';

const [belmonte, cathedral] = ['a'.repeat(24), 'b'.repeat(24)];
const host = '0123456789ab';
const broken = { play: 'a question is answered', host, problem: 'step 2, press button “Send”: it is not there' };

let temporary: TemporaryRegistry;
beforeEach(async () => {
  temporary = await openTemporaryRegistry();
  for (const version of ['1.0.0', '1.1.0']) await temporary.publish({ name: 'visit', version });
});
afterEach(() => temporary.close());

const gate = (museumId: string, isRequired = true) => temporary.registry().setGate({ museumId, isRequired, actor: 'rossi' });
const tried = (version: string, results: Record<string, typeof broken | null>) =>
  temporary.registry().recordTrial({ name: 'visit', version, hosts: [host], results, actor: 'token:ci' });
const pin = (museumId: string, version: string, actor = 'rossi') =>
  temporary
    .registry()
    .pin({ museumId, name: 'visit', version, expected: temporary.registry().ownPins(museumId).get('visit') ?? null, actor });
const rollOut = (museumId: string, version: string) =>
  temporary.registry().startRollout({ museumId, versions: { visit: version }, percent: 10, actor: 'rossi' });

describe('a museum that takes only versions that were tried', () => {
  it('is given none that was not, and none whose play failed there: the refusal names the play', async () => {
    await gate(belmonte);
    await expect(pin(belmonte, '1.0.0')).rejects.toThrow(
      /takes only versions that were tried, and visit 1\.0\.0 was not; run `remotes can-ship/,
    );
    await expect(rollOut(belmonte, '1.0.0')).rejects.toThrow(/was not/);
    await tried('1.0.0', { [belmonte]: broken, [cathedral]: null });
    await expect(pin(belmonte, '1.0.0')).rejects.toThrow(
      /“a question is answered” failed with host 0123456789ab: step 2, press button “Send”/,
    );
    await expect(pin(cathedral, '1.0.0')).resolves.toMatchObject({ version: '1.0.0' });
    await tried('1.0.0', { [belmonte]: null });
    await expect(pin(belmonte, '1.0.0')).resolves.toMatchObject({ version: '1.0.0' });
    await tried('1.1.0', { [belmonte]: null });
    await expect(rollOut(belmonte, '1.1.0')).resolves.toMatchObject({ percent: 10 });
  });

  it('asks also for what all museums are given, unless it pins a version of its own', async () => {
    await gate(belmonte);
    await expect(pin('*', '1.0.0')).rejects.toThrow(/^Museum a+ takes only/);
    await tried('1.1.0', { [belmonte]: null });
    await pin(belmonte, '1.1.0');
    await expect(pin('*', '1.0.0')).resolves.toMatchObject({ version: '1.0.0' });
  });

  it('may be all of them: then a default must have been tried somewhere and failed nowhere, and a museum may say otherwise', async () => {
    await gate('*');
    await gate(cathedral, false);
    await expect(pin('*', '1.0.0')).rejects.toThrow(/^The default takes only/);
    await expect(pin(belmonte, '1.0.0')).rejects.toThrow(/was not/);
    await expect(pin(cathedral, '1.0.0')).resolves.toMatchObject({ version: '1.0.0' });
    await tried('1.0.0', { [belmonte]: null });
    await expect(pin('*', '1.0.0')).resolves.toMatchObject({ version: '1.0.0' });
    await tried('1.1.0', { [belmonte]: null, [cathedral]: broken });
    await expect(pin('*', '1.1.0')).rejects.toThrow(/failed/);
    await gate('*', false);
    await expect(pin('*', '1.1.0')).resolves.toMatchObject({ version: '1.1.0' });
  });

  it('keeps no start from giving what it was built with, and no operator from going back', async () => {
    await pin(belmonte, '1.0.0');
    const { sequence } = await pin(belmonte, '1.1.0');
    await gate(belmonte);
    await gate('*');
    await expect(pin('*', '1.0.0', 'local-build')).resolves.toMatchObject({ version: '1.0.0' });
    await temporary.registry().rollBack({ museumId: belmonte, toSequence: sequence - 1, actor: 'rossi' });
    expect(temporary.registry().ownPins(belmonte).get('visit')).toBe('1.0.0');
  });

  it('stands in the journal, as does what was tried, by whom, and holds after a restart', async () => {
    await gate(belmonte);
    await gate(belmonte);
    await tried('1.0.0', { [belmonte]: broken });
    const records = await temporary.registry().audit(2);
    expect(records.map(({ actor, action }) => [actor, action])).toEqual([
      ['rossi', 'gate-set'],
      ['token:ci', 'version-tried'],
    ]);
    const again = await temporary.reopen();
    expect([again.hasGate(belmonte), again.hasGate(cathedral)]).toEqual([true, false]);
    await expect(pin(belmonte, '1.0.0')).rejects.toThrow(/failed/);
  });
});

describe('what another site takes over', () => {
  it('is the same version with the same files', async () => {
    const { registry } = temporary;
    const recorded = registry().release('visit', '1.0.0');
    const files = new Map(
      await Promise.all(
        Object.keys(recorded.release.files).map(async (file): Promise<[string, Buffer]> => {
          const artifact = registry().artifact('visit', '1.0.0', file);
          return [file, (await artifact?.read(artifact.path)) ?? Buffer.alloc(0)];
        }),
      ),
    );
    const other = await openTemporaryRegistry();
    await other.registry().adopt({ ...recorded, files, actor: 'trial' });
    expect(other.registry().release('visit', '1.0.0')).toEqual(recorded);
    await other.close();
  });

  it('may hold plays, which are checked and are no part of a release set', async () => {
    const plays = JSON.stringify([{ name: 'looks', steps: [{ sees: [{ text: 'Hello' }] }] }]);
    const publish = async (version: string, text: string) => {
      const folder = await writeBuild(
        await temporary.folder(),
        new Map(remoteFiles({ name: 'visit', version })).set('private/plays.json', text),
      );
      return temporary.registry().publish({ name: 'visit', folder, actor: 'tests' });
    };
    await publish('1.2.0', plays);
    await pin(belmonte, '1.2.0');
    expect(await temporary.registry().plays({ name: 'visit', version: '1.2.0' })).toEqual(JSON.parse(plays));
    expect(Object.keys(temporary.registry().release('visit', '1.2.0').release.files).join()).not.toContain('plays');
    await expect(publish('1.3.0', '[{"name":"looks"}]')).rejects.toThrow(/^plays\.json is not valid at "0\.steps"/);
    await expect(publish('1.3.0', plays.replace('Hello', '{{age}}'))).rejects.toThrow(/^plays\.json names \{\{age\}\}/);
  });
});
