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

it('A visitor who has answered every question continues with the visit', () => {
  const note = { key: 'resume.minutes', values: { count: 5 } };
  expect(pickResume(base)).toEqual({ name: 'The Grand Staircase', note, to: { screen: 'visit' } });
  const profile = museumProfileSchema.parse({ questions: ['goals'] });
  expect(pickResume({ ...base, profile, answers: { goals: ['goal.learn'] } })?.note).toEqual({ key: 'resume.visit' });
});

it('The offer to continue names the guide’s room in the visitor’s language', () => {
  expect(pickResume({ ...base, language: 'de', room: { index: 1, count: 2, name: 'Painting Salon' } })).toEqual({
    name: 'Malersalon',
    note: { key: 'resume.room', values: { number: 2, total: 2 } },
    to: { screen: 'visit' },
  });
});

it('The offer to continue names the minutes left of a visit that was opened, and none when the time is over', () => {
  const left = (startedAt: number) => pickResume({ ...base, startedAt, room: { index: 1, count: 2, name: 'Painting Salon' } })?.minutesLeft;
  expect([600_000, 500_000, 1_000].map(left)).toEqual([5, 4, undefined]);
  expect(pickResume({ ...base, startedAt: 500_000 })).toMatchObject({ note: { key: 'resume.minutes' }, minutesLeft: 4 });
});

it('The offer to continue has the guide’s name for a room that the profile does not list', () => {
  expect(pickResume({ ...base, room: { index: 5, count: 6, name: 'Attic' } })?.name).toBe('Attic');
});

it('A visitor with open questions continues at the first, and reads how many are open', () => {
  const resume = pickResume({ ...base, answers: { goals: ['goal.learn'] }, room: { index: 1, count: 2, name: 'Painting Salon' } });
  expect(resume).toEqual({
    name: 'The Grand Staircase',
    note: { key: 'resume.questions', values: { count: 1 } },
    to: { screen: 'tailoring', question: 'time' },
  });
});

it('An answer that is no longer an option counts as an open question', () => {
  expect(pickResume({ ...base, answers: { time: ['time.60'] } })?.note).toEqual({ key: 'resume.questions', values: { count: 2 } });
});

it('A visitor of a museum with a chat continues in the chat', () => {
  const profile = museumProfileSchema.parse({ entryScreen: 'text-chat' });
  expect(pickResume({ ...base, profile, answers: {} })).toMatchObject({ note: { key: 'resume.chat' }, to: { screen: 'chat' } });
});

it.each([undefined, '6610a1b2c3d4e5f602000099'])('A stored exhibition %s offers nothing to continue', (chosen) => {
  expect(pickResume({ ...base, exhibitionId: chosen })).toBeUndefined();
});
