import { profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import { describe, expect, it } from '@rstest/core';
import { chatBody, cookieOf } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionRecord, foreignExhibitionId, museumId, otherMuseumId, visit } from '../testing/samples.ts';
import { sendJson } from '../testing/scripted-server.ts';
import { callPath, chatPath, settingsPath } from '../testing/scripted-upstreams.ts';
import type { HeardAnswer } from '../testing/test-gateway.ts';
import { askCall, askedCall, callBody, callOf } from '../testing/voice-client.ts';

const asking = profileFileSchema.parse({ museum: museumId, questions: ['consent', 'time'] });
const silent = profileFileSchema.parse({ museum: otherMuseumId, questions: ['time'] });
const elsewhere = { ...visit, museumId: otherMuseumId, exhibitionId: foreignExhibitionId };
const agreed = { consent: ['consent.agree'] };
const declined = { consent: ['consent.decline'] };

/** What the cookie of an answer says; undefined when it set none. */
function sealedIn(answer: HeardAnswer) {
  if (answer.headers['set-cookie'] === undefined) return undefined;
  const [id, , museum, consent] = cookieOf(answer).slice('__Host-visit='.length).split('.');
  return { id, museum, consent };
}

describe('a visit', () => {
  const site = openEachTest({ options: { profiles: [asking, silent] } });
  const chat = (told: object, cookie?: string) => site.gateway.post('/api/chat', chatBody({ visit: told }), cookie ? { cookie } : {});
  const openOther = () =>
    site.upstreams.onRecord(`/rest-api/v2/museums/${otherMuseumId}/exhibitions/${foreignExhibitionId}`, {
      data: { ...exhibitionRecord, _id: foreignExhibitionId },
    });
  const askedChats = () => site.upstreams.heard.filter(({ path }) => path === chatPath).map(({ body }) => JSON.parse(body));

  it('is good for one museum: at another one a new visit begins, which knows nothing of the first', async () => {
    openOther();
    const first = await chat(visit);
    const other = await chat(elsewhere, cookieOf(first));
    expect([first.status, other.status]).toEqual([200, 200]);
    expect([sealedIn(first)?.museum, sealedIn(other)?.museum]).toEqual([museumId, otherMuseumId]);
    expect(sealedIn(other)?.id).not.toBe(sealedIn(first)?.id);
    await chat(visit, cookieOf(first));
    await chat(visit, cookieOf(other));
    expect(askedChats().map(({ previousChatId }) => previousChatId)).toEqual([undefined, undefined, 'chat-1', undefined]);
  });

  it('begins anew, and nothing breaks, with a cookie that was damaged anywhere', async () => {
    const cookie = cookieOf(await site.gateway.post('/api/visits/ping', { museumId }));
    const cuts = [13, 20, 36, 47, 60, 75, 80, cookie.length - 1];
    const damaged = cuts.flatMap((at) => [cookie.slice(0, at), `${cookie.slice(0, at)}~${cookie.slice(at + 1)}`]);
    for (const one of [...damaged, '__Host-visit=', `__Host-visit=${'.'.repeat(4000)}`, `${cookie}; ${cookie}`]) {
      const answer = await site.gateway.post('/api/visits/ping', { museumId }, { cookie: one });
      expect(answer.status).toBe(204);
      expect(sealedIn(answer)?.id === undefined).toBe(one.endsWith(`; ${cookie}`));
    }
  });

  it('carries what the visitor said to being recorded, and says so anew when it changed', async () => {
    const first = await site.gateway.post('/api/visits/ping', { museumId });
    const second = await chat({ ...visit, answers: agreed }, cookieOf(first));
    const { id } = sealedIn(first) ?? {};
    expect([sealedIn(first), sealedIn(second)]).toEqual([
      { id, museum: museumId, consent: 'unasked' },
      { id, museum: museumId, consent: 'agreed' },
    ]);
    expect(sealedIn(await chat({ ...visit, answers: agreed }, cookieOf(second)))).toBeUndefined();
    expect(sealedIn(await site.gateway.post('/api/visits/ping', { museumId }, { cookie: cookieOf(second) }))).toBeUndefined();
    expect(sealedIn(await chat({ ...visit, answers: declined }, cookieOf(second)))?.consent).toBe('declined');
    expect(sealedIn(await chat(visit, cookieOf(second)))?.consent).toBe('unasked');
  });

  it('of a museum that does not ask has agreed to nothing, whatever its browser says', async () => {
    openOther();
    expect(sealedIn(await chat({ ...elsewhere, answers: agreed }))?.consent).toBe('unasked');
  });

  it.each([
    ['who agreed, where the museum wants it', { answers: agreed, consent: 'agreed', wanted: true }, true],
    ['who agreed, where it does not', { answers: agreed, consent: 'agreed', wanted: false }, false],
    ['who declined', { answers: declined, consent: 'declined', wanted: true }, false],
    ['who has not answered', { answers: {}, consent: 'unasked', wanted: true }, false],
  ])('records and analyses the talk of a visitor %s', async (_, { answers, consent, wanted }, isKept) => {
    site.upstreams.on(settingsPath, (_request, response) =>
      sendJson(response, 200, {
        provider: 'openai',
        model: 'small',
        temperature: 0.7,
        recordingEnabled: wanted,
        videoRecordingEnabled: wanted,
      }),
    );
    const caller = await askCall(site.gateway, undefined, callBody({ visit: { ...visit, answers } }));
    expect(sealedIn(caller.answer)?.consent).toBe(consent);
    const { artifactPlan, analysisPlan } = askedCall<{ assistantOverrides: { artifactPlan: object; analysisPlan?: object } }>(
      site.upstreams,
    ).assistantOverrides;
    expect(artifactPlan).toMatchObject({ recordingEnabled: isKept, videoRecordingEnabled: isKept });
    expect(analysisPlan === undefined).toBe(answers === agreed);
  });

  it.each([
    ['agreed', agreed, true],
    ['declined', declined, false],
    ['has not answered', {}, false],
  ])('has its chat analysed when the visitor %s: %s → %s', async (_, answers, isKept) => {
    await chat({ ...visit, answers });
    const [{ assistantOverrides }] = askedChats();
    expect([assistantOverrides.analysisPlan === undefined, assistantOverrides.artifactPlan === undefined]).toEqual([isKept, isKept]);
  });

  it('reaches neither the call nor the chat of another one, be it of the same person at another museum', async () => {
    openOther();
    const mine = await askCall(site.gateway);
    const { id } = callOf(mine);
    const other = await chat(visit);
    const abroad = await chat(elsewhere, mine.cookie);
    for (const cookie of [cookieOf(other), cookieOf(abroad), ''])
      expect((await site.gateway.post(`/api/voice/calls/${id}/renewal`, {}, { cookie })).status).toBe(404);
    expect((await site.gateway.post(`/api/voice/calls/${id}/renewal`, {}, { cookie: mine.cookie })).status).toBe(204);
    await chat(visit, cookieOf(other));
    await chat(visit, mine.cookie);
    expect(askedChats().map(({ previousChatId }) => previousChatId)).toEqual([undefined, undefined, 'chat-1', undefined]);
    expect(site.upstreams.count(callPath)).toBe(1);
  });
});
