import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { ContentError } from './content-error.ts';
import { loadContent } from './load-content.ts';
import { ContentCopy, demoContent } from './testing/content-copy.ts';

const belmonteStaircase = '6610a1b2c3d4e5f602000001';
const firstOfCathedral = '6610a1b2c3d4e5f602000006';

/** The lines a broken copy is refused with. */
async function problemsOf(directory: string): Promise<string[]> {
  const refused = await loadContent(directory).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(ContentError);
  return (refused as ContentError).message.split('\n');
}

describe('the demo content', () => {
  it('loads whole, from wherever the process was started', async () => {
    const { directory, museums } = await loadContent(demoContent);
    expect(directory).toBe(demoContent);
    expect(museums.map(({ folder, museum }) => [folder, museum._id])).toEqual(
      expect.arrayContaining([
        ['belmonte', '6610a1b2c3d4e5f601000001'],
        ['cathedral', '6610a1b2c3d4e5f601000002'],
        ['gallery', '6610a1b2c3d4e5f601000005'],
        ['text-chat', '67f2ec09a1b2c3d4e5f60006'],
      ]),
    );
  });

  it('says the same in every language: equal documents, equally many paragraphs', async () => {
    const { museums } = await loadContent(demoContent);
    for (const { folder, knowledge } of museums) {
      const outline = (language: string) =>
        knowledge
          .filter((document) => document.language === language)
          .map(({ id, exhibitionId, roomId, paragraphs }) => ({ folder, id, exhibitionId, roomId, paragraphs: paragraphs.length }));
      for (const language of languages) expect(outline(language)).toEqual(outline('en'));
    }
  });

  it('carries twenty-four documents a language for Belmonte and ten for every other museum', async () => {
    const { museums } = await loadContent(demoContent);
    for (const { folder, knowledge } of museums) {
      const english = knowledge.filter(({ language }) => language === 'en');
      expect(english.length, folder).toBeGreaterThanOrEqual(folder === 'belmonte' ? 24 : 10);
    }
  });

  it('carries twenty-four documents a language for Belmonte, three or more in every room, the room’s own text first', async () => {
    const { museums } = await loadContent(demoContent);
    const belmonte = museums.find(({ folder }) => folder === 'belmonte');
    for (const language of languages) {
      const documents = belmonte?.knowledge.filter((document) => document.language === language) ?? [];
      expect(documents).toHaveLength(24);
      for (const { id } of belmonte?.profile.rooms ?? []) {
        const inRoom = documents.filter(({ roomId }) => roomId === id).map((document) => document.id);
        expect(inRoom.length).toBeGreaterThanOrEqual(3);
        expect(inRoom[0]).toBe(id);
      }
    }
  });

  it('gives every exhibition a guide and every guided room a document', async () => {
    const { museums } = await loadContent(demoContent);
    for (const { exhibitions, profile, knowledge } of museums) {
      expect(exhibitions.filter(({ assistant }) => !assistant)).toEqual([]);
      for (const { id } of profile.rooms) expect(knowledge.some(({ roomId }) => roomId === id)).toBe(true);
    }
  });
});

describe('broken content is refused, naming file and field', () => {
  let copy: ContentCopy;
  beforeEach(async () => {
    copy = await ContentCopy.make();
  });
  afterEach(() => copy.dispose());

  it('a field that is missing', async () => {
    await copy.set('museums/belmonte/museum.json', 'name', undefined);
    expect(await problemsOf(copy.directory)).toEqual(['museums/belmonte/museum.json: name: is missing']);
  });

  it('a field of the wrong type', async () => {
    await copy.set('museums/cathedral/profile.json', 'allowsPremium', 'yes');
    expect(await problemsOf(copy.directory)).toEqual(['museums/cathedral/profile.json: allowsPremium: must be true or false']);
  });

  it('a colour the shared schema would quietly replace', async () => {
    await copy.set('museums/belmonte/museum.json', 'theme.accentColor', 'ochre');
    expect(await problemsOf(copy.directory)).toEqual(['museums/belmonte/museum.json: theme.accentColor: must be a colour such as #1a2b3c']);
  });

  it('a value the shared schema would quietly drop', async () => {
    await copy.set('museums/belmonte/museum.json', 'theme.headerSize', 9);
    expect(await problemsOf(copy.directory)).toEqual(['museums/belmonte/museum.json: theme.headerSize: is not valid here']);
  });

  it('an unknown field', async () => {
    await copy.set('museums/cathedral/profile.json', 'wallCod', 'DOM');
    expect(await problemsOf(copy.directory)).toEqual(['museums/cathedral/profile.json: wallCod: is not a known field']);
  });

  it('text that is not JSON', async () => {
    await copy.write('museums/text-chat/exhibitions.json', '[{"_id": ');
    expect(await problemsOf(copy.directory)).toEqual([expect.stringMatching(/^museums\/text-chat\/exhibitions\.json: file: is not JSON/)]);
  });

  it('a file that is not there', async () => {
    await copy.remove('museums/text-chat/museum.json');
    expect(await problemsOf(copy.directory)).toEqual(['museums/text-chat/museum.json: file: is missing']);
  });

  it('an id that is none', async () => {
    await copy.set('museums/belmonte/museum.json', '_id', '6610A1');
    expect(await problemsOf(copy.directory)).toEqual([expect.stringMatching(/^museums\/belmonte\/museum\.json: _id: /)]);
  });

  it('a profile of another museum', async () => {
    await copy.set('museums/cathedral/profile.json', 'museum', '67f2ec0a');
    expect(await problemsOf(copy.directory)).toEqual([
      'museums/cathedral/profile.json: museum: 67f2ec0a is not the beginning of 6610a1b2c3d4e5f601000002',
    ]);
  });

  it('a document without text', async () => {
    await copy.write('museums/belmonte/knowledge/de/library.md', '---\ntitle: Wandtext\n---\n\n  \n');
    expect(await problemsOf(copy.directory)).toEqual(['museums/belmonte/knowledge/de/library.md: text: is empty']);
  });

  it('a document without front matter', async () => {
    await copy.write('museums/belmonte/knowledge/fr/library.md', 'Onze mille livres.\n');
    expect(await problemsOf(copy.directory)).toEqual([
      'museums/belmonte/knowledge/fr/library.md: front matter: is missing: the file must begin with --- lines around its title',
    ]);
  });

  it('a document without a title', async () => {
    await copy.write('museums/belmonte/knowledge/en/library.md', '---\nroom: vestibule\n---\n\nBooks.\n');
    expect(await problemsOf(copy.directory)).toEqual(['museums/belmonte/knowledge/en/library.md: title: is missing']);
  });

  it('a document of a foreign exhibition or an unknown room', async () => {
    await copy.write(
      'museums/belmonte/knowledge/en/kitchen.md',
      `---\ntitle: x\nexhibition: ${firstOfCathedral}\nroom: attic\n---\n\nBooks.\n`,
    );
    expect(await problemsOf(copy.directory)).toEqual([
      `museums/belmonte/knowledge/en/kitchen.md: exhibition: ${firstOfCathedral} is no exhibition of this museum`,
      'museums/belmonte/knowledge/en/kitchen.md: room: attic is no room of the profile',
    ]);
  });

  it('a number that stands there twice or leads to no paragraph', async () => {
    await copy.set('museums/belmonte/profile.json', 'objects.1.number', 1);
    await copy.set('museums/belmonte/profile.json', 'objects.2.document', 'attic');
    await copy.set('museums/belmonte/profile.json', 'objects.3.paragraph', 9);
    await copy.set('museums/belmonte/profile.json', 'practical.hours', ' ');
    expect(await problemsOf(copy.directory)).toEqual([
      'museums/belmonte/profile.json: practical.hours: must hold 1 to 600 characters in each language',
    ]);
    await copy.set('museums/belmonte/profile.json', 'practical.hours', 'Always.');
    expect(await problemsOf(copy.directory)).toEqual([
      'museums/belmonte/profile.json: objects: 1 stands there twice',
      'museums/belmonte/profile.json: objects.2.document: attic is no document of this museum',
      'museums/belmonte/profile.json: objects.3.paragraph: painting-salon has no paragraph 9 in every language',
    ]);
  });

  it('a language without documents', async () => {
    await copy.remove('museums/cathedral/knowledge/fr');
    expect(await problemsOf(copy.directory)).toEqual([
      'museums/cathedral/knowledge/fr: documents: at least one is needed in every language',
    ]);
  });

  it('exhibitions that museum.json does not know, or names differently', async () => {
    await copy.set('museums/belmonte/museum.json', 'exhibitions.1.name', 'The Blue Room');
    await copy.set('museums/belmonte/museum.json', 'exhibitions.0._id', '6610a1b2c3d4e5f602999999');
    expect(await problemsOf(copy.directory)).toEqual(
      expect.arrayContaining([
        'museums/belmonte/exhibitions.json: 1.name: differs from museum.json',
        `museums/belmonte/exhibitions.json: 0._id: ${belmonteStaircase} is no exhibition of museum.json`,
        'museums/belmonte/museum.json: exhibitions.0._id: 6610a1b2c3d4e5f602999999 is not in exhibitions.json',
        `museums/belmonte/profile.json: exhibitions.${belmonteStaircase}: is no exhibition of this museum`,
      ]),
    );
  });

  it('a prompt that is not keyed by language, lacks English or has an unknown placeholder', async () => {
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

  it('pictures that are not there', async () => {
    await copy.remove('museums/cathedral/logo.svg');
    await copy.set(
      'museums/belmonte/museum.json',
      'exhibitions.0.coverImageURL',
      '/media/scenes/6610a1b2c3d4e5f601000001/attic/positive.svg',
    );
    expect(await problemsOf(copy.directory)).toEqual(
      expect.arrayContaining([
        'museums/belmonte/museum.json: exhibitions.0.coverImageURL: names no scene of this museum',
        'museums/cathedral/museum.json: logoSvgURL: names no file of this folder',
      ]),
    );
  });

  it.each([
    ['cover.gif', '', 'must end in .svg, .png, .jpg, .jpeg, .webp or .avif, and have no other signs than letters, digits, dots, _ and -'],
    ['cover.png', '<svg/>', 'names a file that holds no image/png'],
    ['cover.svg', '\xff\xd8\xff', 'names a file that holds no image/svg+xml'],
    ['none.png', undefined, 'names no file of this folder'],
    ['/cover.png', undefined, 'is not served: put the picture into this folder and write /media/museums/belmonte/FILE'],
    [
      '/media/museums/cathedral/logo.svg',
      undefined,
      'is not served: put the picture into this folder and write /media/museums/belmonte/FILE',
    ],
  ])('a picture that the site would not serve: %s', async (file, content, problem) => {
    if (content !== undefined) await copy.write(`museums/belmonte/${file}`, content);
    await copy.set('museums/belmonte/museum.json', 'logoSvgURL', file.startsWith('/') ? file : `/media/museums/belmonte/${file}`);
    expect(await problemsOf(copy.directory)).toEqual([`museums/belmonte/museum.json: logoSvgURL: ${problem}`]);
  });

  it('and a picture of its own folder that the site serves is not', async () => {
    await writeFile(join(copy.directory, 'museums/belmonte/cover.jpg'), Buffer.from('\xff\xd8\xff\xe0', 'latin1'));
    const url = '/media/museums/belmonte/cover.jpg';
    for (const file of ['museum.json', 'exhibitions.json'])
      await copy.set(`museums/belmonte/${file}`, file === 'museum.json' ? 'exhibitions.0.coverImageURL' : '0.coverImageURL', url);
    const { museums } = await loadContent(copy.directory);
    expect(museums.find(({ folder }) => folder === 'belmonte')?.museum.exhibitions[0]?.coverImageURL).toBe(url);
  });

  it('in plain words, also what one wrong file hides: its mistyped fields, values that would be dropped, and what other files name', async () => {
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

  it('two museums with one code on the wall or one id', async () => {
    await copy.set('museums/cathedral/profile.json', 'wallCode', 'BELM');
    await copy.set('museums/cathedral/museum.json', '_id', '6610a1b2c3d4e5f601000001');
    expect(await problemsOf(copy.directory)).toEqual(
      expect.arrayContaining([
        'museums/cathedral/profile.json: wallCode: BELM is also claimed by museums/belmonte/profile.json',
        'museums/cathedral/museum.json: _id: 6610a1b2c3d4e5f601000001 is also used by museums/belmonte/museum.json',
      ]),
    );
  });

  it('everything at once, in one message, file by file', async () => {
    await copy.write('museums/text-chat/museum.json', 'no');
    await copy.write('museums/belmonte/knowledge/en/library.md', 'no');
    await copy.set('museums/cathedral/profile.json', 'wallCode', 'dom');
    await copy.set('museums/cathedral/profile.json', 'guideName', 7);
    const problems = await problemsOf(copy.directory);
    expect(problems.map((line) => line.split(': ').slice(0, 2).join(': '))).toEqual([
      'museums/belmonte/knowledge/en/library.md: front matter',
      'museums/cathedral/profile.json: guideName',
      'museums/cathedral/profile.json: wallCode',
      'museums/text-chat/museum.json: file',
    ]);
  });

  it('a directory without museums', async () => {
    await copy.remove('museums');
    expect(await problemsOf(copy.directory)).toEqual(['museums: directory: is missing']);
  });
});
