import { expect, it } from '@rstest/core';
import { declarationOf } from '../testing/built-remote.ts';
import { belmonte, cathedral, screensOfEachTest } from './testing/routes-stage.ts';

const { stage, pin, refusalOfPin, leaveOut, refusalOfTakingIn, remotesAt } = screensOfEachTest();

const card = { slot: 'end.card', props: 'visit-end' };
const filling = (name: string, fills: object[] = [card]) => declarationOf(name, { routes: [], entries: [], needs: [], fills });
const publishFiller = (name: string, fills?: object[]) => stage.temporary.publish({ name, declaration: filling(name, fills) });
const words = { en: 'A', de: 'A', fr: 'A' };
const publishScreen = (name: string, version: string, change: object = {}) =>
  stage.temporary.publish({
    ...{ name, version },
    declaration: declarationOf(name, {
      slots: [{ name: 'below', text: words, props: 'answer', budget: { bytes: 9_000, ms: 100 }, height: 20, ...change }],
    }),
  });

it('a filler is in the set with its size and needs no route', async () => {
  await publishFiller('shop');
  expect((await pin(belmonte, 'shop')).status).toBe(200);
  expect((await remotesAt(belmonte))['shop']).toMatchObject({
    declaration: { routes: [], fills: [card], fillerBytes: expect.any(Number) },
  });
  expect(await remotesAt(cathedral)).not.toHaveProperty('shop');
  const reopened = await stage.temporary.reopen();
  expect(reopened.releaseSet(belmonte).remotes['shop']?.declaration).toMatchObject({ fills: [card] });
});

it('a museum can have one filler for each slot', async () => {
  for (const name of ['shop', 'cafe']) await publishFiller(name);
  await pin(belmonte, 'shop');
  expect(await refusalOfPin(belmonte, 'cafe')).toMatch(/has something in end\.card already, of shop; .* leave shop out\.$/);
  expect((await pin(cathedral, 'cafe')).status).toBe(200);
  await leaveOut(belmonte, 'shop');
  expect((await pin(belmonte, 'cafe')).status).toBe(200);
  expect(await refusalOfTakingIn(belmonte, 'shop')).toMatch(/end\.card already, of cafe/);
});

it('publishing a filler of an unknown slot succeeds and returns the slot', async () => {
  const fills = [{ slot: 'poster.below', props: 'answer' }];
  expect((await publishFiller('shop', fills)).unknownSlots).toEqual(['poster.below']);
  await publishScreen('poster', '1.0.0');
  expect(await publishFiller('shop', fills)).not.toHaveProperty('unknownSlots');
  expect((await pin(belmonte, 'shop')).status).toBe(200);
});

it('publishing a filler with other props than the slot’s, or larger than the slot’s budget, is refused', async () => {
  await expect(publishFiller('shop', [{ slot: 'end.card', props: 'answer' }])).rejects.toThrow(
    /shop takes "answer" in end\.card, which gives "visit-end"; fill/,
  );
  await publishScreen('poster', '1.0.0', { budget: { bytes: 50, ms: 100 } });
  await expect(publishFiller('shop', [{ slot: 'poster.below', props: 'answer' }])).rejects.toThrow(
    /shop has \d+ bytes after Brotli, and poster\.below has room for 50;/,
  );
});

it('pinning a screen whose slot has other props than the pinned filler is refused', async () => {
  await publishScreen('poster', '1.0.0');
  await publishFiller('shop', [{ slot: 'poster.below', props: 'answer' }]);
  await pin(belmonte, 'poster');
  await pin(belmonte, 'shop');
  await publishScreen('poster', '2.0.0', { props: 'visit-end' });
  expect(await refusalOfPin(belmonte, 'poster', '2.0.0', '1.0.0')).toMatch(/shop takes "answer" in poster\.below, which gives "visit-end"/);
  expect((await pin(cathedral, 'poster', '2.0.0')).status).toBe(200);
  expect(await refusalOfPin(cathedral, 'shop')).toMatch(/cannot have both: shop takes "answer"/);
});
