import { changeBuiltLanding, changeRollout, publish, startRollout } from '../test-kit/release.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

test('a rollout reaches its museum’s visitors at every visit, and nobody after its halt', async ({ page, site, atEnd }) => {
  const changed = changeBuiltLanding('Discover Rich Museum Narratives', 'Discover the Cathedral at Night');
  const open = async (museum: string) => {
    await page.goto(`/collection-selection?museum=${museum}`);
    await expect(screenOf(page, 'landing')).toBeVisible();
    return screenOf(page, 'landing').getAttribute('data-version');
  };
  atEnd(changed.remove);
  const version = await publish(site, 'landing', changed.folder);
  const id = await startRollout(site, museums.cathedral, { versions: { landing: version }, percent: 0 });
  expect(await open(museums.cathedral)).not.toBe(version);
  await changeRollout(site, museums.cathedral, id, { percent: 100 });
  expect([await open(museums.cathedral), await open(museums.cathedral)]).toEqual([version, version]);
  expect(await open(museums.belmonte)).not.toBe(version);
  await changeRollout(site, museums.cathedral, id, { halt: true });
  expect(await open(museums.cathedral)).not.toBe(version);
});
