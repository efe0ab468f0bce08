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

const salon = { index: 1, count: 2, name: 'Painting Salon' };
const attic = { index: 3, count: 4, name: 'Attic' };
const inFrench = museumProfileSchema.parse({ exhibitions: { [id]: { name: { en: 'Staircase', fr: 'L’escalier' } } } });
it.each([
  ['the chosen exhibition until the tour begins', {}, 'Staircase', undefined],
  ['the tour’s room from its first step on', { room: { index: 0, count: 2, name: 'Vestibule' } }, 'Vestibule', { number: 1, count: 2 }],
  ['the guide’s room in the visitor’s language', { room: salon, language: 'de' }, 'Malersalon', { number: 2, count: 2 }],
  ['the guide’s name for a room that the profile does not list', { room: attic }, 'Attic', { number: 4, count: 4 }],
  ['the guide’s name for a room without rooms in the profile', { room: attic, profile: plain }, 'Attic', { number: 4, count: 4 }],
  ['the exhibition in exploration', { visitMode: 'exploration', room: salon }, 'Staircase', undefined],
  ['the exhibition without a tour', { profile: plain }, 'Staircase', undefined],
  ['the exhibition in the visitor’s language', { profile: inFrench, language: 'fr' }, 'L’escalier', undefined],
  ['the museum while no exhibition is known', { profile: plain, exhibition: undefined }, 'Palazzo Belmonte', undefined],
] as const)('The location is %s', (...[, change, title, room]) => {
  expect(pickLocation({ ...where, ...change })).toEqual({ title, ...(room && { room }) });
});
