import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { scenes } from '@enfilade/shared-contracts/museum/profile';
import { houseTheme, type ThemeMode, themeSchema } from '@enfilade/shared-contracts/museum/theme';
import { expect, it } from '@rstest/core';
import { openContentGateway } from '../testing/content-gateway.ts';
import { getRaw, readRaw } from '../testing/raw-request.ts';
import { fillScene } from './media-routes.ts';

const sound = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const video = Buffer.concat([Buffer.from('\x1a\x45\xdf\xa3', 'latin1'), Buffer.alloc(500_000, 7)]);

const site = openContentGateway({
  'voices/en-p1.mp3': sound,
  'voices/make-voices.mjs': 'secret',
  'introductions/house-2-fr.mp3': sound,
  'introductions/house-2-fr.json': 'secret',
  'introductions/make-introductions.mjs': 'secret',
  'en-1.mp3': 'secret',
  'museums/house/arms.webm': video,
  'museums/house/arms.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nA mountain.\n',
});
const voice = '/media/voices/en-p1.mp3';
const introduction = '/media/introductions/house-2-fr.mp3';
const recording = '/media/museums/house/arms.webm';

it.each([
  [voice, sound, 'audio/mpeg', 'public, max-age=86400, immutable, no-transform'],
  [introduction, sound, 'audio/mpeg', 'public, max-age=86400, immutable, no-transform'],
  [recording, video, 'video/webm', expect.any(String)],
])('%s comes complete, uncompressed and with its type', async (url, bytes, type, cached) => {
  const answer = await site.gateway.get(url, { 'accept-encoding': 'br' });
  expect([answer.status, answer.bytes.equals(bytes), answer.headers['content-encoding']]).toEqual([200, true, undefined]);
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'content-length': String(bytes.length),
    'accept-ranges': 'bytes',
    'cache-control': cached,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
});

it.each([
  [voice, 'bytes=-10', 990, 999],
  [introduction, 'bytes=990-', 990, 999],
])('%s comes in part for %s', async (url, range, first, last) => {
  const { status, headers, bytes } = await site.gateway.get(url, { range });
  expect([status, headers['content-range']]).toEqual([206, `bytes ${first}-${last}/1000`]);
  expect(bytes.equals(sound.subarray(first, last + 1))).toBe(true);
  expect([headers['content-length'], headers['content-type']]).toEqual([String(last - first + 1), 'audio/mpeg']);
});

it('a museum’s video comes in part, and its captions come as text', async () => {
  const part = await site.gateway.get(recording, { range: 'bytes=4-7' });
  expect([part.status, part.headers['content-range'], part.bytes.length]).toEqual([206, `bytes 4-7/${video.length}`, 4]);
  const { status, headers, bytes } = await site.gateway.get('/media/museums/house/arms.vtt');
  expect([status, headers['content-type'], String(bytes).startsWith('WEBVTT')]).toEqual([200, 'text/vtt; charset=utf-8', true]);
});

it('a sample comes complete for several ranges, and for a range with If-Range', async () => {
  for (const headers of [{ range: 'bytes=0-1,5-6' }, { range: 'bytes=0-1', 'if-range': '"old"' }])
    expect(await site.gateway.get(voice, headers)).toMatchObject({ status: 200, bytes: sound });
});

it.each([voice, introduction])('%s responds with 416 and its length to a range behind its end', async (url) => {
  const { status, headers, bytes } = await site.gateway.get(url, { range: 'bytes=1000-' });
  expect([status, headers['content-range'], bytes.length]).toEqual([416, 'bytes */1000', 0]);
  expect(headers['cache-control']).toBe('no-store, no-transform');
});

it.each([
  ...['en-2.mp3', 'it-1.mp3', 'en-p1.wav', 'make-voices.mjs', '', '..%2fen-1.mp3', '%2e%2e/en-1.mp3'].map((file) => `voices/${file}`),
  ...['../en-1.mp3', 'en-1.mp3%00', 'en-p1.mp3/', 'voices/en-p1.mp3', 'EN-P1.MP3'].map((file) => `voices/${file}`),
  ...['house-2-en.mp3', 'house-2-it.mp3', 'house-2-fr.json', 'make-introductions.mjs', ''].map((file) => `introductions/${file}`),
  ...['..%2fen-1.mp3', '%2e%2e/en-1.mp3', 'HOUSE-2-FR.MP3', 'house-2-fr.mp3%00'].map((file) => `introductions/${file}`),
  ...['missing.mp3', 'missing.png', '..%2Farms.webm', 'arms.exe'].map((file) => `museums/house/${file}`),
])('/media/%s responds with 404 as JSON', async (address) => {
  const raw = await getRaw(site.gateway, `/media/${address}`);
  expect(readRaw(raw)).toMatchObject({ status: 404, body: { code: expect.stringMatching(/not-found$/), requestId: expect.any(String) } });
  expect(raw).not.toContain('secret');
});

it('a missing sample answers voice-not-found', async () => {
  expect(JSON.parse(String((await site.gateway.get('/media/voices/en-2.mp3')).bytes))).toMatchObject({ code: 'voice-not-found' });
});

const modes: ThemeMode[] = ['positive', 'negative'];
const demo = path.resolve(import.meta.dirname, '../../../demo');
const templates = scenes.map((scene) => ({ scene, svg: readFileSync(path.join(demo, 'scenes', `${scene}.svg`), 'utf8') }));
const themes = readdirSync(path.join(demo, 'museums')).map((folder) => {
  const museum: { theme: unknown } = JSON.parse(readFileSync(path.join(demo, 'museums', folder, 'museum.json'), 'utf8'));
  return { folder, theme: themeSchema.parse(museum.theme) };
});
const pictures = templates.flatMap(({ scene, svg }) =>
  themes.flatMap(({ folder, theme }) => modes.map((mode) => ({ title: `${scene}, ${folder} ${mode}`, svg: fillScene(svg, theme, mode) }))),
);
type Picture = (typeof pictures)[number];

const failing = (isWrong: (picture: Picture) => boolean) => pictures.filter(isWrong).map(({ title }) => title);

const drawingElements = new Set('svg defs g path circle use clipPath filter feGaussianBlur linearGradient radialGradient stop'.split(' '));
const tag = /<(\/?)([a-zA-Z]+)((?: [a-zA-Z][\w:-]*="[^"<>&]*")*)(\/?)>/g;

/** Every character must belong to a tag, and every tag must be closed in order. */
function findXmlProblem(svg: string): string | undefined {
  const stray = svg.replace(tag, '').trim();
  if (stray) return `stray text: ${stray.slice(0, 80)}`;
  const open: string[] = [];
  for (const [, closing, name = '', , empty] of svg.matchAll(tag)) {
    if (closing && open.pop() !== name) return `</${name}> closes nothing`;
    if (!closing && !empty) open.push(name);
  }
  return open.length > 0 ? `<${open.join('> <')}> stay open` : undefined;
}

const ids = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '');
const references = (svg: string) => [...svg.matchAll(/(?:href="#|url\(#)([^")]+)/g)].map(([, id]) => id ?? '');

it('the demo has every scene in every museum’s colours, positive and negative, and each looks different', () => {
  expect(pictures.length).toBe(scenes.length * themes.length * 2);
  expect(new Set(readdirSync(path.join(demo, 'scenes')))).toEqual(new Set(scenes.map((scene) => `${scene}.svg`)));
  expect(new Set(pictures.map(({ svg }) => svg)).size).toBe(pictures.length);
});

it('no scene has a placeholder left, or a broken colour or number', () => {
  expect(failing(({ svg }) => /[{}|]|NaN|Infinity|undefined|null/.test(svg))).toEqual([]);
  const colour = /^(#[0-9a-f]{6}([0-9a-f]{2})?|none|url\(#\w+\))$/;
  const colours = ({ svg }: Picture) => [...svg.matchAll(/ (?:fill|stroke|stop-color)="([^"]*)"/g)].map(([, value]) => value ?? '');
  expect(failing((picture) => !colours(picture).every((value) => colour.test(value)))).toEqual([]);
});

it('every scene is well-formed XML under 14,000 bytes and consists of drawing elements alone', () => {
  expect(failing(({ svg }) => Buffer.byteLength(svg) >= 14_000)).toEqual([]);
  expect(pictures.map(({ title, svg }) => [title, findXmlProblem(svg)]).filter(([, problem]) => problem)).toEqual([]);
  const names = pictures.flatMap(({ svg }) => [...svg.matchAll(tag)].map(([, , name = '']) => name));
  expect(names.filter((name) => !drawingElements.has(name))).toEqual([]);
  expect(failing(({ svg }) => / on\w+=|style=|href="[^#]|url\([^#]|https?:(?!\/\/www\.w3\.org\/2000\/svg")/.test(svg))).toEqual([]);
});

it('every scene defines each id once and uses only ids that it defines', () => {
  expect(failing(({ svg }) => new Set(ids(svg)).size !== ids(svg).length)).toEqual([]);
  expect(failing(({ svg }) => references(svg).some((id) => !ids(svg).includes(id)))).toEqual([]);
});

it('fillScene shades each material from light to shadow in the house’s colours', () => {
  const template = '{stone 0} {stone 0.5} {cloth 1} {wood 0.4} {gold 0.2} {ink 0.95} {glow 0}';
  expect(modes.map((mode) => fillScene(template, houseTheme, mode))).toMatchInlineSnapshot(`
    [
      "#fff8ec #9a8075 #430e15 #c1916a #eec18b #332c26 #fffdfa",
      "#8d857a #382720 #140001 #4b2e15 #886840 #0b0803 #f1c99b",
    ]
  `);
});

it('fillScene picks the part for the mode, and puts the opacity behind a colour', () => {
  const template = 'r="{190|256.5}" fill="{glow 0|ink 1}{80|52}"';
  expect(fillScene(template, houseTheme, 'positive')).toMatch(/^r="190" fill="#[0-9a-f]{6}80"$/);
  expect(fillScene(template, houseTheme, 'negative')).toMatch(/^r="256.5" fill="#[0-9a-f]{6}52"$/);
});
