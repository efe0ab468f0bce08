import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { anyText } from '@enfilade/shared-contracts/kit/testing/any-text';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { chatBody, cookieOf } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionRecord, foreignExhibitionId, museumId, otherMuseumId, visit } from '../testing/samples.ts';
import { callPath, chatPath } from '../testing/scripted-upstreams.ts';
import type { HeardAnswer } from '../testing/test-gateway.ts';
import { askCall, callOf } from '../testing/voice-client.ts';
import { createVisitCookie } from './visit-cookie.ts';

const key = Buffer.alloc(32, 1);
const newerKey = Buffer.alloc(32, 2);
const at = (seconds: number): Clock => ({ now: () => seconds * 1000, after: () => () => undefined });
const begunAt = 1_000_000;
const open = (keys: readonly [Buffer, ...Buffer[]], seconds: number) =>
  createVisitCookie({ keys: () => keys, publicOrigin, clock: at(seconds) });
const publicOrigin = 'https://guide.example.org';
const asked = (cookie?: string) => ({ headers: { cookie }, host: 'guide.example.org', ip: '203.0.113.9', protocol: 'https' }) as const;

describe('createVisitCookie', () => {
  const cookies = open([key], begunAt);
  const visit = cookies.begin({ museumId, consent: 'declined' });
  const [cookie = ''] = cookies.header(asked(), visit).split(';');

  it('a visit cookie is valid for four hours and hidden from scripts, other sites and plain connections', () => {
    expect(open([key], begunAt + 4 * 3600 - 1).find(asked(`a=b; ${cookie}; c=d`))).toEqual(visit);
    expect(open([key], begunAt + 4 * 3600).find(asked(`a=b; ${cookie}; c=d`))).toBeUndefined();
    expect(cookies.header(asked(), visit)).toBe(`${cookie}; Max-Age=14400; Path=/; HttpOnly; Secure; SameSite=Lax`);
  });

  it('a visit cookie that is signed again keeps its museum and its end after four hours', () => {
    const later = open([key], begunAt + 3600);
    const header = later.header(asked(), { ...visit, consent: 'agreed' });
    expect(header).toContain('; Max-Age=10800;');
    expect(later.find(asked(header.split(';')[0]))).toEqual({ id: visit.id, museumId, consent: 'agreed', begunAt });
    const anywhere = cookies.begin({ museumId: '*', consent: 'unasked' });
    expect(cookies.find(asked(cookies.header(asked(), anywhere).split(';')[0]))).toEqual(anywhere);
  });

  it('a visit cookie with any bit flipped, cut, extended or altered by a character is refused', () => {
    const bytes = Buffer.from(cookie);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const turned = Buffer.from(bytes);
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(cookies.find(asked(turned.toString('latin1')))).toBeUndefined();
    }
    for (let end = 0; end < cookie.length; end += 1) expect(cookies.find(asked(cookie.slice(0, end)))).toBeUndefined();
    forAll(fc.nat(cookie.length - 1), fc.constantFrom(...'abcXYZ019_-.*', ''), (index, character) => {
      const altered = cookie.slice(0, index) + character + cookie.slice(index + 1);
      expect(cookies.find(asked(altered))).toEqual(altered === cookie ? visit : undefined);
    });
  });

  it('a visit cookie that another key signed, and any other text, is refused', () => {
    forAll(anyText({ maxLength: 100 }), (text) => {
      expect(cookies.find(asked(text))).toBeUndefined();
    });
    expect(open([newerKey], begunAt).find(asked(`a=b; ${cookie}; c=d`))).toBeUndefined();
    expect(cookies.find(asked())).toBeUndefined();
  });

  it('the newest key signs visit cookies, and older keys still verify them', () => {
    const renewed = open([newerKey, key], begunAt);
    expect(renewed.find(asked(cookie))).toEqual(visit);
    const [renewedCookie] = renewed.header(asked(), visit).split(';');
    expect([cookies.find(asked(renewedCookie)), open([newerKey], begunAt).find(asked(renewedCookie))]).toEqual([undefined, visit]);
  });

  it('a thousand visits have a thousand ids', () => {
    expect(new Set(Array.from({ length: 1000 }, () => cookies.begin({ museumId, consent: 'unasked' }).id)).size).toBe(1000);
  });
});

const asking = profileFileSchema.parse({ museum: museumId, questions: ['consent', 'time'] });
const silent = profileFileSchema.parse({ museum: otherMuseumId, questions: ['time'] });
const elsewhere = { ...visit, museumId: otherMuseumId, exhibitionId: foreignExhibitionId };
const agreed = { consent: ['consent.agree'] };
const declined = { consent: ['consent.decline'] };

function sealedIn(answer: HeardAnswer) {
  if (answer.headers['set-cookie'] === undefined) return undefined;
  const [id, , museum, consent] = cookieOf(answer).slice('enfilade-visit='.length).split('.');
  return { id, museum, consent };
}

describe('the attributes of the visit cookie', () => {
  const site = openEachTest();
  const ping = async (headers: Record<string, string>) => {
    const { headers: told } = await site.gateway.post('/api/visits/ping', { museumId }, headers);
    return told['set-cookie'] === undefined ? undefined : String(told['set-cookie']).replace(/=.*Path=/, '=…; Path=');
  };
  const plain = 'enfilade-visit=…; Path=/; HttpOnly; SameSite=Lax';
  const overTls = { 'sec-fetch-site': 'same-origin' };
  const hosted = '__Host-visit=…; Path=/; HttpOnly; Secure; SameSite=Lax';

  it('on this machine the visit cookie over http is neither Secure nor `__Host-`, so WebKit stores it', async () => {
    const { port } = new URL(site.gateway.origin);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.8.9.1', 'museum.localhost'])
      expect([host, await ping({ host: `${host}:${port}` })]).toEqual([host, plain]);
    const cookie = cookieOf(await site.gateway.post('/api/visits/ping', { museumId }));
    expect(await ping({ cookie })).toBeUndefined();
    expect(await ping({ cookie: cookie.replace('enfilade-', '__Host-') })).toBe(plain);
  });

  it.each([
    ['reached by another name', { host: 'guide.example.org' }],
    ['reached by a name that begins alike', { host: '127.0.0.1.example.org' }],
    ['reached by a name that ends alike', { host: 'notlocalhost' }],
    ['behind a proxy that sends X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
    ['behind a proxy that sends X-Forwarded-For', { 'x-forwarded-for': '127.0.0.1' }],
    ['behind a proxy that sends Forwarded', { forwarded: 'for=127.0.0.1;proto=http' }],
  ])('over TLS the cookie of a site %s is Secure and `__Host-`, and no other cookie is read', async (_, headers) => {
    const cookie = cookieOf(await site.gateway.post('/api/visits/ping', { museumId }));
    expect(await ping({ ...headers, ...overTls, cookie })).toBe(hosted);
  });

  it('without TLS the cookie is neither Secure nor `__Host-`, because browsers send no Sec-Fetch-Site and drop Secure cookies', async () => {
    expect(await ping({ host: 'museum.test' })).toBe(plain);
    await site.reopen({ options: { publicOrigin: 'http://guide.example.org' } });
    expect(await ping({ host: 'guide.example.org' })).toBe(plain);
  });

  it('with an https PUBLIC_ORIGIN the cookie is always Secure and `__Host-`', async () => {
    for (const publicOrigin of ['https://guide.example.org', 'https://localhost:8443']) {
      await site.reopen({ options: { publicOrigin } });
      for (const headers of [{}, { host: 'localhost' }, { origin: publicOrigin }]) expect(await ping(headers)).toBe(hosted);
    }
    await site.reopen({ options: { publicOrigin: 'http://localhost:8080' } });
    expect([await ping({ 'x-forwarded-for': '172.17.0.1' }), await ping({ host: '192.168.1.5', ...overTls })]).toEqual([plain, hosted]);
  });

  it('a trusted proxy’s headers decide the cookie’s attributes, and other headers do not', async () => {
    await site.reopen({ options: { trustedProxies: ['127.0.0.1'], publicOrigin: 'http://localhost:8080' } });
    expect(await ping({ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'localhost' })).toBe(hosted);
    expect(await ping({ 'x-forwarded-host': 'guide.example.org', ...overTls })).toBe(hosted);
    expect(await ping({ 'x-forwarded-proto': 'http', 'x-forwarded-host': 'localhost' })).toBe(plain);
  });
});

describe('a visit', () => {
  const site = openEachTest({ options: { profiles: [asking, silent] } });
  const chat = (told: object, cookie?: string) => site.gateway.post('/api/chat', chatBody({ visit: told }), cookie ? { cookie } : {});
  const openOther = () =>
    site.upstreams.onRecord(`/rest-api/v2/museums/${otherMuseumId}/exhibitions/${foreignExhibitionId}`, {
      data: { ...exhibitionRecord, _id: foreignExhibitionId },
    });
  const askedChats = () => site.upstreams.heard.filter(({ path }) => path === chatPath).map(({ body }) => JSON.parse(body));

  it('a visit is valid for one museum; another museum starts a new visit without the first visit’s chat', async () => {
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

  it('a visit stores the visitor’s consent to recordings where the museum asks, and is signed again when the consent changes', async () => {
    const first = await site.gateway.post('/api/visits/ping', { museumId });
    const second = await chat({ ...visit, answers: agreed }, cookieOf(first));
    const { id } = sealedIn(first) ?? {};
    expect(sealedIn(first)).toEqual({ id: expect.any(String), museum: museumId, consent: 'unasked' });
    expect(sealedIn(second)).toEqual({ id, museum: museumId, consent: 'agreed' });
    expect(sealedIn(await chat({ ...visit, answers: agreed }, cookieOf(second)))).toBeUndefined();
    expect(sealedIn(await site.gateway.post('/api/visits/ping', { museumId }, { cookie: cookieOf(second) }))).toBeUndefined();
    expect(sealedIn(await chat({ ...visit, answers: declined }, cookieOf(second)))?.consent).toBe('declined');
    expect(sealedIn(await chat(visit, cookieOf(second)))?.consent).toBe('unasked');
    openOther();
    expect(sealedIn(await chat({ ...elsewhere, answers: agreed }))?.consent).toBe('unasked');
  });

  it.each([
    ['agreed', agreed, true],
    ['declined', declined, false],
    ['has not answered', {}, false],
  ])('the platform analyses chats only with consent: a visitor who %s', async (_, answers, isKept) => {
    await chat({ ...visit, answers });
    const [{ assistantOverrides }] = askedChats();
    expect([assistantOverrides.analysisPlan === undefined, assistantOverrides.artifactPlan === undefined]).toEqual([isKept, isKept]);
  });

  it('a visit reaches neither the call nor the chat of another visit, also of the same person at another museum', async () => {
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
