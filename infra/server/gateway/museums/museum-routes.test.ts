import { randomBytes } from 'node:crypto';
import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { exhibitionResponseSchema, museumResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { releaseSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { expect, it } from '@rstest/core';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionId, foreignExhibitionId, museumId, otherMuseumId, unknownId, unsignedSet } from '../testing/samples.ts';
import { museumPath } from '../testing/scripted-upstreams.ts';

const site = openEachTest();

const expectRefusal = async (url: string, status: number, code: string) => {
  const answer = await site.gateway.get(url);
  expect([answer.status, gatewayErrorSchema.parse(answer.json()).code]).toEqual([status, code]);
};

it('a museum comes with the public part of its profile', async () => {
  const answer = await site.gateway.get(`/api/museums/${museumId}`);
  const { museum, profile } = museumResponseSchema.parse(answer.json());
  expect([museum.name, profile.questions, profile.guideName]).toEqual(['Sample <House>', ['time', 'goals'], 'Clara']);
  expect(answer.text).not.toMatch(/provider|wallCode|HOUSE|settingsFile/);
});

it('an exhibition comes with its pronunciations, without prompt and assistant', async () => {
  const answer = await site.gateway.get(`/api/museums/${museumId}/exhibitions/${exhibitionId}`);
  expect(exhibitionResponseSchema.parse(answer.json()).exhibition.pronunciations).toHaveLength(1);
  expect(answer.text).not.toMatch(/asst|prompt|assistant|firstMessage/);
});

it.each([`/api/museums/${museumId}`, `/api/museums/${museumId}/exhibitions/${exhibitionId}`, `/api/compositions/${museumId}`])(
  '%s comes with Brotli, and as 304 if the client has it already',
  async (url) => {
    const { text, headers } = await site.gateway.get(url);
    const packed = await site.gateway.get(url, { 'accept-encoding': 'br' });
    expect([packed.headers['content-encoding'], packed.headers['etag'], packed.text]).toEqual(['br', headers['etag'], text]);
    const again = await site.gateway.get(url, { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
  },
);

it('a known and an unknown museum get the release set', async () => {
  for (const id of [museumId, unknownId]) {
    const answer = await site.gateway.get(`/api/compositions/${id}`);
    expect(releaseSetSchema.parse(answer.json())).toMatchObject({ museumId: id, sequence: 7, remotes: unsignedSet.remotes });
  }
  expect(site.upstreams.heard).toEqual([]);
});

it('a release set has one language’s texts if the request names a language, and all files otherwise', async () => {
  const filesOf = async (query: string) => {
    const { remotes } = releaseSetSchema.parse((await site.gateway.get(`/api/compositions/${museumId}${query}`)).json());
    return Object.keys(remotes['landing']?.integrity ?? {}).map((path) => path.replace(/^.*\//, ''));
  };
  const first = ['remoteEntry.js', 'screen.1.js', 'screen.1.css'];
  expect(await filesOf('?language=en')).toEqual([...first, 'texts-en.1.js']);
  expect(await filesOf('?language=fr')).toEqual(first);
  expect(await filesOf('')).toEqual([...first, 'texts-de.1.js', 'texts-en.1.js', 'speech.1.js']);
  await expectRefusal(`/api/compositions/${museumId}?language=xx`, 400, 'malformed');
});

it('a museum is found by its code in upper or lower case', async () => {
  expect((await site.gateway.get('/api/museums?code=hoUse')).json()).toEqual({ museumId });
  await expectRefusal('/api/museums?code=NOPE', 404, 'museum-not-found');
  await expectRefusal('/api/museums', 400, 'malformed');
});

it('parallel and later requests for a museum make one call, until its record is five minutes old', async () => {
  const museum = () => site.gateway.get(`/api/museums/${museumId}`);
  await Promise.all(Array.from({ length: 20 }, museum));
  await museum();
  expect(site.upstreams.count(museumPath)).toBe(1);
  site.gateway.clock.turn(5 * 60_000 + 1);
  site.upstreams.onRecord(museumPath, { _id: museumId, name: 'Renamed' });
  expect((await museum()).json<{ museum: { name: string } }>().museum.name).toBe('Renamed');
});

it('an unknown museum makes one call to the middleware in 30 s, for any number of requests and routes', async () => {
  site.gateway.clock.stop();
  const ids = Array.from({ length: 20 }, () => randomBytes(12).toString('hex'));
  const calls = () => site.upstreams.heard.filter(({ path }) => ids.includes(path.replace('/rest-api/v2/museums/', ''))).length;
  await Promise.all([...ids, ...ids, ...ids].map((id) => expectRefusal(`/api/museums/${id}`, 404, 'museum-not-found')));
  expect(calls()).toBe(20);
  for (const address of ['/?museum=', '/media/scenes/', '/api/compositions/', '/api/museums/'])
    for (const id of ids) await site.gateway.get(address === '/media/scenes/' ? `${address}${id}/library/positive.svg` : address + id);
  site.gateway.clock.turn(29_000);
  await expectRefusal(`/api/museums/${ids[0]}`, 404, 'museum-not-found');
  expect(calls()).toBe(20);
  site.gateway.clock.turn(2_000);
  await expectRefusal(`/api/museums/${ids[0]}`, 404, 'museum-not-found');
  expect(calls()).toBe(21);
});

it('an exhibition is found only at its own museum', async () => {
  await expectRefusal(`/api/museums/${museumId}/exhibitions/${foreignExhibitionId}`, 404, 'exhibition-not-found');
  await expectRefusal(`/api/museums/${otherMuseumId}/exhibitions/${exhibitionId}`, 404, 'exhibition-not-found');
});
