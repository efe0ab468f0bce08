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

const [hall, stairs] = [described('hall'), described('stairs')].map(({ audioDescription: { en } }) => ({ audioDescription: en }));
it.each([
  ['the room’s on a tour', { room: { number: 1, count: 2 } }, hall],
  ['the exhibition’s without a tour', {}, stairs],
  ['none in a room without media', { room: { number: 2, count: 2 } }, {}],
  ['none in a room if the guide counts other rooms', { room: { number: 1, count: 5 } }, {}],
  [
    'those of the object that the visitor asked for by number',
    { question: 'What is number 12?' },
    { signLanguage: signed.signLanguage.en },
  ],
  ['the exhibition’s if that object has none', { question: 'What is number 13?' }, stairs],
  ['the exhibition’s if the question has other numbers', { question: 'Of the 12 chairs, which 3 are old?' }, stairs],
  ['none if there are none in the visitor’s language', { language: 'fr' }, {}],
] as const)('The media of a stop are %s', (_, stop, media) => expect(pick(stop)).toEqual(media));

it.each([
  ['a transcript elsewhere', { audioDescription: { en: { url: '/a.mp3', transcript: 'https://example.org/a.vtt' } } }],
  ['a video without words', { signLanguage: { en: { url: '/a.mp4', title: 'A', text: ' ' } } }],
  ['an address that is none', { signLanguage: { en: { url: 'javascript:alert(1)', title: 'A', text: 'B' } } }],
])('The profile refuses %s', (_, stop) => {
  expect(museumProfileSchema.safeParse({ rooms: [{ id: 'hall', name: 'Hall', ...stop }] }).success).toBe(false);
});
