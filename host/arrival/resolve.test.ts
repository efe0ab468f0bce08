import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { someScreens } from '@enfilade/shared-contracts/releases/testing/some-screens';
import { parseVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { expect, it } from '@rstest/core';
import { type KnownMuseum, resolve, type View } from './resolve.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const [stairs, library] = ['6610a1b2c3d4e5f602000001', '6610a1b2c3d4e5f602000002'];
const voice = (voiceId: string) => ({ voiceId, uiStringID: `voice.${voiceId}`, label: voiceId, voicePreviewUrl: '/a.mp3' });
const contentOf = (ids: readonly string[], profile: object) => ({
  museum: museumSchema.parse({ _id: museumId, name: 'Palazzo Belmonte', exhibitions: ids.map((_id) => ({ _id, name: _id })) }),
  profile: museumProfileSchema.parse(profile),
});
const belmonte = contentOf([stairs, library], { questions: ['time', 'goals'] });
const chatOnly = contentOf([stairs], { entryScreen: 'text-chat' });
const speaking = contentOf([stairs, library], { questions: ['voice'], voices: { en: [voice('en-1')], de: [voice('de-1')] } });
const answered = { time: ['time.5'], goals: ['goal.learn'] };

interface Situation {
  answers?: object;
  stored?: string[];
  known?: Partial<KnownMuseum>;
  isVisiting?: boolean;
  screens?: typeof someScreens;
}

function viewAt(address: string, { answers = {}, stored = [], known = {}, isVisiting = false, screens = someScreens }: Situation): View {
  const { pathname, search, hash } = new URL(address, 'https://site.example');
  const visit = { ...parseVisitAddress(new URLSearchParams(search), { answers: {} }), answers };
  const museum = { content: belmonte, exhibitionId: visit.exhibitionId, isLoaded: true, isUnknown: false, hasFailed: false, ...known };
  const session = { museumId: stored[0], exhibitionId: stored[1], language: 'de' as const };
  return resolve({ path: pathname, hash, visit, isVisiting }, session, screens, museum);
}

const there = `?museum=${museumId}&collection=${stairs}`;
const stored = [museumId, stairs];

const foreign = { stored: [museumId], known: { exhibitionId: undefined } };
const spoke = { stored, answers: { voice: ['en-1'] }, known: { content: speaking } };
const [visit, chat] = [`/visit${there}`, `/text-chat?museum=${museumId}`];
const nothing = { content: undefined, isLoaded: false };
const unknown = { kind: 'code', isUnknown: true };
it.each<[name: string, address: string, situation: Situation, view: object]>([
  ['an address without a museum redirects to the start page', '/visit', { known: nothing }, { kind: 'redirect', path: '/' }],
  ['the start page without a museum asks for a code', '/', { known: nothing }, { kind: 'code', isUnknown: false }],
  ['a malformed museum id asks for a code and calls the museum unknown', '/?museum=belmonte', { known: nothing }, unknown],
  ['a missing museum asks for a code and calls the museum unknown', `/${there}`, { known: { ...nothing, isUnknown: true } }, unknown],
  ['a museum that does not load shows the failed arrival', `/${there}`, { known: { ...nothing, hasFailed: true } }, { kind: 'failed' }],
  ['the page shows that it loads until the museum is known', `/${there}`, { known: nothing }, { kind: 'loading' }],
  ['the query `code` asks for another code in a museum', `/${there}&code`, { stored }, { kind: 'code', isUnknown: false }],
  ['a group code shows the follower’s page despite a stored visit', '/?follow=K7PM-2XQD', { stored }, { kind: 'follow', code: 'K7PM2XQD' }],
  ['the loading view names the next screen', visit, { known: { isLoaded: false }, stored }, { kind: 'loading', next: 'tailoring' }],
  ['the session first stores a visit', visit, { answers: answered }, { kind: 'loading', next: 'visit', arrives: { exhibitionId: stairs } }],
  ['an unanswered question redirects to the questionnaire', visit, { stored }, { kind: 'redirect', path: '/tailoring', question: 'time' }],
  ['a visit with all answers shows its screen', visit, { stored, answers: answered }, { kind: 'screen', screen: { name: 'visit' } }],
  ['another museum’s exhibition redirects to the exhibitions', visit, foreign, { kind: 'redirect', path: '/collection-selection' }],
  [
    'a museum with text chat alone chooses its only exhibition',
    chat,
    { stored: [museumId], known: { content: chatOnly } },
    { kind: 'loading', next: 'chat', arrives: { exhibitionId: stairs } },
  ],
  ['the chat opens with a stored exhibition', chat, { stored, known: { content: chatOnly } }, { kind: 'screen', screen: { name: 'chat' } }],
  ['an arrival with another language’s voice asks for a voice', visit, spoke, { kind: 'redirect', path: '/tailoring', question: 'voice' }],
  ['another language’s voice interrupts no visit', visit, { ...spoke, isVisiting: true }, { kind: 'screen', screen: { name: 'visit' } }],
  ['the fragment `end` ends a conversation', `${visit}#end`, { stored, answers: answered }, { kind: 'screen', part: { kind: 'end' } }],
  [
    'the fragment `end` is ignored at a screen without a conversation',
    `/collection-selection${there}#end`,
    { stored },
    { kind: 'screen', screen: { name: 'landing' }, part: undefined },
  ],
  ['a redirect keeps the seal of a carried visit', `${visit}#visit=seal`, { stored }, { kind: 'redirect', hash: '#visit=seal' }],
  ['a release set without screens asks for a code', `/${there}`, { stored, screens: [] }, { kind: 'code', isUnknown: false }],
])('%s', (_, address, situation, view) => {
  expect(viewAt(address, situation)).toMatchObject(view);
});
