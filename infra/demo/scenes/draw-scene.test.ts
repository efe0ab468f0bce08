import { loadContent } from '@enfilade/platform/content/load-content';
import { demoContent } from '@enfilade/platform/content/testing/content-copy';
import { type Scene, scenes } from '@enfilade/shared-contracts/museum/profile';
import { houseTheme, type Theme } from '@enfilade/shared-contracts/museum/theme';
import { beforeAll, describe, expect, it } from '@rstest/core';
import { drawScene } from './draw-scene.ts';
import { negativeOf } from './negative-of.ts';

interface Picture {
  title: string;
  scene: Scene;
  theme: Theme;
  svg: string;
}

const drawingElements = new Set('svg defs g path circle use clipPath filter feGaussianBlur linearGradient radialGradient stop'.split(' '));
const tag = /<(\/?)([a-zA-Z]+)((?: [a-zA-Z][\w:-]*="[^"<>&]*")*)(\/?)>/g;

/** What is wrong with the text as XML: every character belongs to a tag, and every tag is closed in order. */
function faultOfXml(svg: string): string | undefined {
  if (svg.replace(tag, '') !== '') return `stray text: ${svg.replace(tag, '').slice(0, 80)}`;
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
  let pictures: Picture[];
  beforeAll(async () => {
    const { museums } = await loadContent(demoContent);
    const themes = museums.flatMap(({ folder, museum }) => [
      { name: `${folder} positive`, theme: museum.theme },
      { name: `${folder} negative`, theme: negativeOf(museum.theme) },
    ]);
    pictures = scenes.flatMap((scene) =>
      themes.map(({ name, theme }) => ({ title: `${scene}, ${name}`, scene, theme, svg: drawScene(scene, theme) })),
    );
  });
  /** Titles of the pictures something is wrong with. */
  const failing = (isWrong: (picture: Picture) => boolean) => pictures.filter(isWrong).map(({ title }) => title);

  it('is there', () => {
    expect(pictures.length).toBeGreaterThanOrEqual(scenes.length * 6);
  });

  it('is well-formed', () => {
    expect(pictures.map(({ title, svg }) => [title, faultOfXml(svg)]).filter(([, fault]) => fault)).toEqual([]);
  });

  it('is smaller than 14 000 bytes', () => {
    expect(failing(({ svg }) => Buffer.byteLength(svg) >= 14_000)).toEqual([]);
  });

  it('comes out the same a second time', () => {
    expect(failing(({ scene, theme, svg }) => drawScene(scene, theme) !== svg)).toEqual([]);
  });

  it('is nothing but drawing', () => {
    const foreign = pictures
      .flatMap(({ svg }) => [...svg.matchAll(tag)].map(([, , name = '']) => name))
      .filter((name) => !drawingElements.has(name));
    expect(foreign).toEqual([]);
    expect(failing(({ svg }) => / on\w+=|style=|href="[^#]|url\([^#]|https?:(?!\/\/www\.w3\.org\/2000\/svg")/.test(svg))).toEqual([]);
  });

  it('has no broken number', () => {
    expect(failing(({ svg }) => /NaN|Infinity|undefined|null|\de[-+]?\d/.test(svg.replace(/#[0-9a-z]+/g, '')))).toEqual([]);
  });

  it('gives every id once, and uses only ids it has', () => {
    expect(failing(({ svg }) => new Set(ids(svg)).size !== ids(svg).length)).toEqual([]);
    expect(failing(({ svg }) => references(svg).some((id) => !ids(svg).includes(id)))).toEqual([]);
  });

  it('looks different in every museum and mode', () => {
    expect(new Set(pictures.map(({ svg }) => svg)).size).toBe(pictures.length);
  });
});

describe('drawScene', () => {
  it('begins every id with the prefix, so that two pictures can share a page', () => {
    const svg = drawScene('library', houseTheme, { prefix: 'cover-' });
    expect(ids(svg).every((id) => id.startsWith('cover-'))).toBe(true);
  });

  it('arranges the books anew for another seed', () => {
    expect(drawScene('library', houseTheme, { seed: 1 })).not.toBe(drawScene('library', houseTheme, { seed: 2 }));
  });
});
