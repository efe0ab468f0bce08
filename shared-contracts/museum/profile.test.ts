import { expect, it } from '@rstest/core';
import { questionsFor } from '../visit/question.ts';
import { defaultProfile, museumProfileSchema } from './profile.ts';
import { profileFileSchema } from './profile-file.ts';

const refuses = (profile: object) => museumProfileSchema.safeParse(profile).error?.issues.map((issue) => issue.path.join('.'));
const voice = { voiceId: 'en-1', uiStringID: 'voice.en-1', label: 'Ada', voicePreviewUrl: '/media/a.mp3' };

const feedback = (feedbackUrls: object) => ({ tabBar: { kind: 'guide-feedback', feedbackUrls } });
const transcripts = { en: [{ seconds: -1, text: 'Good morning.' }] };
const times = { urls: {}, from: '07:00', until: '08:00', timeZone: 'Europe/Rome' };

it('an empty profile is the default profile', () => {
  expect(museumProfileSchema.parse({})).toEqual(defaultProfile);
  expect(defaultProfile).toMatchObject({ entryScreen: 'visit', tabBar: { kind: 'modes' }, allowsPremium: false });
  expect(defaultProfile.quickQuestions).toHaveLength(3);
});

it.each([
  ['an unknown question', { questions: ['shoeSize'] }, 'questions.0'],
  ['a feedback form that is not an https address', feedback({ en: 'javascript:alert(1)' }), 'tabBar.feedbackUrls.en'],
  ['a feedback form over http', feedback({ de: 'http://form.example' }), 'tabBar.feedbackUrls.de'],
  ['a preview that is a data address', { voices: { en: [{ ...voice, voicePreviewUrl: 'data:,AA' }] } }, 'voices.en.0.voicePreviewUrl'],
  ['unknown music', { exhibitions: { '6610a1b2c3d4e5f602000001': { music: 'cloakroom' } } }, 'exhibitions.6610a1b2c3d4e5f602000001.music'],
  ['an exhibition that is not an id', { exhibitions: { '../x': {} } }, 'exhibitions.../x'],
  ['an impossible hour', { introduction: { ...times, from: '25:00' } }, 'introduction.from'],
  ['a sentence before the recording begins', { introduction: { ...times, transcripts } }, 'introduction.transcripts.en.0.seconds'],
  ['a weight beyond 5 to 50', { artists: [{ slug: 'a', name: 'A', weight: 51 }] }, 'artists.0.weight'],
  ['an invalid slug', { artists: [{ slug: 'a b', name: 'A', weight: 5 }] }, 'artists.0.slug'],
  ['two quick questions', { quickQuestions: ['a', 'b'] }, 'quickQuestions'],
  ['a link host that is an address', { linkHosts: ['https://example.org/'] }, 'linkHosts.0'],
  ['a link host with a wildcard', { linkHosts: ['*.example.org'] }, 'linkHosts.0'],
])('a profile with %s is refused at this field', (_, profile, path) => {
  expect(refuses(profile)).toContain(path);
});

it('a museum profile drops the fields of the profile file that browsers must not see, and a profile file refuses unknown fields', () => {
  const file = profileFileSchema.parse({ museum: '67f2ec09', wallCode: 'CHAT', providerVoices: { 'en-1': 'abc' } });
  expect(museumProfileSchema.parse(file)).toEqual(defaultProfile);
  expect(profileFileSchema.safeParse({ museum: '67f2ec09', wallcode: 'CHAT' }).success).toBe(false);
});

const [plain, premium] = [voice, { ...voice, voiceId: 'en-p1' }];
const base = museumProfileSchema.parse({
  questions: ['voice', 'time', 'artistSelection'],
  voices: { en: [plain] },
  premiumVoices: { en: [premium] },
});
const voicesOf = (context: Partial<Parameters<typeof questionsFor>[0]>) =>
  questionsFor({ profile: base, language: 'en', ...context })
    .find((question) => question.id === 'voice')
    ?.answerOptions.map((option) => option.uiStringID);

it('the questions of a museum have a fixed order and leave out questions without options', () => {
  expect(questionsFor({ profile: base, language: 'en' }).map((question) => question.id)).toEqual(['time', 'voice']);
  expect(questionsFor({ profile: base, language: 'fr' }).map((question) => question.id)).toEqual(['time']);
});

it('the voice question offers premium voices only if address and profile both allow premium', () => {
  expect(voicesOf({ wantsPremium: true })).toEqual(['en-1']);
  const allowing = { ...base, allowsPremium: true };
  expect([voicesOf({ profile: allowing }), voicesOf({ profile: allowing, wantsPremium: true })]).toEqual([['en-1'], ['en-p1']]);
});
