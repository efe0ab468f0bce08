import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import { createTestConversation } from '@enfilade/shared-contracts/conversation/testing/test-conversation';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { replaceProperty } from '@enfilade/shared-contracts/kit/testing/replace-property';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { someScreens } from '@enfilade/shared-contracts/releases/testing/some-screens';
import { beforeEach, expect, it } from '@rstest/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { parseVisitPart } from '../arrival/visit-part.ts';
import { addAllTexts } from '../testing/add-all-texts.ts';
import { clearVisit, createTestServices, type GatewayAnswers, inHost } from '../testing/test-services.ts';
import { CarriedPage } from './carried-page.tsx';
import { EndPage } from './end-page.tsx';
import { ForgottenPage } from './forgotten-page.tsx';
import { countQuestions, formatVisit, listExchanges } from './said.ts';
import en from './texts/en.json';

const museumId = '6610a1b2c3d4e5f601000001';
const exhibitionId = '6610a1b2c3d4e5f602000001';
const exhibitions = [{ _id: exhibitionId, name: 'The Grand Staircase' }];
const feedbackUrls = { en: 'https://example.org/feedback' };
const content = {
  museum: museumSchema.parse({ _id: museumId, name: 'Palazzo Belmonte', exhibitions }),
  profile: museumProfileSchema.parse({
    tabBar: { kind: 'guide-feedback', feedbackUrls },
    rooms: ['One', 'Two'].map((name) => ({ id: name, name })),
  }),
  exhibition: { _id: exhibitionId, name: 'The Grand Staircase', pronunciations: [] },
};
const nothing = () => undefined;

function openVisit(answers: GatewayAnswers = {}) {
  const { services, requests } = createTestServices(answers);
  services.session.arrive(museumId, exhibitionId);
  const talk = createTestConversation({ bus: services.bus, clock: services.clock });
  talk.conversation.start('text');
  talk.conversation.send('Who painted this?');
  talk.transport.emit({ type: 'room', room: { index: 1, count: 2, name: 'Two' } });
  talk.say(1, 'Savelli did.');
  talk.transport.emit({ type: 'turn-completed', turn: 1 });
  return { services: { ...services, conversation: talk.conversation }, requests };
}

const showEnd = (answers?: GatewayAnswers, onForget: () => void = nothing) => {
  const visit = openVisit(answers);
  render(<EndPage content={content} links={[]} go={nothing} onBack={nothing} onForget={onForget} />, inHost(visit.services));
  return visit;
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const seal = (text: string, turns = 1) => ({ text, turns });
const opened = {
  visit: { museumId, exhibitionId, language: 'de', visitMode: 'exploration', answers: {} },
  minutes: 14,
  turns: [{ id: 3, question: 'Wer?', answer: 'Savelli.', sources: [] }],
  sealedAt: 0,
};

beforeEach(() => {
  clearVisit();
  window.sessionStorage.clear();
});
it('The end shows what was asked, answered and seen, and leads to the museum’s form', () => {
  showEnd();
  expect(document.activeElement?.textContent).toBe('Your visit');
  expect(screen.getByText('question').closest('dl')?.textContent).toBe('question1minutes0rooms2 of 2One · Two');
  expect(screen.getByText('One · Two')).toBeTruthy();
  expect(screen.getByText('Savelli did.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Tell the museum more/ }).getAttribute('href')).toBe(feedbackUrls.en);
});

it('The end thanks for a rating that arrived, and withdraws a rating that did not', async () => {
  const answers: GatewayAnswers = { '/api/ratings': {} };
  const { requests } = showEnd(answers);
  press('Yes');
  expect(await screen.findByText(en['rate.thanks'])).toBeTruthy();
  answers['/api/ratings'] = 503;
  press('Not really');
  expect(await screen.findByText(en['rate.failed'])).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Yes' }).getAttribute('aria-pressed')).toBe('true');
  expect(requests).toEqual(['/api/ratings', '/api/ratings']);
});

it('The link to another device has the museum’s address and the seal, is shown if copying fails, and names its expiry', async () => {
  const answers: GatewayAnswers = { '/api/visits/seal': 503 };
  showEnd(answers);
  press('Make a link');
  expect(await screen.findByText(en['carry.failed'])).toBeTruthy();
  answers['/api/visits/seal'] = { link: seal('a..b.c.d'), code: seal('e..f.g.h', 0), expiresAt: Date.UTC(2030, 0, 2) };
  press('Make a link');
  expect(await screen.findByText(/^It is valid until January 2, 2030/)).toBeTruthy();
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(en['carry.code']);
  expect(screen.getByText(/The code holds your answers. Questions in the link: 1/)).toBeTruthy();
  replaceProperty(navigator, 'clipboard', { writeText: () => Promise.reject(new Error('no')) });
  press('Copy the link');
  const field = await screen.findByRole<HTMLInputElement>('textbox');
  expect(field.value).toBe(`${location.origin}/?museum=${museumId}#visit=a..b.c.d`);
});

it('The end asks before it deletes the visit', () => {
  const asked: string[] = [];
  showEnd({}, () => void asked.push('forget'));
  press('Forget my visit');
  press('Keep it');
  press('Forget my visit');
  expect([document.activeElement?.textContent, asked]).toEqual([en['forget.sure'], []]);
  press('Forget everything');
  expect(asked).toEqual(['forget']);
});

it('A deletion that did not reach the site says what remains, and can be retried', async () => {
  const answers: GatewayAnswers = { '/api/visits/forget': 503 };
  const { services } = openVisit(answers);
  window.localStorage.setItem('conversation', '{}');
  window.localStorage.setItem('visitConfig', '{}');
  render(<ForgottenPage museum={content.museum} />, inHost(services));
  expect(await screen.findByRole('alert')).toBeTruthy();
  const facts = () => screen.getAllByRole('listitem').map((item) => item.textContent?.split(': ')[1]);
  expect(facts()).toEqual(['deleted', 'deleted', 'still there']);
  expect([document.cookie.includes('museumID'), window.localStorage.getItem('conversation')]).toEqual([false, null]);
  expect(services.session.store.getState()).toMatchObject({ museumId: undefined, exhibitionId: undefined, answers: {} });
  expect(window.localStorage.getItem('visitConfig')).toBe('{}');
  answers['/api/visits/forget'] = {};
  press('Retry');
  expect(await screen.findByText(en['forgotten.done'])).toBeTruthy();
  expect(facts()).toEqual(['deleted', 'deleted', 'deleted']);
});

const show = (answers: GatewayAnswers, refusal?: ApiError) => {
  const { services } = openVisit(answers);
  const api = { ...services.api, ...(refusal && { openVisit: () => Promise.reject(refusal) }) };
  const done: string[] = [];
  const [onCarriedOn, onSkip] = [() => void done.push('carried on'), () => void done.push('skipped')];
  render(<CarriedPage seal="a..b.c.d" content={content} onCarriedOn={onCarriedOn} onSkip={onSkip} />, inHost({ ...services, api }));
  return { session: services.session, done };
};

it('A link from another device offers Retry if the site fails, says what it holds, and replaces the visit only after a press', async () => {
  const answers: GatewayAnswers = { '/api/visits/open': 503 };
  const { session, done } = show(answers);
  expect(await screen.findByText(en['open.failed'])).toBeTruthy();
  answers['/api/visits/open'] = opened;
  press('Retry');
  expect(await screen.findByText(/^The Grand Staircase, begun on /)).toBeTruthy();
  expect([screen.getByText(en['open.replaces']) !== null, window.localStorage.getItem('conversation')]).toEqual([true, null]);
  press('Carry on here');
  expect(session.store.getState()).toMatchObject({ museumId, exhibitionId, language: 'de', visitConfig: { visitMode: 'exploration' } });
  expect(JSON.parse(window.localStorage.getItem('conversation') ?? '')).toMatchObject({ turn: 3, isCarried: true });
  expect(done).toEqual(['carried on']);
});

it.each([
  ['has expired', 410, 'expired', en['open.expired']],
  ['was changed', 400, 'malformed', en['open.broken']],
  ['leads to an exhibition that is no more', 404, 'exhibition-not-found', en['open.broken']],
] as const)('a link that %s shows the reason, changes nothing and leads to the exhibitions', async (_, status, code, sentence) => {
  const { done } = show({}, new ApiError('refused', 'No.', { code, status }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Carry on here' })).toBeNull();
  press('See the exhibitions');
  expect([done, window.localStorage.getItem('conversation')]).toEqual([['skipped'], null]);
});

it('The fragment of the address selects a carried visit, and the end on screens with a conversation', () => {
  const [chat, landing, visit] = ['chat', 'landing', 'visit'].map((name) => someScreens.find((screen) => screen.name === name));
  expect(parseVisitPart('#visit=a..b', landing)).toEqual({ kind: 'carried', seal: 'a..b' });
  expect(parseVisitPart('#end', chat)).toEqual({ kind: 'end' });
  expect([parseVisitPart('#end', landing), parseVisitPart('', visit)]).toEqual([undefined, undefined]);
});

it('The visit as a text names the speaker of each line, and says that the guide is an AI', () => {
  const turns = [{ id: 1, question: 'Who?', answer: '**Savelli.**', isMarkdown: true, sources: [{ title: 'Wall', document: 'w' }] }];
  const i18n = createI18n({ language: 'en' });
  addAllTexts(i18n);
  const translate = i18n.getFixedT('en', 'end');
  const t = (key: string, values: Record<string, string | number> = {}) => translate(key, values);
  const figures = { questions: 1, minutes: 2, rooms: undefined };
  const text = formatVisit({ title: 'A – B', date: 'Monday', guideName: 'Clara', figures, exchanges: listExchanges(turns), t });
  expect(text).toBe(`A – B\nMonday · 1 question · 2 minutes\n\nYou: Who?\nClara, AI guide: Savelli.\nSource: Wall\n\n${en.made}\n`);
});

it('Steps of the tour and thanks do not count as questions, and are not listed', () => {
  const said = ['Who?', 'yes', 'Thank you!', 'toilets'];
  const turns = said.map((question, id) => ({
    ...{ id, question, answer: 'Savelli.', sources: [] },
    ...(question === 'yes' && ({ isStep: true } as const)),
  }));
  expect(countQuestions(turns)).toBe(2);
  const exchanges = listExchanges(turns);
  expect(exchanges.flatMap(({ question }) => question ?? [])).toEqual(['Who?', 'toilets']);
  expect(exchanges.every(({ answer }) => answer === 'Savelli.')).toBe(true);
});
