import { expect, it } from '@rstest/core';
import { belmonte, metricsOfEachTest } from './testing/metrics-stage.ts';

const { stage, pin, say } = metricsOfEachTest('landing');

const goodAt = (avoid: string[]) =>
  stage.registry.chooseSet({
    museumId: belmonte,
    visitorId: 'somebody',
    grants: [],
    avoid: avoid.map((version) => ({ remote: 'landing', version })),
    now: stage.clock.now(),
  }).remotes['landing']?.version;
const marked = async () => {
  await stage.watch.close();
  return (await stage.registry.audit(0)).filter(({ action }) => action === 'version-failed').map(({ payload }) => payload);
};

it('a version that fails for all visits is marked and no fallback version, and so is a failing fallback version', async () => {
  for (const version of ['1.2.0', '1.3.0']) await stage.temporary.publish({ version });
  await pin(belmonte, 'landing', '1.0.0', null);
  await say(5, 'loaded', { version: '1.0.0' });
  await pin(belmonte, 'landing', '1.1.0', '1.0.0');
  await pin(belmonte, 'landing', '1.2.0', '1.1.0');
  expect(goodAt(['1.2.0'])).toBe('1.1.0');
  // Each visitor gets the pinned version first, then the version that was pinned before.
  for (const by of ['one', 'two', 'three']) {
    await say(1, 'failed', { by, version: '1.2.0' });
    await say(1, 'failed', { by, version: '1.1.0' });
  }
  expect(await marked()).toEqual([
    { museumId: belmonte, name: 'landing', version: '1.2.0', visits: 3 },
    { museumId: belmonte, name: 'landing', version: '1.1.0', visits: 3 },
  ]);
  expect(goodAt(['1.2.0'])).toBe('1.0.0');
  const failed = stage.registry.listVersions('landing').map(({ version, failedAt }) => [version, failedAt !== undefined]);
  expect(failed).toEqual([
    ['1.3.0', false],
    ['1.2.0', true],
    ['1.1.0', true],
    ['1.0.0', false],
  ]);
  await pin(belmonte, 'landing', '1.3.0', '1.2.0');
  expect(goodAt(['1.3.0'])).toBe('1.0.0');
  expect((await stage.temporary.reopen()).hasFailed(belmonte, 'landing', '1.2.0')).toBe(true);
});

it('a version is not marked if any visit succeeded, if fewer than three visits tried it or if no visitor gets it', async () => {
  await pin(belmonte, 'landing', '1.1.0', null);
  await say(2, 'failed', { by: 'one' });
  await say(1, 'failed', { by: 'two' });
  await say(3, 'failed', { version: '1.0.0' });
  expect(await marked()).toEqual([]);
  await say(1, 'loaded', { by: 'three' });
  await say(3, 'failed');
  expect(await marked()).toEqual([]);
});

it('a version that fails at only two addresses is not marked', async () => {
  await pin(belmonte, 'landing', '1.1.0', null);
  for (const address of ['203.0.113.9', '2001:db8:0:1::/64', '2001:db8:0:2::/64']) await say(3, 'failed', { address });
  expect(await marked()).toEqual([]);
  stage.clock.turn(12 * 3_600_000);
  await say(2, 'failed');
  expect(await marked()).toEqual([]);
  await say(1, 'failed');
  expect(await marked()).toMatchObject([{ version: '1.1.0', visits: 3 }]);
});

it('a failed version is marked once, and again if it fails after another pin', async () => {
  await pin(belmonte, 'landing', '1.1.0', null);
  await say(3, 'failed');
  expect(await marked()).toHaveLength(1);
  await say(3, 'failed');
  expect(await marked()).toHaveLength(1);
  await pin(belmonte, 'landing', '1.0.0', '1.1.0');
  await pin(belmonte, 'landing', '1.1.0', '1.0.0');
  await say(1, 'failed');
  expect(await marked()).toHaveLength(2);
});
