import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasSoundMark } from '@enfilade/shared-contracts/kit/sound-mark';
import { describe, expect, it } from '@rstest/core';
import { parseMp3 } from './testing/parse-mp3.ts';

const here = path.join(import.meta.dirname, '../../demo/voices');
const museumsDir = path.join(here, '..', 'museums');
const files = (await readdir(here)).filter((name) => name.endsWith('.mp3'));

/** Every sample a profile points to. */
async function loadPromised(): Promise<Set<string>> {
  const profiles = await Promise.all(
    (await readdir(museumsDir)).map((folder) => readFile(path.join(museumsDir, folder, 'profile.json'), 'utf8')),
  );
  return new Set(profiles.flatMap((text) => [...text.matchAll(/"\/media\/voices\/([^"]+)"/g)].map(([, file]) => file ?? '')));
}

describe('the samples of the voices', () => {
  it('are there for every voice a museum offers, and for no other', async () => {
    const promised = await loadPromised();
    expect(promised.size).toBeGreaterThan(0);
    expect(promised).toEqual(new Set(files));
  });

  it.each(files)('%s is a short, light recording with a voice in it', async (file) => {
    const bytes = await readFile(path.join(here, file));
    const { seconds, channels, soundingShare, restBytes } = parseMp3(bytes);
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(5);
    expect([channels, restBytes]).toEqual([1, 0]);
    expect(soundingShare).toBeGreaterThan(0.6);
    expect(bytes.length).toBeLessThan(20_000);
  });

  it('differ from one another', async () => {
    const contents = await Promise.all(files.map((file) => readFile(path.join(here, file), 'base64')));
    expect(new Set(contents).size).toBe(files.length);
  });
});

it('every sound of the demo museums was made by a program, and says so to machines', async () => {
  const demo = path.join(here, '..');
  const sounds = (await readdir(demo, { recursive: true })).filter((file) => /\.(?:mp3|wav|og[ag]|opus|m4a|aac|flac|webm)$/.test(file));
  expect(sounds.length).toBeGreaterThan(files.length);
  const marked = await Promise.all(sounds.map(async (file) => hasSoundMark(await readFile(path.join(demo, file)))));
  expect(sounds.filter((_, at) => !marked[at])).toEqual([]);
});

describe('reading an MP3', () => {
  it('finds nothing sounding where nothing was recorded', () => {
    // MPEG-2 layer III, 32 kbit/s, 22.05 kHz, mono; the frame's bits are all zero.
    const silence = Buffer.concat(
      Array.from({ length: 40 }, () => Buffer.concat([Buffer.from([0xff, 0xf3, 0x40, 0xc0]), Buffer.alloc(100)])),
    );
    expect(parseMp3(silence)).toMatchObject({ soundingShare: 0, channels: 1, restBytes: 0 });
  });

  it('counts what is no frame as rest', () => {
    expect(parseMp3(Buffer.from('not a recording'))).toMatchObject({ seconds: 0, restBytes: 15 });
  });
});
