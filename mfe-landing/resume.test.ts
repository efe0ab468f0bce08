import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { describe, expect, it } from '@rstest/core';
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

describe('a visitor who comes back', () => {
  it('a visitor who comes back continues the visit once everything is answered', () => {
    const note = { key: 'resume.minutes', values: { count: 5 } };
    expect(pickResume(base)).toEqual({ name: 'The Grand Staircase', note, to: { screen: 'visit' } });
    const profile = museumProfileSchema.parse({ questions: ['goals'] });
    expect(pickResume({ ...base, profile, answers: { goals: ['goal.learn'] } })?.note).toEqual({ key: 'resume.visit' });
  });

  it("a visitor who comes back continues in the guide's room, named in today's language", () => {
    expect(pickResume({ ...base, language: 'de', room: { index: 1, count: 2, name: 'Painting Salon' } })).toEqual({
      name: 'Malersalon',
      note: { key: 'resume.room', values: { number: 2, total: 2 } },
      to: { screen: 'visit' },
    });
  });

  it('a visitor who comes back reads how many minutes are left of the chosen time once the visit was opened, and nothing when they are over', () => {
    const left = (startedAt: number) =>
      pickResume({ ...base, startedAt, room: { index: 1, count: 2, name: 'Painting Salon' } })?.minutesLeft;
    expect([600_000, 500_000, 1_000].map(left)).toEqual([5, 4, undefined]);
    expect(pickResume({ ...base, startedAt: 500_000 })).toMatchObject({ note: { key: 'resume.minutes' }, minutesLeft: 4 });
  });

  it("a visitor who comes back takes the guide's own word for a room the profile does not know", () => {
    expect(pickResume({ ...base, room: { index: 5, count: 6, name: 'Attic' } })?.name).toBe('Attic');
  });

  it('a visitor who comes back continues at the first open question, and learns how many there are', () => {
    const resume = pickResume({ ...base, answers: { goals: ['goal.learn'] }, room: { index: 1, count: 2, name: 'Painting Salon' } });
    expect(resume).toEqual({
      name: 'The Grand Staircase',
      note: { key: 'resume.questions', values: { count: 1 } },
      to: { screen: 'tailoring', question: 'time' },
    });
  });

  it('a visitor who comes back is asked again where an answer is none of the options any more', () => {
    expect(pickResume({ ...base, answers: { time: ['time.60'] } })?.note).toEqual({ key: 'resume.questions', values: { count: 2 } });
  });

  it('a visitor who comes back continues in the chat if the museum has no questions to ask', () => {
    const profile = museumProfileSchema.parse({ entryScreen: 'text-chat' });
    expect(pickResume({ ...base, profile, answers: {} })).toMatchObject({ note: { key: 'resume.chat' }, to: { screen: 'chat' } });
  });

  it.each([undefined, '6610a1b2c3d4e5f602000099'])('a visitor who comes back begins again with the exhibition %s', (chosen) => {
    expect(pickResume({ ...base, exhibitionId: chosen })).toBeUndefined();
  });
});
