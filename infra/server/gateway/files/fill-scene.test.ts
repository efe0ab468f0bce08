import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { scenes } from '@enfilade/shared-contracts/museum/profile';
import { houseTheme, type ThemeMode, themeSchema } from '@enfilade/shared-contracts/museum/theme';
import { describe, expect, it } from '@rstest/core';
import { fillScene } from './media-routes.ts';

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

/** Titles of the pictures something is wrong with. */
const failing = (isWrong: (picture: Picture) => boolean) => pictures.filter(isWrong).map(({ title }) => title);

const drawingElements = new Set('svg defs g path circle use clipPath filter feGaussianBlur linearGradient radialGradient stop'.split(' '));
const tag = /<(\/?)([a-zA-Z]+)((?: [a-zA-Z][\w:-]*="[^"<>&]*")*)(\/?)>/g;

/** What is wrong with the text as XML: every character belongs to a tag, and every tag is closed in order. */
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

describe('every scene in every demo museum’s colours, positive and negative', () => {
  it('every scene in every demo museum’s colours, positive and negative is there', () => {
    expect(pictures.length).toBe(scenes.length * themes.length * 2);
    expect(new Set(readdirSync(path.join(demo, 'scenes')))).toEqual(new Set(scenes.map((scene) => `${scene}.svg`)));
  });

  it('every scene in every demo museum’s colours, positive and negative has no placeholder left and no broken colour or number', () => {
    expect(failing(({ svg }) => /[{}|]|NaN|Infinity|undefined|null/.test(svg))).toEqual([]);
    const colour = /^(#[0-9a-f]{6}([0-9a-f]{2})?|none|url\(#\w+\))$/;
    const colours = ({ svg }: Picture) => [...svg.matchAll(/ (?:fill|stroke|stop-color)="([^"]*)"/g)].map(([, value]) => value ?? '');
    expect(failing((picture) => !colours(picture).every((value) => colour.test(value)))).toEqual([]);
  });

  it('every scene in every demo museum’s colours, positive and negative is smaller than 14 000 bytes', () => {
    expect(failing(({ svg }) => Buffer.byteLength(svg) >= 14_000)).toEqual([]);
  });

  it('every scene in every demo museum’s colours, positive and negative is well-formed', () => {
    expect(pictures.map(({ title, svg }) => [title, findXmlProblem(svg)]).filter(([, problem]) => problem)).toEqual([]);
  });

  it('every scene in every demo museum’s colours, positive and negative is nothing but drawing', () => {
    const names = pictures.flatMap(({ svg }) => [...svg.matchAll(tag)].map(([, , name = '']) => name));
    expect(names.filter((name) => !drawingElements.has(name))).toEqual([]);
    expect(failing(({ svg }) => / on\w+=|style=|href="[^#]|url\([^#]|https?:(?!\/\/www\.w3\.org\/2000\/svg")/.test(svg))).toEqual([]);
  });

  it('every scene in every demo museum’s colours, positive and negative gives every id once, and uses only ids it has', () => {
    expect(failing(({ svg }) => new Set(ids(svg)).size !== ids(svg).length)).toEqual([]);
    expect(failing(({ svg }) => references(svg).some((id) => !ids(svg).includes(id)))).toEqual([]);
  });

  it('every scene in every demo museum’s colours, positive and negative looks different in every museum and mode', () => {
    expect(new Set(pictures.map(({ svg }) => svg)).size).toBe(pictures.length);
  });
});

describe('fillScene', () => {
  it('fillScene writes materials from light to shadow, in the house’s colours', () => {
    const template = '{stone 0} {stone 0.5} {cloth 1} {wood 0.4} {gold 0.2} {ink 0.95} {glow 0}';
    expect(modes.map((mode) => fillScene(template, houseTheme, mode))).toMatchInlineSnapshot(`
      [
        "#fff8ec #9a8075 #430e15 #c1916a #eec18b #332c26 #fffdfa",
        "#8d857a #382720 #140001 #4b2e15 #886840 #0b0803 #f1c99b",
      ]
    `);
  });

  it('fillScene chooses what differs on a dark ground, with the opacity behind a colour', () => {
    const template = 'r="{190|256.5}" fill="{glow 0|ink 1}{80|52}"';
    expect(fillScene(template, houseTheme, 'positive')).toMatch(/^r="190" fill="#[0-9a-f]{6}80"$/);
    expect(fillScene(template, houseTheme, 'negative')).toMatch(/^r="256.5" fill="#[0-9a-f]{6}52"$/);
  });
});
