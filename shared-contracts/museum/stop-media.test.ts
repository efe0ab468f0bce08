import { describe, expect, it } from '@rstest/core';
import { withEasyTexts } from './easy-language.ts';
import { museumProfileSchema } from './profile.ts';
import { isRecordingOf, ownRecordingType } from './recordings.ts';
import { pickStopMedia } from './stop-media.ts';

const exhibitionId = '6610a1b2c3d4e5f602000001';
const described = (name: string) => ({
  audioDescription: { en: { url: `/media/museums/house/${name}.mp3`, transcript: `/media/museums/house/${name}.vtt` } },
});
const signed = { signLanguage: { en: { url: 'https://media.example.org/arms.mp4', title: 'The arms', text: 'A mountain.' } } };
const profile = museumProfileSchema.parse({
  rooms: [
    { id: 'hall', name: 'Hall', ...described('hall') },
    { id: 'attic', name: 'Attic' },
  ],
  exhibitions: { [exhibitionId]: described('stairs') },
  objects: [
    { number: 12, name: 'The arms', document: 'arms', ...signed },
    { number: 13, name: 'The lamp', document: 'lamp' },
  ],
});
const pick = (change: Partial<Parameters<typeof pickStopMedia>[0]> = {}) =>
  pickStopMedia({ profile, exhibitionId, room: undefined, question: undefined, language: 'en', ...change });

describe('what a stop has', () => {
  it('what a stop has is the room’s on a tour, else the exhibition’s', () => {
    expect(pick({ room: 1 }).audioDescription?.url).toContain('hall');
    expect(pick().audioDescription?.url).toContain('stairs');
    expect(pick({ room: 2 })).toEqual({});
  });

  it('what a stop has is an object’s that was asked for by its number, where it has anything', () => {
    expect(pick({ question: 'What is number 12?' })).toEqual({ signLanguage: signed.signLanguage.en });
    expect(pick({ question: 'What is number 13?' }).audioDescription?.url).toContain('stairs');
    expect(pick({ question: 'Of the 12 chairs, which 3 are old?' }).audioDescription?.url).toContain('stairs');
  });

  it('what a stop has is in the visitor’s language or not there at all', () => expect(pick({ language: 'fr' })).toEqual({}));

  it.each([
    ['a transcript elsewhere', { audioDescription: { en: { url: '/a.mp3', transcript: 'https://example.org/a.vtt' } } }],
    ['a video without words', { signLanguage: { en: { url: '/a.mp4', title: 'A', text: ' ' } } }],
    ['an address that is none', { signLanguage: { en: { url: 'javascript:alert(1)', title: 'A', text: 'B' } } }],
  ])('what a stop has is not %s', (_, stop) => {
    expect(museumProfileSchema.safeParse({ rooms: [{ id: 'hall', name: 'Hall', ...stop }] }).success).toBe(false);
  });
});

describe('a recording of the museum’s own', () => {
  it('a recording of the museum’s own is known by its name and by what it begins with', () => {
    const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const heads = {
      'a.mp3': 'ID3\x04',
      'a.m4a': '\0\0\0\x20ftypM4A ',
      'a.ogg': 'OggS',
      'a.mp4': '\0\0\0\x20ftypisom',
      'a.webm': '\x1aE\xdf\xa3',
      'a.vtt': 'WEBVTT\n',
    };
    for (const [name, head] of Object.entries(heads)) {
      const type = ownRecordingType(`/media/museums/house/${name}`) ?? '';
      expect([name, isRecordingOf(type, bytes(head)), isRecordingOf(type, bytes('<html>'))]).toEqual([name, true, false]);
    }
    for (const address of ['/media/museums/house/a.exe', '/media/museums/../a.mp3', 'https://example.org/media/museums/house/a.mp3'])
      expect(ownRecordingType(address)).toBeUndefined();
  });
});

describe('a profile in easy language', () => {
  const easy = museumProfileSchema.parse({
    practical: { hours: { en: 'From ten.', de: 'Ab zehn.' }, price: 'Two euros.' },
    exhibitions: { [exhibitionId]: { quickQuestions: ['A?', 'B?', 'C?'] } },
    easyLanguage: {
      de: { practical: { hours: 'Wir machen um 10 Uhr auf.', price: '2 Euro.' }, quickQuestions: ['Eins?', 'Zwei?', 'Drei?'] },
    },
  });

  it('a profile in easy language says what the museum has written so, and leaves the rest', () => {
    const german = withEasyTexts(easy, 'de');
    expect(german.practical).toEqual({
      hours: { en: 'From ten.', de: 'Wir machen um 10 Uhr auf.' },
      price: { en: 'Two euros.', de: '2 Euro.' },
    });
    expect(german.quickQuestions[0]).toMatchObject({ de: 'Eins?' });
    expect(german.exhibitions[exhibitionId as never]?.quickQuestions).toBeUndefined();
    expect(withEasyTexts(easy, 'fr')).toBe(easy);
  });
});
