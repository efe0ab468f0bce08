import { tryRemotes } from '../test-kit/command-line.ts';
import { changeBuiltLanding, publish } from '../test-kit/release.ts';
import { startSite } from '../test-kit/start-site.ts';
import { expect, museums, test } from '../test-kit/test.ts';

interface Cell {
  plays: number;
  failed: { play: string; problem: string }[];
}

test('a version that breaks its play is named with the step and refused where a museum asks; a version that passes is taken', {
  tag: '@all',
}, async () => {
  const site = await startSite();
  // Its plays look for what its first key said until now.
  const [bad, good] = [changeBuiltLanding('Choose an exhibition', 'Look around'), changeBuiltLanding('The visit', 'The visit at night')];
  const at = ['--museum', museums.cathedral];
  const remotes = (...given: string[]) => tryRemotes(site, ...given);
  try {
    const [worse, better] = [await publish(site, 'landing', bad.folder), await publish(site, 'landing', good.folder)];
    expect((await remotes('gate', 'on', ...at)).json).toEqual({ museumId: museums.cathedral, isRequired: true });
    const untried = await remotes('pin', `landing@${worse}`, ...at);
    expect([untried.code, untried.json]).toEqual([1, { problems: [expect.stringContaining(`landing ${worse} was not`)] }]);

    const failed = await remotes('can-ship', `landing@${worse}`, ...at, '--gate');
    expect(failed.code).toBe(1);
    const [cell] = failed.json['cells'] as Cell[];
    const first = 'a visitor chooses the first exhibition and is led on';
    expect(cell?.failed[0]?.play).toBe(first);
    expect(cell?.failed[0]?.problem).toMatch(
      /^step 2, press button “Choose an exhibition”: it is not there within 10 s; seen: .*Look around/,
    );
    const refused = await remotes('pin', `landing@${worse}`, ...at);
    expect([refused.code, refused.json]).toEqual([1, { problems: [expect.stringContaining(`“${first}” failed with host `)] }]);

    const held = await remotes('can-ship', `landing@${better}`, ...at, '--gate');
    expect([held.code, held.json['canShip'], held.json['cells']]).toEqual([0, true, [expect.objectContaining({ plays: 3, failed: [] })]]);
    expect((await remotes('pin', `landing@${better}`, ...at)).code).toBe(0);
    const records = (await remotes('audit')).json['records'] as { action: string; actor: string }[];
    expect(records.slice(-4).map(({ action, actor }) => [action, actor])).toEqual([
      ['gate-set', 'local'],
      ['version-tried', 'local'],
      ['version-tried', 'local'],
      ['pin-set', 'local'],
    ]);
  } finally {
    bad.remove();
    good.remove();
    await site.stop();
  }
});
