import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import sharp from 'sharp';
import { differOf } from './compare-pictures.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'enfilade-pictures-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A picture of ten by ten pixels, of which the first `black` are black. */
async function draw(file: string, black: number) {
  const data = Buffer.alloc(300, 255).fill(0, 0, 3 * black);
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await sharp(data, { raw: { width: 10, height: 10, channels: 3 } })
    .png()
    .toFile(path.join(folder, file));
}
const differences = () => differOf(...(['earlier', 'later', 'drawn'].map((name) => path.join(folder, name)) as [string, string, string]));

describe('two folders of pictures', () => {
  it('two folders of pictures differ where a view is new, gone or drawn otherwise, which is drawn too', async () => {
    await draw('earlier/landing/splash/same.png', 4);
    await draw('later/landing/splash/same.png', 4);
    await draw('earlier/landing/splash/changed.png', 0);
    await draw('later/landing/splash/changed.png', 30);
    await draw('earlier/landing/splash/gone.png', 0);
    await draw('later/landing/splash/new.png', 0);
    expect(await differences()).toEqual([
      { view: 'landing/splash/gone', kind: 'gone', pixels: 0 },
      { view: 'landing/splash/changed', kind: 'changed', pixels: 30 },
      { view: 'landing/splash/new', kind: 'new', pixels: 0 },
    ]);
    expect(existsSync(path.join(folder, 'drawn/landing/splash/changed.png'))).toBe(true);
  });
});
