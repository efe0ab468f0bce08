import { pinResultSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { describe, expect, it } from '@rstest/core';
import { ofEachTest } from '../../database/testing/of-each-test.ts';
import { declarationOf } from '../testing/built-remote.ts';
import { openStageOfScreens } from './testing/routes-stage.ts';

const belmonte = 'a'.repeat(24);
const cathedral = 'b'.repeat(24);
const stage = ofEachTest(openStageOfScreens, ({ end }) => end());

const pinPath = (museum: string, name: string) => `/museums/${museum}/pins/${name}`;
const first = { version: '1.0.0', expected: null };
const pin = (museum: string, name: string) => stage.ask('PUT', pinPath(museum, name), { json: first });
const refusalOfPin = (museum: string, name: string) => stage.refusal('refused', 'PUT', pinPath(museum, name), { json: first });
const leaveOut = (museum: string, name: string) => stage.ask('PUT', `/museums/${museum}/left-out/${name}`, { json: {} });
const takeIn = (museum: string, name: string) => stage.ask('DELETE', `/museums/${museum}/left-out/${name}`);
const refusalOfLeaving = (museum: string, name: string) =>
  stage.refusal('refused', 'PUT', `/museums/${museum}/left-out/${name}`, { json: {} });
const publish = (name: string, change: object = {}, version = '1.0.0') =>
  stage.temporary.publish({ name, version, declaration: declarationOf(name, change) });
const namesAt = async (museum: string) => {
  const { body } = await stage.ask('GET', `/museums/${museum}/set`);
  return Object.keys((body as { remotes: object }).remotes);
};

describe('a screen that is new', () => {
  it('travels in the set as it declares itself, where it is pinned and nowhere else', async () => {
    await publish('poster', { later: { slots: 3 }, budget: { firstView: 9_000, all: 9_000 } });
    await pin(belmonte, 'poster');
    const { body } = await stage.ask('GET', `/museums/${belmonte}/set`);
    expect(body).toMatchObject({ remotes: { poster: { declaration: { routes: ['/poster'], later: { slots: 3 } } } } });
    expect(JSON.stringify(body)).not.toContain('budget');
    expect(await namesAt(cathedral)).not.toContain('poster');
  });

  it('has a declaration, unless its name says what it meant before there were any', async () => {
    await expect(stage.temporary.publish({ name: 'poster' })).rejects.toThrow(/does not say what screen it is; write its declaration/);
    expect(stage.temporary.registry().releaseSet('*').remotes['visit']?.declaration).toMatchObject({ conversation: 'voice' });
  });

  it('keeps its declaration over a restart, and never changes it under one version', async () => {
    await publish('poster');
    await pin(belmonte, 'poster');
    await expect(publish('poster', { routes: ['/other'] })).rejects.toThrow(/published with other contents/);
    const reopened = await stage.temporary.reopen();
    expect(reopened.releaseSet(belmonte).remotes['poster']?.declaration).toEqual(declarationOf('poster'));
  });
});

describe('two screens of one museum', () => {
  it.each([
    [
      'a route',
      { routes: ['/sheet', '/visit'] },
      /has a screen at \/visit already, of visit; take another route for poster, or let the museum leave visit out\./,
    ],
    ['what is provided', { provides: 'exhibition' }, /has a screen that provides "exhibition" already, of landing;/],
    ['a kind of conversation', { conversation: 'text' }, /has a screen with a conversation by text already, of chat;/],
  ])('do not share %s', async (_, change, message) => {
    await publish('poster', change);
    expect(await refusalOfPin(belmonte, 'poster')).toMatch(message);
    expect(await refusalOfPin('*', 'poster')).toMatch(message);
    const json = { versions: { poster: '1.0.0' }, percent: 5 };
    expect(await stage.refusal('refused', 'POST', `/museums/${belmonte}/rollouts`, { json })).toMatch(message);
    const grant = { remote: 'poster', version: '1.0.0', museumId: belmonte, minutes: 5 };
    expect(await stage.refusal('refused', 'POST', '/grants', { json: grant })).toMatch(message);
  });

  it('do not share an entry, also where the default would bring the other', async () => {
    const entries = [{ id: 'sheet', place: 'menu', title: { en: 'A', de: 'A', fr: 'A' } }];
    await publish('poster', { entries });
    await publish('leaflet', { entries });
    await pin(belmonte, 'poster');
    const message = /has an entry "sheet" at menu already, of poster; take another id for leaflet/;
    expect(await refusalOfPin(belmonte, 'leaflet')).toMatch(message);
    expect(await refusalOfPin('*', 'leaflet')).toMatch(new RegExp(`Museum ${belmonte} ${message.source}`));
    expect((await pin(cathedral, 'leaflet')).status).toBe(200);
  });

  it('may have the place of one that the museum leaves out, which then cannot come back', async () => {
    await publish('besuch', { routes: ['/visit'], conversation: 'voice' });
    await leaveOut(belmonte, 'visit');
    expect((await pin(belmonte, 'besuch')).status).toBe(200);
    const message = await stage.refusal('refused', 'DELETE', `/museums/${belmonte}/left-out/visit`);
    expect(message).toMatch(/has a screen at \/visit already, of besuch/);
  });
});

describe('leaving a screen out', () => {
  it('takes it from the museum’s visitors under a new number, until it is taken in again', async () => {
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

  it('holds for rollouts too, and not for who has a grant of it', async () => {
    await stage.temporary.publish({ name: 'chat', version: '2.0.0' });
    const registry = stage.temporary.registry();
    await registry.startRollout({ museumId: '*', versions: { chat: '2.0.0' }, percent: 100, actor: 'tests' });
    await leaveOut(belmonte, 'chat');
    const recipient = { museumId: belmonte, visitorId: '7', grants: [], avoid: [], now: 0 };
    expect(registry.chooseSet(recipient).remotes['chat']).toBeUndefined();
    const { grant } = await registry.issueGrant({ museumId: belmonte, remote: 'chat', version: '2.0.0', minutes: 5, actor: 'tests' });
    expect(registry.chooseSet({ ...recipient, grants: [grant] }).remotes['chat']?.version).toBe('2.0.0');
  });

  it('by default holds where a museum does not pin it itself', async () => {
    await pin(belmonte, 'tailoring');
    await leaveOut('*', 'tailoring');
    expect([await namesAt(belmonte), await namesAt(cathedral)].map((names) => names.includes('tailoring'))).toEqual([true, false]);
  });

  it('is refused where visitors would find nothing, and of what operators work with', async () => {
    expect(await refusalOfLeaving(belmonte, 'landing')).toMatch(/visitors of museum a+ would find nothing/);
    expect((await leaveOut(belmonte, 'visit')).status).toBe(200);
    expect((await leaveOut(belmonte, 'chat')).status).toBe(200);
    expect(await refusalOfLeaving('*', 'operator')).toMatch(/is for operators/);
    await stage.refusal('not-found', 'PUT', `/museums/${belmonte}/left-out/nothing`, { json: {} });
  });

  it('stays over a restart, and is in the overview and the audit log', async () => {
    await leaveOut(belmonte, 'tailoring');
    const { body } = await stage.ask('GET', '/overview');
    const { museums } = body as { museums: { museumId: string; leftOut?: string[] }[] };
    expect(museums.find(({ museumId }) => museumId === belmonte)?.leftOut).toEqual(['tailoring']);
    const { records } = (await stage.ask('GET', '/audit')).body as { records: { action: string; payload: object }[] };
    expect(records.at(-1)).toMatchObject({ action: 'screen-left-out', payload: { museumId: belmonte, name: 'tailoring' } });
    const reopened = await stage.temporary.reopen();
    expect(Object.keys(reopened.releaseSet(belmonte).remotes)).not.toContain('tailoring');
  });
});
