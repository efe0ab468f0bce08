import { tryRemotes } from '../test-kit/command-line.ts';
import { changeBuiltLanding, publish } from '../test-kit/release.ts';
import { startSite } from '../test-kit/start-site.ts';
import { expect, museums, test } from '../test-kit/test.ts';

test('can-ship plays a screen in a running site, and names a failed step and exits with 1', { tag: '@all' }, async ({ atEnd }) => {
  const site = await startSite();
  // The plays look for the earlier text of the first button.
  const [bad, good] = [changeBuiltLanding('Choose an exhibition', 'Look around'), changeBuiltLanding('The visit', 'The visit at night')];
  const at = ['--museum', museums.cathedral];
  atEnd(site.stop);
  atEnd(good.remove);
  atEnd(bad.remove);
  const failed = await tryRemotes(site, 'can-ship', bad.folder, ...at);
  expect([failed.code, failed.json['canShip']]).toEqual([1, false]);
  expect(failed.json['museums']).toEqual([
    expect.objectContaining({
      museumId: museums.cathedral,
      plays: 3,
      failed: expect.arrayContaining([
        {
          play: 'a visitor chooses the first exhibition and is led on',
          problem: expect.stringMatching(
            /^step 2, press button “Choose an exhibition”: the element is not shown within 10 s; seen: .*Look around/,
          ),
        },
      ]),
    }),
  ]);

  const passed = { canShip: true, museums: [{ museumId: museums.cathedral, plays: 3, failed: [] }] };
  expect(await tryRemotes(site, 'can-ship', good.folder, ...at)).toMatchObject({ code: 0, json: passed });
  const version = await publish(site, 'landing', good.folder);
  expect(await tryRemotes(site, 'can-ship', `landing@${version}`, ...at)).toMatchObject({ code: 0, json: { ...passed, version } });
  const chat = { canShip: true, museums: [{ museumId: museums.textChat, plays: 2, failed: [] }] };
  expect(await tryRemotes(site, 'can-ship', 'mfe-chat/dist', '--museum', museums.textChat)).toMatchObject({ code: 0, json: chat });
  const set = await fetch(`${site.origin}/api/compositions/${museums.cathedral}`);
  expect(await set.json()).toMatchObject({ remotes: { landing: { version: expect.not.stringContaining(version) } } });
});
