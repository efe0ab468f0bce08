import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { contrast } from '@enfilade/shared-contracts/kit/colour';
import { hasSoundMark } from '@enfilade/shared-contracts/kit/sound-mark';
import { themeTokens } from '@enfilade/shared-contracts/museum/theme-tokens';
import { expect, it } from '@rstest/core';
import { MPEGDecoder } from 'mpg123-decoder';
import { demoMuseums } from '../testing/demo-museums.ts';
import { demoContent } from './testing/content-copy.ts';
import { parseMp3 } from './testing/parse-mp3.ts';

const read = (file: string) => readFile(path.join(demoContent, file));
const recordingsIn = async (folder: string) =>
  (await readdir(path.join(demoContent, folder))).flatMap((name) => (name.endsWith('.mp3') ? [`${folder}/${name}`] : []));
const fileOf = (url: string) => url.replace('/media/', '');

async function decode(file: string) {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, samplesDecoded, sampleRate, errors } = decoder.decode(await read(file));
  decoder.free();
  const [wave = new Float32Array()] = channelData;
  const loudness = Math.sqrt(wave.reduce((sum, sample) => sum + sample * sample, 0) / wave.length);
  return { seconds: samplesDecoded / sampleRate, loudness, errors };
}

const profiles = demoMuseums.map(({ content }) => content.profile);
const offered = profiles.flatMap(({ voices, premiumVoices }) => [voices, premiumVoices].flatMap((lists) => Object.values(lists).flat()));
const samples = [...new Set(offered.map(({ voicePreviewUrl }) => fileOf(voicePreviewUrl ?? '')))];
const introductions = profiles.flatMap(({ introduction }) => introduction ?? []);
const spoken = introductions.flatMap(({ urls, transcripts }) =>
  languages.map((language: Language) => ({ file: fileOf(urls[language] ?? ''), lines: transcripts[language] ?? [] })),
);

it('The profiles of the demo museums name every recording in the demo folder', async () => {
  expect(new Set(samples)).toEqual(new Set(await recordingsIn('voices')));
  expect(new Set(spoken.map(({ file }) => file))).toEqual(new Set(await recordingsIn('introductions')));
});

it.each(samples)(
  'The voice sample %s decodes to 1 to 5 s of one voice, is smaller than 20 kB and differs from all others',
  async (file) => {
    const { seconds, loudness, errors } = await decode(file);
    const { channels, soundingShare, restBytes } = parseMp3(await read(file));
    expect([errors, seconds > 1 && seconds < 5, loudness > 0.05 && loudness < 0.3]).toEqual([[], true, true]);
    expect([channels, restBytes, soundingShare > 0.6]).toEqual([1, 0, true]);
    const [bytes, ...others] = await Promise.all([file, ...samples.filter((other) => other !== file)].map(read));
    expect([(bytes?.length ?? 0) < 20_000, others.some((other) => bytes?.equals(other))]).toEqual([true, false]);
  },
);

it.each(spoken)(
  'The introduction $file decodes to 30 to 50 s, with a pause before each sentence of its transcript',
  async ({ file, lines }) => {
    const bytes = await read(file);
    const { seconds, errors } = await decode(file);
    const { channels, soundingShare, restBytes, pauses } = parseMp3(bytes);
    expect([errors, seconds > 30 && seconds < 50, bytes.length < 200_000]).toEqual([[], true, true]);
    expect([channels, restBytes, soundingShare > 0.6]).toEqual([1, 0, true]);
    expect([0, ...pauses.map(({ until }) => until)]).toEqual(lines.map((line) => expect.closeTo(line.seconds, 1)));
    expect(JSON.parse(String(await read(file.replace('.mp3', '.json'))))).toEqual(lines);
  },
);

it('Every recording of the demo museums has the mark of generated sound', async () => {
  const recording = /\.(?:mp3|wav|og[ag]|opus|m4a|aac|flac|webm)$/;
  const files = (await readdir(demoContent, { recursive: true })).filter((file) => recording.test(file));
  expect(files.length).toBeGreaterThan(samples.length);
  const marked = await Promise.all(files.map(async (file) => hasSoundMark(await read(file))));
  expect(files.filter((_, at) => !marked[at])).toEqual([]);
});

it.each(demoMuseums)(
  'The logo of $content.folder consists of lines with a contrast of at least 3 to 1 in both themes',
  async ({ content }) => {
    const svg = String(await read(`museums/${content.folder}/logo.svg`));
    const [, stroke = ''] = /stroke="(#[0-9a-f]{6})"/.exec(svg) ?? [];
    const { theme } = content.museum;
    for (const background of [theme.backgroundColor, themeTokens(theme, 'negative')['--bg'] ?? ''])
      expect(contrast(stroke, background)).toBeGreaterThanOrEqual(3);
    const drawn = [...svg.matchAll(/<(\w+)/g)].map(([, name = '']) => name);
    expect(drawn.filter((name) => !['svg', 'path', 'circle'].includes(name))).toEqual([]);
    expect(svg).not.toMatch(/ on\w+=|href|url\(/);
  },
);
