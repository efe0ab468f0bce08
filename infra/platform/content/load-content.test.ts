import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from '@rstest/core';
import { loadGoldenQuestions } from '../guide/golden-questions.ts';
import { demoMuseums } from '../testing/demo-museums.ts';
import { ContentError } from './content-folder.ts';
import { loadContent } from './load-content.ts';
import { loadProfiles } from './load-profiles.ts';
import { ContentCopy, demoContent } from './testing/content-copy.ts';

const belmonteStaircase = '6610a1b2c3d4e5f602000001';

async function problemsOf(directory: string): Promise<string[]> {
  const refused = await loadContent(directory).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(ContentError);
  return (refused as ContentError).message.split('\n');
}

it('The demo content loads with its museums, wall codes and entry screens', async () => {
  const { directory, museums } = await loadContent(demoContent);
  expect(directory).toBe(demoContent);
  expect(museums.map(({ folder, museum, profile }) => [folder, museum._id, profile.wallCode, profile.entryScreen])).toEqual(
    expect.arrayContaining([
      ['belmonte', '6610a1b2c3d4e5f601000001', 'BELM', 'visit'],
      ['cathedral', '6610a1b2c3d4e5f601000002', 'DOM', 'visit'],
      ['gallery', '6610a1b2c3d4e5f601000005', 'GALERIE', 'visit'],
      ['text-chat', '67f2ec09a1b2c3d4e5f60006', 'CHAT', 'text-chat'],
    ]),
  );
});

it.each(demoMuseums)(
  'The demo museum $content.folder has the same documents in every language, and a guide and a text for every place',
  ({ content }) => {
    const { knowledge, exhibitions, profile } = content;
    const outline = (language: string) =>
      knowledge
        .filter((document) => document.language === language)
        .map(({ id, exhibitionId, roomId, paragraphs }) => ({ id, exhibitionId, roomId, paragraphs: paragraphs.length }));
    for (const language of languages) expect(outline(language)).toEqual(outline('en'));
    expect(exhibitions.filter(({ assistant }) => !assistant)).toEqual([]);
    for (const room of profile.rooms) expect(knowledge.some(({ id, roomId }) => roomId === room.id && id === room.id)).toBe(true);
  },
);

it.each(['utf8', 'utf16le'] as const)(
  'A museum whose files an editor saved as %s with a byte order mark loads without a problem',
  async (encoding) => {
    const copy = await ContentCopy.make('gallery');
    onTestFinished(() => copy.dispose());
    for (const file of ['museum.json', 'profile.json', 'exhibitions.json', 'knowledge/de/halden-blue.md', 'questions.yaml']) {
      const path = join(copy.directory, 'museums/gallery', file);
      await writeFile(path, `\uFEFF${(await readFile(path, 'utf8')).replaceAll('\n', '\r\n')}`, encoding);
    }
    const [expected] = demoMuseums.filter(({ content }) => content.folder === 'gallery');
    expect((await loadContent(copy.directory)).museums).toEqual([expected?.content]);
    expect(await loadGoldenQuestions(join(copy.directory, 'museums/gallery'))).not.toEqual([]);
  },
);

it('Loading a museum ignores files that systems, editors and people leave behind', async () => {
  const copy = await ContentCopy.make('gallery');
  onTestFinished(() => copy.dispose());
  const places = ['museums', 'museums/gallery', 'museums/gallery/knowledge', 'museums/gallery/knowledge/en'];
  const names = 'Thumbs.db desktop.ini .DS_Store ._halden-blue.md ~$halden-blue.md halden-blue.md~ .halden-blue.md.swp README.md';
  for (const place of places) for (const name of names.split(' ')) await copy.write(`${place}/${name}`, '\0');
  await copy.write('museums/opening-hours.txt', 'Monday');
  await mkdir(join(copy.directory, 'museums/__MACOSX'));
  expect((await loadContent(copy.directory)).museums.map(({ folder }) => folder)).toEqual(['gallery']);
  expect(await loadProfiles(copy.directory)).toHaveLength(1);
  await copy.write('museums/gallery/knowledge/en/halden-blue.sync-conflict-20260101-120000-ABCDEFG.md', '---\ntitle: x\n---\n\nText.\n');
  expect(await problemsOf(copy.directory)).toEqual([
    expect.stringMatching(/ABCDEFG\.md: file: is not named in lower case, digits and hyphens$/),
  ]);
});

describe('broken content is refused, naming file and field', () => {
  let copy: ContentCopy;
  beforeEach(async () => {
    copy = await ContentCopy.make();
  });
  afterEach(() => copy.dispose());

  it('Loading lists the problems of all museums in one message, in the order of the files', async () => {
    await copy.set('museums/archive/museum.json', '_id', '6610A1');
    await copy.set('museums/archive/profile.json', 'wallCod', 'DOM');
    await copy.set('museums/artist/museum.json', 'theme.accentColor', 'ochre');
    await copy.set('museums/artist/profile.json', 'allowsPremium', 'yes');
    await copy.set('museums/belmonte/museum.json', 'name', undefined);
    await copy.write('museums/belmonte/knowledge/de/daily-life.md', '---\ntitle: Wandtext\n---\n\n  \n');
    await copy.write('museums/belmonte/knowledge/en/last-owner.md', '---\nroom: vestibule\n---\n\nBooks.\n');
    await copy.write('museums/belmonte/knowledge/fr/restoration.md', 'Onze mille livres.\n');
    await copy.remove('museums/cathedral/knowledge/fr');
    await copy.set('museums/gallery/profile.json', 'museum', '67f2ec0a');
    const attic = `---\ntitle: x\nexhibition: ${belmonteStaircase}\nroom: attic\n---\n\nBooks.\n`;
    await copy.write('museums/gallery/knowledge/en/attic.md', attic);
    await copy.write('museums/text-chat/exhibitions.json', '[{"_id": ');
    await copy.remove('museums/text-chat/museum.json');
    const problems = await problemsOf(copy.directory);
    expect(problems.map((line) => line.replace('museums/', ''))).toEqual([
      expect.stringMatching(/^archive\/museum\.json: _id: /),
      'archive/profile.json: wallCod: is not a known field',
      'artist/museum.json: theme.accentColor: must be a colour such as #1a2b3c',
      'artist/profile.json: allowsPremium: must be true or false',
      'belmonte/knowledge/de/daily-life.md: text: is empty',
      'belmonte/knowledge/en/last-owner.md: title: is missing',
      'belmonte/knowledge/fr/restoration.md: front matter: is missing: the file must begin with --- lines around its title',
      'belmonte/museum.json: name: is missing',
      'cathedral/knowledge/fr: documents: at least one is needed in every language',
      `gallery/knowledge/en/attic.md: exhibition: ${belmonteStaircase} is not an exhibition of this museum`,
      'gallery/knowledge/en/attic.md: room: attic is not a room of the profile',
      'gallery/profile.json: museum: 67f2ec0a is not the beginning of 6610a1b2c3d4e5f601000005',
      expect.stringMatching(/^text-chat\/exhibitions\.json: file: is not JSON/),
      'text-chat/museum.json: file: is missing',
    ]);
  });

  it('Loading refuses a label number that occurs twice or leads to no paragraph', async () => {
    const file = 'museums/belmonte/profile.json';
    await copy.set(file, 'objects.1.number', 1);
    await copy.set(file, 'objects.2.document', 'attic');
    await copy.set(file, 'objects.3.paragraph', 9);
    await copy.set(file, 'practical.hours', ' ');
    expect(await problemsOf(copy.directory)).toEqual([`${file}: practical.hours: must hold 1 to 600 characters in each language`]);
    await copy.set(file, 'practical.hours', 'Always.');
    expect(await problemsOf(copy.directory)).toEqual([
      `${file}: objects: 1 occurs twice`,
      `${file}: objects.2.document: attic is not a document of this museum`,
      `${file}: objects.3.paragraph: painting-salon has no paragraph 9 in every language`,
    ]);
  });

  it('Loading refuses exhibitions that differ from museum.json, and a cover with an unknown scene', async () => {
    const scene = '/media/scenes/6610a1b2c3d4e5f601000001/attic/positive.svg';
    await copy.set('museums/belmonte/museum.json', 'exhibitions.2.coverImageURL', scene);
    await copy.set('museums/belmonte/museum.json', 'exhibitions.1.name', 'The Blue Room');
    await copy.set('museums/belmonte/museum.json', 'exhibitions.0._id', '6610a1b2c3d4e5f602999999');
    expect(await problemsOf(copy.directory)).toEqual(
      expect.arrayContaining([
        'museums/belmonte/museum.json: exhibitions.2.coverImageURL: names no scene of this museum',
        'museums/belmonte/exhibitions.json: 1.name: differs from museum.json',
        `museums/belmonte/exhibitions.json: 0._id: ${belmonteStaircase} is not an exhibition of museum.json`,
        'museums/belmonte/museum.json: exhibitions.0._id: 6610a1b2c3d4e5f602999999 is not in exhibitions.json',
        `museums/belmonte/profile.json: exhibitions.${belmonteStaircase}: is not an exhibition of this museum`,
      ]),
    );
  });

  it('Loading refuses a prompt that is not keyed by language, lacks English or has an unknown placeholder', async () => {
    await copy.set('museums/belmonte/exhibitions.json', '0.assistant.prompt', 'You are Clara.');
    await copy.set('museums/belmonte/exhibitions.json', '1.assistant.prompt', '{"de": "Sie sind Clara. {{name}}"}');
    await copy.set('museums/belmonte/exhibitions.json', '2.assistant.firstMessage', '{"en": " ", "it": "Buongiorno"}');
    expect(await problemsOf(copy.directory)).toEqual([
      'museums/belmonte/exhibitions.json: 0.assistant.prompt: is not JSON text keyed by language',
      'museums/belmonte/exhibitions.json: 1.assistant.prompt.en: is missing',
      'museums/belmonte/exhibitions.json: 1.assistant.prompt.de: {{name}} is not a known placeholder',
      'museums/belmonte/exhibitions.json: 2.assistant.firstMessage.en: is empty',
      'museums/belmonte/exhibitions.json: 2.assistant.firstMessage.it: is none of en, de, fr',
    ]);
  });

  it('Loading refuses two museums with the same wall code or the same id, and a directory without museums', async () => {
    await copy.set('museums/cathedral/profile.json', 'wallCode', 'BELM');
    await copy.set('museums/cathedral/museum.json', '_id', '6610a1b2c3d4e5f601000001');
    expect(await problemsOf(copy.directory)).toEqual(
      expect.arrayContaining([
        'museums/cathedral/profile.json: wallCode: BELM is also used by museums/belmonte/profile.json',
        'museums/cathedral/museum.json: _id: 6610a1b2c3d4e5f601000001 is also used by museums/belmonte/museum.json',
      ]),
    );
    await copy.remove('museums');
    expect(await problemsOf(copy.directory)).toEqual(['museums: directory: is missing']);
  });

  it('Loading refuses pictures that the site would not serve', async () => {
    const isNotServed = (folder: string) => `is not served: put the picture into this folder and write /media/museums/${folder}/FILE`;
    const kinds = 'must end in .svg, .png, .jpg, .jpeg, .webp or .avif, and contain only letters, digits, dots, _ and -';
    const pictures: [folder: string, file: string, content: string | undefined, problem: string][] = [
      ['archive', 'cover.gif', '', kinds],
      ['artist', 'cover.png', '<svg/>', 'names a file that holds no image/png'],
      ['belmonte', 'cover.svg', '\xff\xd8\xff', 'names a file that is not well-formed SVG (line 1: text data outside of root node)'],
      ['cathedral', 'none.png', undefined, 'names no file of this folder'],
      ['gallery', '/cover.png', undefined, isNotServed('gallery')],
      ['text-chat', '/media/museums/cathedral/logo.svg', undefined, isNotServed('text-chat')],
    ];
    for (const [folder, file, content] of pictures) {
      if (content !== undefined) await copy.write(`museums/${folder}/${file}`, content);
      await copy.set(`museums/${folder}/museum.json`, 'logoSvgURL', file.startsWith('/') ? file : `/media/museums/${folder}/${file}`);
    }
    expect(await problemsOf(copy.directory)).toEqual(
      pictures.map(([folder, , , problem]) => `museums/${folder}/museum.json: logoSvgURL: ${problem}`),
    );
  });

  it('Loading accepts a picture of the museum’s own folder', async () => {
    await writeFile(join(copy.directory, 'museums/belmonte/cover.jpg'), Buffer.from('\xff\xd8\xff\xe0', 'latin1'));
    const url = '/media/museums/belmonte/cover.jpg';
    for (const file of ['museum.json', 'exhibitions.json'])
      await copy.set(`museums/belmonte/${file}`, file === 'museum.json' ? 'exhibitions.0.coverImageURL' : '0.coverImageURL', url);
    const { museums } = await loadContent(copy.directory);
    expect(museums.find(({ folder }) => folder === 'belmonte')?.museum.exhibitions[0]?.coverImageURL).toBe(url);
  });

  it('Loading names mistyped fields, dropped values and wrong references in plain words, even in a file with other problems', async () => {
    await copy.set('museums/belmonte/museum.json', 'name', undefined);
    await copy.set('museums/belmonte/museum.json', 'nmae', 'Palazzo');
    await copy.set('museums/belmonte/museum.json', 'theme.headerSize', 9);
    await copy.set('museums/belmonte/exhibitions.json', '0.assistant.prompt', 'You are Clara.');
    await copy.set('museums/belmonte/profile.json', 'wallCode', 'belm');
    await copy.set('museums/belmonte/profile.json', 'questions', ['expertise', 'shoe-size']);
    await copy.set('museums/belmonte/profile.json', 'rooms.0.id', '');
    await copy.set('museums/belmonte/profile.json', 'tabBar', { kind: 'some' });
    await copy.write('museums/belmonte/knowledge/en/library.md', 'no');
    const problems = await problemsOf(copy.directory);
    expect(problems.map((line) => line.replace('museums/belmonte/', ''))).toEqual([
      'exhibitions.json: 0.assistant.prompt: is not JSON text keyed by language',
      'knowledge/en/library.md: front matter: is missing: the file must begin with --- lines around its title',
      'museum.json: name: is missing',
      'museum.json: theme.headerSize: is not valid here',
      'museum.json: nmae: is not a known field',
      expect.stringMatching(/^profile\.json: questions\.1: must be one of .*expertise/),
      'profile.json: tabBar.kind: must be one of modes, guide-feedback, hidden',
      'profile.json: rooms.0.id: must not be empty',
      'profile.json: wallCode: must be 2 to 12 capital letters and digits',
    ]);
    expect(problems.join('\n')).not.toMatch(/Invalid|expected|received/);
  });

  it('Loading reports a missing or unknown language once for all texts of a file', async () => {
    const rooms: object[] = JSON.parse(await readFile(join(copy.directory, 'museums/belmonte/profile.json'), 'utf8')).rooms;
    const name = { en: 'Salon', it: 'Sala' };
    const mixed = rooms.map((room, at) => ({ ...room, name: at < 3 ? { de: 'Saal' } : name }));
    await copy.set('museums/belmonte/profile.json', 'rooms', mixed);
    await copy.set('museums/belmonte/exhibitions.json', '0.assistant', undefined);
    expect(await problemsOf(copy.directory)).toEqual([
      'museums/belmonte/exhibitions.json: 0.assistant: is missing: visitors cannot ask anything here',
      'museums/belmonte/profile.json: rooms.0.name.en: is missing, and in 2 other places',
    ]);
    const unknown = rooms.map((room) => ({ ...room, name }));
    await copy.set('museums/belmonte/profile.json', 'rooms', unknown);
    const problem = `museums/belmonte/profile.json: rooms.0.name.it: is not a known field, and in ${rooms.length - 1} other places`;
    expect((await problemsOf(copy.directory))[1]).toBe(problem);
  });

  it('Loading names the line that is not UTF-8', async () => {
    await writeFile(join(copy.directory, 'museums/gallery/knowledge/de/gruener-saal.md'), '---\ntitle: Saal\n---\n\nGrün.\n', 'latin1');
    expect(await problemsOf(copy.directory)).toEqual([
      'museums/gallery/knowledge/de/gruener-saal.md: file: line 5 is not UTF-8; save the file as UTF-8',
    ]);
  });
});
