import { randomUUID } from 'node:crypto';
import { endGroup, startGroup } from '@enfilade/server/gateway/testing/group-client';
import { formHeaders, formOf, noise, waveFile } from '@enfilade/server/gateway/testing/recordings';
import { exhibitionId, museumId, visit } from '@enfilade/server/gateway/testing/samples';
import { askCall, callBody, callOf } from '@enfilade/server/gateway/testing/voice-client';
import { openResponseSchema, type SealResponse, sealResponseSchema } from '@enfilade/shared-contracts/api/carried-visit';
import { groupLinesResponseSchema, groupResponseSchema } from '@enfilade/shared-contracts/api/group';
import {
  chatResponseSchema,
  codeResponseSchema,
  exhibitionResponseSchema,
  foundPassagesSchema,
  museumDocumentSchema,
  museumResponseSchema,
  questionsResponseSchema,
  tourPlanResponseSchema,
  transcriptionResponseSchema,
  translationsResponseSchema,
  welcomeResponseSchema,
} from '@enfilade/shared-contracts/api/schemas';
import { voiceFactsSchema, webCallSchema } from '@enfilade/shared-contracts/api/voice-schemas';
import { releaseSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import type { Dice } from '../dice.ts';
import type { FuzzSite } from '../fuzz-site.ts';
import type { Sample } from '../requests.ts';
import { mutateForm } from './mutate-form.ts';
import type { RouteCases } from './route-cases.ts';

const page = /^text\/html; charset=utf-8$/;
const script = /^text\/javascript; charset=utf-8$/;
const picture = /^image\/svg\+xml$/;
const sound = /^audio\/mpeg$/;

const reads = (
  route: string,
  address: string | (Omit<Sample, 'pieces'> & { address: string }),
  shapes: RouteCases['shapes'],
): RouteCases => {
  const { address: whole, ...rest } = typeof address === 'string' ? { address } : address;
  const pieces = whole.match(/\/[^/]*/g) ?? [];
  return { route: `GET ${route}`, good: () => ({ pieces, ...rest }), shapes, goodPerThousand: 100, leastSuccesses: 60 };
};

const cookie = `museumID=${museumId}; collectionID=${exhibitionId}; language=de`;

export const readingCases: readonly RouteCases[] = [
  reads('/healthz', '/healthz', [z.strictObject({ status: z.literal('ok') })]),
  reads('/readyz', '/readyz', [z.strictObject({ status: z.enum(['ready', 'not-ready']), problems: z.array(z.string()) })]),
  reads('/metrics', '/metrics', [/^text\/plain; version=[\d.]+; charset=utf-8$/]),
  reads('/api/museums', { address: '/api/museums', query: { code: 'house' } }, [z.strictObject(codeResponseSchema.shape)]),
  reads('/api/museums/:museumId', `/api/museums/${museumId}`, [z.strictObject(museumResponseSchema.shape)]),
  reads('/api/museums/:museumId/exhibitions/:exhibitionId', `/api/museums/${museumId}/exhibitions/${exhibitionId}`, [
    z.strictObject(exhibitionResponseSchema.shape),
  ]),
  reads('/api/museums/:museumId/documents', { address: `/api/museums/${museumId}/documents`, query: { language: 'de', search: 'house' } }, [
    z.strictObject(foundPassagesSchema.shape),
  ]),
  reads('/api/museums/:museumId/documents/:document', { address: `/api/museums/${museumId}/documents/house`, query: { language: 'en' } }, [
    z.strictObject(museumDocumentSchema.shape),
  ]),
  reads('/api/compositions/:museumId', { address: `/api/compositions/${museumId}`, headers: { cookie } }, [releaseSetSchema]),
  reads('/static/*', '/static/js/index.1.js', [script]),
  reads('/favicon.svg', '/favicon.svg', [picture]),
  reads('/offline-worker.js', '/offline-worker.js', [script]),
  reads('/offline.html', '/offline.html', [page]),
  reads('/remotes/:name/:version/*', '/remotes/landing/1.0.0/remoteEntry.js', [script]),
  reads('/media/museums/:folder/:file', '/media/museums/house/logo.svg', [picture]),
  reads('/media/voices/:file', '/media/voices/en-1.mp3', [sound]),
  reads('/media/introductions/:file', '/media/introductions/house-en.mp3', [sound]),
  reads('/media/scenes/:museumId/:scene/:file', `/media/scenes/${museumId}/library/positive.svg`, [picture]),
  reads('/voice/worklet.js', '/voice/worklet.js', [script]),
  reads('/api/voice', '/api/voice', [z.strictObject(voiceFactsSchema.shape)]),
  {
    ...reads('/voice/:file', '/voice', [script]),
    good: (_, { callMachine }) => ({ pieces: callMachine.match(/\/[^/]*/g) ?? [] }),
    prepare: async ({ gateway }) => ({
      callMachine: voiceFactsSchema.parse((await gateway.get('/api/voice')).json()).callMachine?.url ?? '',
    }),
  },
  {
    ...reads('/api/groups/:code/events', '/api', ['nothing']),
    good: (_, { groups }) => ({ pieces: ['/api', '/groups', `/${groups[0]?.code}`, '/events'], headers: { 'last-event-id': '7' } }),
    prepare: (site) => endOneGroup(site),
    leastSuccesses: 0,
  },
  reads('/', { address: '/', query: { museum: museumId }, headers: { cookie } }, [page]),
  reads('/:screen', { address: '/visit', query: { museum: museumId }, headers: { cookie } }, [page]),
];

const writes = (route: string, good: RouteCases['good'], shapes: RouteCases['shapes'], leastSuccesses = 60): RouteCases => ({
  route: `POST ${route}`,
  good,
  shapes,
  goodPerThousand: 80,
  leastSuccesses,
});
const posts = (route: string, json: (dice: Dice) => unknown, shapes: RouteCases['shapes']) =>
  writes(route, (dice) => ({ pieces: route.match(/\/[^/]*/g) ?? [], json: json(dice) }), shapes);

const chatEvents = { accept: 'text/event-stream' };
const answers = { time: ['time.5', 'time.15'], goals: ['goals.learn'] };
const report = { remote: 'landing', version: '1.0.0', kind: 'slow', milliseconds: 900, code: 'late' };
const turn = { id: 1, question: 'Who painted this?', answer: 'Savelli.', sources: [{ title: 'Wall text', document: 'library' }] };
const carried = { visit: { ...visit, answers }, minutes: 14, turns: [turn] };
const wave = waveFile(noise(600));

/** Each call may be renewed, and ended once. */
async function beginCalls({ gateway }: FuzzSite, count: number) {
  const callers = [];
  for (let number = 0; number < count; number += 1) {
    const caller = await askCall(gateway);
    callers.push({ cookie: caller.cookie, callId: callOf(caller).id });
  }
  return { calls: callers };
}
const callSample =
  (tail: string): RouteCases['good'] =>
  (dice, { calls }) => {
    const { callId, cookie: ofVisit } = dice.pick(calls);
    return { pieces: ['/api', '/voice', '/calls', `/${callId}`, ...(tail ? [tail] : [])], headers: { cookie: ofVisit } };
  };

const beginGroups = async ({ gateway }: FuzzSite) => ({ groups: await Promise.all(Array.from({ length: 5 }, () => startGroup(gateway))) });
const line = { key: 'room/1:guide:0', turn: 'room:1', speaker: 'guide', text: 'A globe.', language: 'en' };
const groupSample =
  (json?: object): RouteCases['good'] =>
  (dice, { groups }) => {
    const { code, cookie: ofLeader, endsAt, proof } = dice.pick(groups);
    const pieces = ['/api', '/groups', `/${code}`, ...(json ? ['/lines'] : [])];
    return { pieces, headers: { cookie: ofLeader }, ...(json && { json: { endsAt, proof, ...json } }) };
  };

/** A request for a running group's events never ends. */
async function endOneGroup(site: FuzzSite) {
  const leader = await startGroup(site.gateway);
  await endGroup(site.gateway, leader);
  return { groups: [leader] };
}

export const writingCases: readonly RouteCases[] = [
  posts('/api/visits/ping', () => ({ museumId }), ['nothing']),
  posts(
    '/api/reports',
    (dice) => ({
      sequence: 7,
      reports: [
        report,
        { remote: 'visit', version: '1.0.0', kind: dice.pick(['loaded', 'failed']) },
        {
          remote: 'visit',
          version: '1.0.0',
          kind: 'vitals',
          vitals: { usableMs: dice.below(9_000), inpMs: 80, shift: 0.01, longTaskMs: 0 },
        },
      ],
    }),
    ['nothing'],
  ),
  posts('/api/questions', () => ({ visit: { ...visit, answers }, lines: ['What is this?', 'A globe.'], asked: ['Who made it?'] }), [
    z.strictObject(questionsResponseSchema.shape),
  ]),
  posts(
    '/api/translations',
    (dice) => ({ museumId, from: 'en', to: dice.pick(['de', 'fr']), lines: [`Room ${dice.below(50)}.`, 'A globe.'] }),
    [z.strictObject(translationsResponseSchema.shape)],
  ),
  writes(
    '/api/chat',
    (dice) => ({
      pieces: ['/api', '/chat'],
      headers: dice.happens(500) ? chatEvents : { accept: 'application/json' },
      json: { visit: { ...visit, answers }, clientMessageId: randomUUID(), text: 'Who painted this?', pastTranscriptSummary: 'They met.' },
    }),
    [z.strictObject(chatResponseSchema.shape), 'events'],
  ),
  posts('/api/tours', () => ({ visit: { ...visit, answers } }), [z.strictObject(tourPlanResponseSchema.shape)]),
  posts('/api/welcome', () => ({ visit: { ...visit, answers } }), [z.strictObject(welcomeResponseSchema.shape)]),
  posts('/api/visits/seal', () => carried, [z.strictObject(sealResponseSchema.shape)]),
  {
    ...writes('/api/visits/open', (_, { seal }) => ({ pieces: ['/api', '/visits', '/open'], json: { seal } }), [
      z.strictObject(openResponseSchema.shape),
    ]),
    prepare: async ({ gateway }) => ({ seal: (await gateway.post('/api/visits/seal', carried)).json<SealResponse>().link.text }),
  },
  posts('/api/visits/forget', () => ({ museumId }), ['nothing']),
  {
    ...writes(
      '/api/groups/:code/lines',
      groupSample({ exhibitionId, room: { index: 0, count: 3, name: 'Library' }, isPaused: false, lines: [line] }),
      [z.strictObject(groupLinesResponseSchema.shape)],
      5,
    ),
    route: 'PUT /api/groups/:code/lines',
    prepare: beginGroups,
  },
  { ...writes('/api/groups/:code', groupSample(), ['nothing'], 0.5), route: 'DELETE /api/groups/:code', prepare: beginGroups },
  // An address may begin sixty groups an hour.
  { ...posts('/api/groups', () => ({ visit: { ...visit, answers } }), [z.strictObject(groupResponseSchema.shape)]), leastSuccesses: 0.5 },
  posts('/api/ratings', () => ({ visit, messageId: randomUUID(), rating: 'helpful' }), ['nothing']),
  writes('/api/speech/:voiceId', (dice) => ({ pieces: ['/api', '/speech', '/en-1'], json: { visit, text: `Room ${dice.below(50)}.` } }), [
    sound,
  ]),
  { ...writes('/api/voice/calls/:callId/renewal', callSample('/renewal'), ['nothing']), prepare: (site) => beginCalls(site, 20) },
  {
    ...writes('/api/voice/calls/:callId', callSample(''), ['nothing'], 5),
    route: 'DELETE /api/voice/calls/:callId',
    prepare: (site, count) => beginCalls(site, Math.min(100, Math.ceil(count / 40))),
  },
  posts('/api/voice/call/web', () => callBody({ visit: { ...visit, answers }, pastTranscriptSummary: 'They met.' }), [
    z.strictObject(webCallSchema.shape),
  ]),
  writes(
    '/api/transcriptions',
    () => ({ pieces: ['/api', '/transcriptions'], headers: formHeaders, bytes: formOf(wave), mutateBytes: mutateForm }),
    [z.strictObject(transcriptionResponseSchema.shape)],
  ),
];
