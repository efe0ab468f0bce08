import { pinResultSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { expect, it } from '@rstest/core';
import { declarationOf } from '../testing/built-remote.ts';
import { belmonte, cathedral, screensOfEachTest } from './testing/routes-stage.ts';

const { stage, pin, refusalOfPin, leaveOut, refusalOfTakingIn, remotesAt } = screensOfEachTest();
const takeIn = (museum: string, name: string) => stage.ask('DELETE', `/museums/${museum}/left-out/${name}`);
const refusalOfLeaving = (museum: string, name: string) =>
  stage.refusal('refused', 'PUT', `/museums/${museum}/left-out/${name}`, { json: {} });
const publish = (name: string, change: object = {}, version = '1.0.0') =>
  stage.temporary.publish({ name, version, declaration: declarationOf(name, change) });
const namesAt = async (museum: string) => Object.keys(await remotesAt(museum));

it('a new screen’s declaration is in the set of the museums that pin the screen, and in no other set', async () => {
  await publish('poster', { later: { slots: 3 }, budget: { firstView: 9_000, all: 9_000 } });
  await pin(belmonte, 'poster');
  const { body } = await stage.ask('GET', `/museums/${belmonte}/set`);
  expect(body).toMatchObject({ remotes: { poster: { declaration: { routes: ['/poster'], later: { slots: 3 } } } } });
  expect(JSON.stringify(body)).not.toContain('budget');
  expect(await namesAt(cathedral)).not.toContain('poster');
});

it('publishing a screen without a declaration is refused, except for the built-in screens', async () => {
  await expect(stage.temporary.publish({ name: 'poster' })).rejects.toThrow(/has no declaration; build again/);
  expect(stage.temporary.registry().releaseSet('*').remotes['visit']?.declaration).toMatchObject({ conversation: 'voice' });
});

it('a screen’s declaration survives a restart and cannot change within a version', async () => {
  await publish('poster');
  await pin(belmonte, 'poster');
  await expect(publish('poster', { routes: ['/other'] })).rejects.toThrow(/published with other contents/);
  const reopened = await stage.temporary.reopen();
  expect(reopened.releaseSet(belmonte).remotes['poster']?.declaration).toEqual(declarationOf('poster'));
});

it.each([
  [
    'route',
    { routes: ['/sheet', '/visit'] },
    /has a screen at \/visit already, of visit; take another route for poster, or let the museum leave visit out\./,
  ],
  ['provided view', { provides: 'exhibition' }, /has a screen that provides "exhibition" already, of landing;/],
  ['kind of conversation', { conversation: 'text' }, /has a screen with a conversation by text already, of chat;/],
])('two screens of one museum cannot have the same %s', async (_, change, message) => {
  await publish('poster', change);
  expect(await refusalOfPin(belmonte, 'poster')).toMatch(message);
  expect(await refusalOfPin('*', 'poster')).toMatch(message);
  const json = { versions: { poster: '1.0.0' }, percent: 5 };
  expect(await stage.refusal('refused', 'POST', `/museums/${belmonte}/rollouts`, { json })).toMatch(message);
  const grant = { remote: 'poster', version: '1.0.0', museumId: belmonte, minutes: 5 };
  expect(await stage.refusal('refused', 'POST', '/grants', { json: grant })).toMatch(message);
});

it('two screens of one museum cannot have the same entry, also if one screen comes from the default', async () => {
  const entries = [{ id: 'sheet', place: 'menu', title: { en: 'A', de: 'A', fr: 'A' } }];
  await publish('poster', { entries });
  await publish('leaflet', { entries });
  await pin(belmonte, 'poster');
  const message = /has an entry "sheet" at menu already, of poster; take another id for leaflet/;
  expect(await refusalOfPin(belmonte, 'leaflet')).toMatch(message);
  expect(await refusalOfPin('*', 'leaflet')).toMatch(new RegExp(`Museum ${belmonte} ${message.source}`));
  expect((await pin(cathedral, 'leaflet')).status).toBe(200);
});

it('a screen may use the route of a left-out screen, which then cannot be taken in', async () => {
  await publish('besuch', { routes: ['/visit'], conversation: 'voice' });
  await leaveOut(belmonte, 'visit');
  expect((await pin(belmonte, 'besuch')).status).toBe(200);
  expect(await refusalOfTakingIn(belmonte, 'visit')).toMatch(/has a screen at \/visit already, of besuch/);
});

it('leaving a screen out removes the screen from the museum’s set with a new sequence until it is taken in', async () => {
  const before = (await stage.ask('GET', `/museums/${belmonte}/set`)).body as { sequence: number };
  const { sequence } = pinResultSchema.parse((await leaveOut(belmonte, 'tailoring')).body);
  expect(sequence).toBeGreaterThan(before.sequence);
  expect(await namesAt(belmonte)).toEqual(['chat', 'landing', 'operator', 'visit']);
  expect(await namesAt(cathedral)).toContain('tailoring');
  expect(pinResultSchema.parse((await leaveOut(belmonte, 'tailoring')).body).sequence).toBe(sequence);
  expect((await takeIn(belmonte, 'tailoring')).status).toBe(200);
  expect(await namesAt(belmonte)).toContain('tailoring');
  await stage.refusal('not-found', 'DELETE', `/museums/${belmonte}/left-out/tailoring`);
});

it('a left-out screen is not in rollouts, but a grant still shows the screen', async () => {
  await stage.temporary.publish({ name: 'chat', version: '2.0.0' });
  const registry = stage.temporary.registry();
  await registry.startRollout({ museumId: '*', versions: { chat: '2.0.0' }, percent: 100, actor: 'tests' });
  await leaveOut(belmonte, 'chat');
  const recipient = { museumId: belmonte, visitorId: '7', grants: [], avoid: [], now: 0 };
  expect(registry.chooseSet(recipient).remotes['chat']).toBeUndefined();
  const { grant } = await registry.issueGrant({ museumId: belmonte, remote: 'chat', version: '2.0.0', minutes: 5, actor: 'tests' });
  expect(registry.chooseSet({ ...recipient, grants: [grant] }).remotes['chat']?.version).toBe('2.0.0');
});

it('leaving a screen out by default does not apply to a museum that pins the screen', async () => {
  await pin(belmonte, 'tailoring');
  await leaveOut('*', 'tailoring');
  expect([await namesAt(belmonte), await namesAt(cathedral)].map((names) => names.includes('tailoring'))).toEqual([true, false]);
});

it('leaving out the last screen of visitors, the console or an unknown screen is refused', async () => {
  expect(await refusalOfLeaving(belmonte, 'landing')).toMatch(
    /^Visitors of museum a+ have no other screen than landing; pin another screen first\.$/,
  );
  expect((await leaveOut(belmonte, 'visit')).status).toBe(200);
  expect((await leaveOut(belmonte, 'chat')).status).toBe(200);
  expect(await refusalOfLeaving('*', 'operator')).toMatch(/is for operators/);
  await stage.refusal('not-found', 'PUT', `/museums/${belmonte}/left-out/nothing`, { json: {} });
});

it('a left-out screen survives a restart and is in the overview and the audit log', async () => {
  await leaveOut(belmonte, 'tailoring');
  const { body } = await stage.ask('GET', '/overview');
  const { museums } = body as { museums: { museumId: string; leftOut?: string[] }[] };
  expect(museums.find(({ museumId }) => museumId === belmonte)?.leftOut).toEqual(['tailoring']);
  const { records } = (await stage.ask('GET', '/audit')).body as { records: { action: string; payload: object }[] };
  expect(records.at(-1)).toMatchObject({ action: 'screen-left-out', payload: { museumId: belmonte, name: 'tailoring' } });
  const reopened = await stage.temporary.reopen();
  expect(Object.keys(reopened.releaseSet(belmonte).remotes)).not.toContain('tailoring');
});
