import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { museumResponseSchema } from '../api/schemas.ts';
import { forAll } from '../kit/testing/for-all.ts';
import { parseEntityId } from './id.ts';
import { exhibitionSchema, mediaUrlSchema, museumSchema } from './museum.ts';
import { coverUrl, sceneOf, sceneUrl } from './pictures.ts';
import { defaultProfile, museumProfileSchema } from './profile.ts';
import { pickQuickQuestions } from './profile-texts.ts';
import { houseTheme, themeSchema } from './theme.ts';

const id = '6610a1b2c3d4e5f601000001';
const exhibition = { _id: '6610a1b2c3d4e5f602000001', name: 'Staircase' };

it('parseEntityId() accepts 24 hexadecimal digits and refuses any other value', () => {
  expect(parseEntityId(id)).toBe(id);
  const others = ['6610A1B2C3D4E5F601000001', '6610a1b2c3d4e5f60100000', `${id}\n`, ` ${id}`, '../../etc/passwd', null, {}, 17];
  for (const value of others) expect([value, parseEntityId(value)]).toEqual([value, undefined]);
});

it.each([
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:image/svg+xml,<svg onload=alert(1)>', 'blob:https://example.org/1'],
  ...['http://example.org/a.svg', '//evil.example/a.svg', '/\\evil.example/a.svg', '/\t/evil.example/a.svg', '\\\\evil.example\\a.svg'],
  ...['https://example.org/"onerror="alert(1)', "https://example.org/'onerror='alert(1)", '/a.svg\n', ' /a.svg', 'a.svg', ''],
  `/${'x'.repeat(3000)}`,
])('the schema of media addresses refuses %j', (url) => {
  expect(mediaUrlSchema.safeParse(url).success).toBe(false);
});

it('the schema of media addresses accepts addresses of https hosts and of our own origin alone', () => {
  for (const url of ['/media/covers/a.svg', 'https://cdn.example.org/a%20b.svg?x=1&y=2', '/'])
    expect([url, mediaUrlSchema.safeParse(url).success]).toEqual([url, true]);
  const piece = fc.constantFrom(
    ...['https://', 'http:', 'javascript:', '/', '\\', '//', '@', 'evil.example', '.', '..', '\t', '\n', '\u0000', '%2f', '?', '#'],
    'a',
  );
  forAll(fc.array(piece, { maxLength: 6 }), (pieces) => {
    const url = pieces.join('');
    if (!mediaUrlSchema.safeParse(url).success || !URL.canParse(url, 'https://site.example/')) return;
    const { protocol, origin } = new URL(url, 'https://site.example/');
    expect(protocol).toBe('https:');
    if (url.startsWith('/')) expect(origin).toBe('https://site.example');
  });
});

it.each([
  ['primaryColor', 'red'],
  ['primaryColor', '#fff'],
  ['accentColor', '#123456;} body{display:none'],
  ['secondaryColor', 'url(https://evil.example/pixel)'],
  ['backgroundColor', 'var(--x, expression(alert(1)))'],
  ['textColor', '#12345g'],
  ['textColor', null],
  ['fontFamily', ['Inter', 'x;} @import url(//evil.example)']],
  ['fontFamily', ['"Inter"']],
  ['fontFamily', ['</style><script>alert(1)</script>']],
  ['fontFamily', 'Inter'],
  ['fontFamily', ['x'.repeat(65)]],
  ['headerSize', '32px'],
  ['headerSize', 50],
  ['headerSize', Number.NaN],
])('a theme with %s %j gets the default for this field alone', (field, value) => {
  const theme = themeSchema.parse({ ...houseTheme, primaryColor: '#123456', headerSize: 1.2, [field]: value });
  expect(theme[field as keyof typeof theme]).toEqual(houseTheme[field as keyof typeof houseTheme]);
  if (field !== 'primaryColor') expect(theme.primaryColor).toBe('#123456');
});

it('a theme accepts font names of any script, and a parsed theme holds no character that ends a CSS declaration', () => {
  expect(themeSchema.parse({ fontFamily: ['Source Sans 3', 'ヒラギノ角ゴ Pro', 'sans-serif'] }).fontFamily).toHaveLength(3);
  const value = fc.oneof(fc.string(), fc.array(fc.string()), fc.constantFrom('#a1B2c3', '#ffffff}', ['Inter']), fc.double());
  forAll(fc.dictionary(fc.constantFrom(...Object.keys(houseTheme)), value), (hostile) =>
    expect(Object.values(themeSchema.parse(hostile)).flat().join('')).not.toMatch(/[;{}()<>"'\\:/@]/),
  );
});

it('a museum’s missing or broken optional fields get their defaults', () => {
  const defaults = { theme: houseTheme, exhibitions: [], defaultLanguage: 'English' };
  expect(museumSchema.parse({ _id: id, name: ' Palazzo ' })).toEqual({ _id: id, name: 'Palazzo', ...defaults });
  const exhibitions = [{ ...exhibition, name: 3, coverImageURL: 'javascript:0' }];
  const broken = { _id: id, name: 'Palazzo', logoSvgURL: 'data:image/svg+xml,x', theme: 'dark', defaultLanguage: 7, exhibitions };
  const museum = museumSchema.parse(broken);
  expect(museum).toMatchObject({ ...defaults, exhibitions: [{ name: '–' }] });
  expect([museum.logoSvgURL, museum.exhibitions[0]?.coverImageURL]).toEqual([undefined, undefined]);
});

it.each([
  { _id: '../x', name: 'A' },
  { _id: id, name: ' ' },
  { _id: id },
  { _id: id, name: 'A', exhibitions: [{ _id: 'x', name: 'B' }] },
  null,
  'museum',
])('the schema of museums refuses %j', (value) => expect(museumSchema.safeParse(value).success).toBe(false));

it('the schema of museum responses throws for no value', () => {
  forAll(
    fc.anything(),
    fc.anything(),
    (museum, profile) => typeof museumResponseSchema.safeParse({ museum, profile }).success === 'boolean',
  );
});

it('a parsed exhibition has neither prompt nor vapiId', () => {
  const record = { ...exhibition, assistant: { vapiId: 'v', prompt: 'secret' }, prompt: 'secret' };
  expect(exhibitionSchema.parse(record)).toEqual({ ...exhibition, pronunciations: [] });
});

it('coverUrl() follows the theme mode for our own scenes alone', () => {
  const own = { ...exhibition, coverImageURL: sceneUrl(id, 'library', 'positive') };
  expect(coverUrl(own, 'negative')).toBe(`/media/scenes/${id}/library/negative.svg`);
  const foreign = 'https://cdn.example/positive.svg';
  expect(coverUrl({ ...exhibition, coverImageURL: foreign }, 'negative')).toBe(foreign);
  expect(coverUrl(exhibition, 'negative')).toBeUndefined();
});

it('sceneOf() is the scene of the room, or else of the exhibition, or else the generic scene', () => {
  expect([sceneOf(defaultProfile, undefined), sceneOf(defaultProfile, exhibition._id)]).toEqual(['gallery-hall', 'gallery-hall']);
  const profile = museumProfileSchema.parse({
    exhibitions: { [exhibition._id]: { scene: 'library' } },
    rooms: ['staircase', undefined].map((scene, at) => ({ id: `room-${at}`, name: 'Room', scene })),
  });
  const rooms = [[1], [2], [3], [1, 7]].map(([number = 0, count = 2]) => ({ number, count }));
  const scenes = [undefined, ...rooms].map((room) => sceneOf(profile, exhibition._id, room));
  expect(scenes).toEqual(['library', 'staircase', 'library', 'library', 'library']);
});

const [first, second]: [string, string, string][] = [
  ['A?', 'B?', 'C?'],
  ['D?', 'E?', 'F?'],
];
it('pickQuickQuestions() returns the exhibition’s own questions, or else the museum’s', () => {
  const profile = museumProfileSchema.parse({ quickQuestions: first, exhibitions: { [exhibition._id]: { quickQuestions: second } } });
  expect(pickQuickQuestions(profile, exhibition._id, 'en').open).toEqual(second);
  expect(pickQuickQuestions(profile, id, 'en').open).toEqual(first);
  expect(pickQuickQuestions(profile, undefined, 'en').open).toEqual(first);
});
