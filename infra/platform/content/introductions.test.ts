import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { describe, expect, it } from '@rstest/core';
import { loadProfiles } from './load-profiles.ts';
import { demoContent } from './testing/content-copy.ts';
import { parseMp3 } from './testing/parse-mp3.ts';

const here = path.join(demoContent, 'introductions');
const introductions = (await loadProfiles(demoContent)).flatMap(({ profile }) => profile.introduction ?? []);
const recordings = introductions.flatMap(({ urls, transcripts }) =>
  Object.entries(urls).map(([language, url]) => ({
    file: path.posix.basename(url),
    language: language as Language,
    lines: transcripts[language as Language] ?? [],
  })),
);

describe('the recorded introductions', () => {
  it('are there in every language for every museum that plays one, and for no other', async () => {
    expect(introductions.length).toBeGreaterThan(0);
    for (const { urls } of introductions) expect(new Set(Object.keys(urls))).toEqual(new Set(languages));
    const files = (await readdir(here)).filter((name) => name.endsWith('.mp3'));
    expect(new Set(recordings.map(({ file }) => file))).toEqual(new Set(files));
  });

  describe.each(recordings.map((one) => [one.file, one] as const))('%s', (file, { lines }) => {
    const read = () => readFile(path.join(here, file));

    it('is light, speaks for 30 to 50 seconds, and is nothing but sound', async () => {
      const bytes = await read();
      const { seconds, channels, soundingShare, restBytes } = parseMp3(bytes);
      expect(seconds).toBeGreaterThan(30);
      expect(seconds).toBeLessThan(50);
      expect([channels, restBytes]).toEqual([1, 0]);
      expect(soundingShare).toBeGreaterThan(0.6);
      expect(bytes.length).toBeLessThan(200_000);
    });

    it('pauses before every sentence of its transcript but the first, and nowhere else', async () => {
      const { pauses } = parseMp3(await read());
      const [first, ...others] = lines.map(({ seconds }) => seconds);
      expect(first).toBe(0);
      expect(pauses).toHaveLength(others.length);
      others.forEach((seconds, index) => {
        expect(Math.abs((pauses[index]?.until ?? 0) - seconds)).toBeLessThan(0.1);
      });
    });

    it('has the transcript that was written down when it was made', async () => {
      const written: unknown = JSON.parse(await readFile(path.join(here, file.replace('.mp3', '.json')), 'utf8'));
      expect(written).toEqual(lines);
    });
  });
});
