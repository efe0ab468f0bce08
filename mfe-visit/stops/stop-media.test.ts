import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { expect, it } from '@rstest/core';
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

it('The media of a stop are the room’s on a tour, else the exhibition’s', () => {
  expect(pick({ room: 1 }).audioDescription?.url).toContain('hall');
  expect(pick().audioDescription?.url).toContain('stairs');
  expect(pick({ room: 2 })).toEqual({});
});

it('The media of a stop are those of the object that the visitor asked for by number, if it has any', () => {
  expect(pick({ question: 'What is number 12?' })).toEqual({ signLanguage: signed.signLanguage.en });
  expect(pick({ question: 'What is number 13?' }).audioDescription?.url).toContain('stairs');
  expect(pick({ question: 'Of the 12 chairs, which 3 are old?' }).audioDescription?.url).toContain('stairs');
});

it('A stop without media in the visitor’s language has none', () => expect(pick({ language: 'fr' })).toEqual({}));

it.each([
  ['a transcript elsewhere', { audioDescription: { en: { url: '/a.mp3', transcript: 'https://example.org/a.vtt' } } }],
  ['a video without words', { signLanguage: { en: { url: '/a.mp4', title: 'A', text: ' ' } } }],
  ['an address that is none', { signLanguage: { en: { url: 'javascript:alert(1)', title: 'A', text: 'B' } } }],
])('The profile refuses %s', (_, stop) => {
  expect(museumProfileSchema.safeParse({ rooms: [{ id: 'hall', name: 'Hall', ...stop }] }).success).toBe(false);
});
