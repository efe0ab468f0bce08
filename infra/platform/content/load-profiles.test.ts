import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { findProfile, type ProfileFile, profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { loadProfiles } from './load-profiles.ts';
import { ContentCopy } from './testing/content-copy.ts';

const profileOf = (museum: string): ProfileFile => profileFileSchema.parse({ museum });
const hex = (minLength: number, maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength, maxLength });

describe('loadProfiles', () => {
  let copy: ContentCopy;
  beforeEach(async () => {
    copy = await ContentCopy.make('artist', 'belmonte', 'cathedral', 'text-chat');
  });
  afterEach(() => copy.dispose());

  it('loadProfiles needs nothing but profiles, loads texts in any number of languages, and ignores folders without a profile', async () => {
    await copy.remove('museums/belmonte/knowledge/fr');
    const [belmonte] = (await loadProfiles(copy.directory)).filter(({ profile }) => profile.wallCode === 'BELM');
    expect(new Set(belmonte?.knowledge.map(({ language }) => language))).toEqual(new Set(['en', 'de']));
    for (const file of ['museum.json', 'exhibitions.json', 'knowledge', 'logo.svg']) await copy.remove(`museums/belmonte/${file}`);
    await copy.remove('museums/cathedral/profile.json');
    const profiles = await loadProfiles(copy.directory);
    expect(profiles.map(({ profile }) => profile.museum)).toContain('6610a1b2c3d4e5f601000001');
    expect(profiles.map(({ profile }) => profile.museum)).not.toContain('6610a1b2c3d4e5f601000002');
    await expect(loadProfiles(`${copy.directory}/nowhere`)).rejects.toThrow('museums: directory: is missing');
  });

  it('loadProfiles refuses two profiles for one museum and lists broken files', async () => {
    await copy.set('museums/cathedral/profile.json', 'museum', '6610a1b2c3d4e5f601000001');
    await copy.write('museums/text-chat/profile.json', '{}');
    await expect(loadProfiles(copy.directory)).rejects.toThrow(
      /^museums\/cathedral\/profile\.json: museum: .* also used by museums\/belmonte\/profile\.json\nmuseums\/text-chat\/profile\.json: museum: /,
    );
  });

  it('loadProfiles refuses recordings of stops that are missing or have another format', async () => {
    const own = '/media/museums/belmonte';
    await copy.write('museums/belmonte/talk.mp3', 'no sound');
    await copy.write('museums/belmonte/talk.vtt', 'WEBVTT\n\n00:09.000 --> 00:10.000\nLater.\n\n00:02.000 --> 00:03.000\nEarlier.');
    await copy.set('museums/belmonte/profile.json', 'rooms.1.audioDescription', {
      en: { url: `${own}/talk.mp3`, transcript: `${own}/talk.vtt` },
      de: { url: `${own}/missing.mp3`, transcript: '/media/museums/cathedral/talk.vtt' },
      fr: { url: 'https://media.example.org/a.mp3', transcript: `${own}/windows.vtt` },
    });
    await writeFile(join(copy.directory, 'museums/belmonte/windows.vtt'), '\uFEFFWEBVTT\n\n00:09.000 --> 00:10.000\nÉté.', 'utf16le');
    await copy.set('museums/belmonte/profile.json', 'objects.0.signLanguage', {
      fr: { url: `${own}/talk.mp3`, title: 'Les armoiries', text: 'Une montagne.' },
      de: { url: 'https://media.example.org/wappen.mp4', title: 'Das Wappen', text: 'Ein Berg.' },
    });
    expect(await loadProfiles(copy.directory).catch((error: Error) => error.message.split('\n'))).toEqual([
      'museums/belmonte/profile.json: rooms.1.audioDescription.en.url: names a file that holds no audio/mpeg',
      'museums/belmonte/profile.json: rooms.1.audioDescription.en.transcript: names a file that holds no text/vtt',
      'museums/belmonte/profile.json: rooms.1.audioDescription.de.url: names no file of this folder: write /media/museums/belmonte/FILE',
      'museums/belmonte/profile.json: rooms.1.audioDescription.de.transcript: names no file of this folder: write /media/museums/belmonte/FILE',
      'museums/belmonte/profile.json: rooms.1.audioDescription.fr.transcript: names a file that is not UTF-8; save the file as UTF-8',
      'museums/belmonte/profile.json: objects.0.signLanguage.fr.url: names no file of video (.mp4, .webm) that is served',
    ]);
  });

  it('loadProfiles refuses an introduction without a transcript or with sentences in the wrong order', async () => {
    const [file, field] = ['museums/artist/profile.json', 'introduction.transcripts'];
    await copy.set(file, `${field}.en`, [
      { seconds: 0, text: 'One.' },
      { seconds: 2, text: 'Two.' },
      { seconds: 2, text: 'Three.' },
    ]);
    await copy.set(file, `${field}.de`, undefined);
    await copy.set(file, 'introduction.urls.fr', undefined);
    await expect(loadProfiles(copy.directory)).rejects.toMatchObject({
      problems: [
        { path: file, field: `${field}.en.2.seconds`, what: '2 is not after the sentence before' },
        { path: file, field: `${field}.de`, what: 'is missing' },
        { path: file, field: `${field}.fr`, what: 'belongs to no recording' },
      ],
    });
  });

  it('loadProfiles refuses missing pictures, and pictures of missing passages', async () => {
    const [file, name] = ['museums/belmonte/profile.json', 'Ceiling'];
    const of = { name, alternative: 'Dark.', passages: [{ document: 'library', paragraphs: [99] }, { document: 'attic' }] };
    await copy.set(file, 'pictures', [
      { ...of, url: '/media/museums/belmonte/none.svg' },
      { name, alternative: ' ', url: 'https://example.org/a.svg', passages: [] },
    ]);
    await expect(loadProfiles(copy.directory)).rejects.toMatchObject({
      problems: expect.arrayContaining([
        { path: file, field: 'pictures.1.url', what: 'must be written as /media/museums/FOLDER/FILE' },
        { path: file, field: 'pictures.1.alternative', what: 'must hold 1 to 600 characters in each language' },
        { path: file, field: 'pictures.1.passages', what: 'must have at least 1 entries' },
      ]),
    });
    await copy.set(file, 'pictures', [{ ...of, url: '/media/museums/belmonte/none.svg' }]);
    await expect(loadProfiles(copy.directory)).rejects.toMatchObject({
      problems: [
        { path: file, field: 'pictures.0.passages.0.paragraphs.0', what: 'library has no paragraph 99 in every language' },
        { path: file, field: 'pictures.0.passages.1.document', what: 'attic is not a document of this museum' },
        { path: file, field: 'pictures.0.url', what: 'names no file of this folder' },
      ],
    });
  });

  it('loadProfiles refuses a question without answers, and voices that no provider has', async () => {
    await copy.set('museums/belmonte/profile.json', 'artists', []);
    await copy.set('museums/belmonte/profile.json', 'providerVoices', { 'en-9': 'nobody' });
    await expect(loadProfiles(copy.directory)).rejects.toMatchObject({
      code: 'content-broken',
      problems: expect.arrayContaining([
        { path: 'museums/belmonte/profile.json', field: 'artists', what: 'is empty, but questions contains artistSelection' },
        { path: 'museums/belmonte/profile.json', field: 'providerVoices.en-1', what: 'is missing' },
        { path: 'museums/belmonte/profile.json', field: 'providerVoices.en-9', what: 'belongs to no voice of this museum' },
      ]),
    });
  });
});

it('findProfile returns the profile with the longest matching beginning, in any order of the profiles', () => {
  const lengths = fc.uniqueArray(fc.integer({ min: 4, max: 24 }));
  forAll(hex(24, 24), lengths, fc.array(hex(4, 23)), (id, fits, others) => {
    const strangers = others.filter((other) => !id.startsWith(other)).map(profileOf);
    const fitting = fits.map((length) => profileOf(id.slice(0, length)));
    for (const profiles of [
      [...strangers, ...fitting],
      [...fitting.toReversed(), ...strangers],
    ])
      expect(findProfile(profiles, id)?.museum.length).toBe(fits.length > 0 ? Math.max(...fits) : undefined);
  });
});
