import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { expect, it } from '@rstest/core';
import { pickResume, type ResumeSource } from './resume.ts';

const exhibitionId = '6610a1b2c3d4e5f602000001';
const tour = [
  { id: 'vestibule', name: { en: 'Vestibule', de: 'Vestibül' } },
  { id: 'salon', name: { en: 'Painting Salon', de: 'Malersalon' } },
];
const base: ResumeSource = {
  cards: [{ exhibitionId, numeral: '01', name: 'The Grand Staircase', coverUrl: undefined }],
  profile: museumProfileSchema.parse({ questions: ['time', 'goals'], rooms: tour }),
  language: 'en',
  wantsPremium: false,
  exhibitionId,
  answers: { time: ['time.5'], goals: ['goal.learn'] },
  room: undefined,
  startedAt: undefined,
  now: 600_000,
};

const salon = { index: 1, count: 2, name: 'Painting Salon' };
const onlyGoals = { profile: museumProfileSchema.parse({ questions: ['goals'] }), answers: { goals: ['goal.learn'] } };
const chat = { profile: museumProfileSchema.parse({ entryScreen: 'text-chat' }), answers: {} };
const name = 'The Grand Staircase';
const minutes = { key: 'resume.minutes', values: { count: 5 } };
const to = { screen: 'visit' };
const toTime = { screen: 'tailoring', question: 'time' };
const open = (count: number) => ({ key: 'resume.questions', values: { count } });
const ofRoom = (number: number, total: number) => ({ key: 'resume.room', values: { number, total } });
it.each([
  ['leads to the visit if every question is answered', {}, { name, note: minutes, to }],
  ['names no minutes if the museum does not ask for them', onlyGoals, { name, note: { key: 'resume.visit' }, to }],
  ['names the guide’s room in the visitor’s language', { language: 'de', room: salon }, { name: 'Malersalon', note: ofRoom(2, 2), to }],
  ['has the guide’s name for an unlisted room', { room: { index: 5, count: 6, name: 'Attic' } }, { name: 'Attic', note: ofRoom(6, 6), to }],
  [
    'has the guide’s name if the guide counts other rooms',
    { room: { index: 1, count: 3, name: 'Attic' } },
    { name: 'Attic', note: ofRoom(2, 3), to },
  ],
  ['leads to the first open question', { answers: { goals: ['goal.learn'] }, room: salon }, { name, note: open(1), to: toTime }],
  ['counts an answer that is no longer an option as open', { answers: { time: ['time.60'] } }, { name, note: open(2), to: toTime }],
  ['leads to the chat of a museum with a chat', chat, { name, note: { key: 'resume.chat' }, to: { screen: 'chat' } }],
  ['names the minutes left of a visit that was opened', { startedAt: 500_000 }, { name, note: minutes, minutesLeft: 4, to }],
  [
    'names them beside the guide’s room',
    { startedAt: 500_000, room: salon },
    { name: 'Painting Salon', note: ofRoom(2, 2), minutesLeft: 4, to },
  ],
  ['names no minutes left when the time is over', { startedAt: 1_000 }, { name, note: minutes, to }],
  ['is absent if no exhibition was chosen', { exhibitionId: undefined }, undefined],
  ['is absent if the museum lacks the chosen exhibition', { exhibitionId: '6610a1b2c3d4e5f602000099' }, undefined],
] as const)('The offer to continue %s', (...[, change, offer]) => {
  expect(pickResume({ ...base, ...change } as ResumeSource)).toEqual(offer);
});
