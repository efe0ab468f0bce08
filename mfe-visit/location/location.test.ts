import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { expect, it } from '@rstest/core';
import { pickLocation } from './location-bar.tsx';

const id = '6610a1b2c3d4e5f602000001';
const museum = museumSchema.parse({ _id: '6610a1b2c3d4e5f601000001', name: 'Palazzo Belmonte' });
const exhibition = { _id: id, name: 'Staircase', pronunciations: [] };
const plain = museumProfileSchema.parse({});
const touring = museumProfileSchema.parse({
  rooms: [
    { id: 'vestibule', name: { en: 'Vestibule', de: 'Vestibül' } },
    { id: 'painting-salon', name: { en: 'Painting Salon', de: 'Malersalon' } },
  ],
});
const where = { museum, profile: touring, exhibition, visitMode: 'guided', room: undefined, language: 'en' } as const;

it('The location is the chosen exhibition until the tour begins, and then the tour’s room', () => {
  expect(pickLocation(where)).toEqual({ title: 'Staircase' });
  expect(pickLocation({ ...where, room: { index: 0, count: 2, name: 'Vestibule' } })).toEqual({
    title: 'Vestibule',
    room: { number: 1, count: 2 },
  });
});

it('The location names the guide’s room in the visitor’s language, not in the last answer’s', () => {
  const room = { index: 1, count: 2, name: 'Painting Salon' };
  expect(pickLocation({ ...where, room, language: 'de' })).toEqual({ title: 'Malersalon', room: { number: 2, count: 2 } });
});

it('The location has the guide’s name for a room that the profile does not list', () => {
  const room = { index: 3, count: 4, name: 'Attic' };
  expect(pickLocation({ ...where, room })).toEqual({ title: 'Attic', room: { number: 4, count: 4 } });
  expect(pickLocation({ ...where, profile: plain, room })).toEqual({ title: 'Attic', room: { number: 4, count: 4 } });
});

it('The location is the exhibition in exploration, and without a tour', () => {
  expect(pickLocation({ ...where, visitMode: 'exploration', room: { index: 1, count: 2, name: 'Painting Salon' } })).toEqual({
    title: 'Staircase',
  });
  expect(pickLocation({ ...where, profile: plain })).toEqual({ title: 'Staircase' });
});

it('The location names the exhibition in the visitor’s language if the profile has that name', () => {
  const profile = museumProfileSchema.parse({ exhibitions: { [id]: { name: { en: 'Staircase', fr: 'L’escalier' } } } });
  expect(pickLocation({ ...where, profile, language: 'fr' })).toEqual({ title: 'L’escalier' });
});

it('The location is the museum while no exhibition is known', () => {
  expect(pickLocation({ ...where, profile: plain, exhibition: undefined })).toEqual({ title: 'Palazzo Belmonte' });
});
