import { createTurnedClock } from '@enfilade/platform/testing/turned-clock';
import { forAllAsync } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createSignedCookie } from '../http/signed-cookie.ts';
import { createMemoryState } from '../shared-state/shared-state.ts';
import type { Account } from './accounts.ts';
import { dummyHash } from './password.ts';
import { createSessions, type SessionOwner } from './sessions.ts';

const hour = 60 * 60_000;
const rossi = { name: 'm.rossi', password: dummyHash(''), museums: ['a'.repeat(24)] };
const other = { name: 'other', password: dummyHash(''), museums: '*' as const };
const asked = (cookie?: string) => ({ headers: { cookie }, host: 'guide.example.org', ip: '203.0.113.9', protocol: 'https' }) as const;

function openStage() {
  const clock = createTurnedClock();
  const kept = createMemoryState({ clock });
  let accounts: readonly Account[] = [other, rossi];
  const openSessions = (key = 3) =>
    createSessions({ kept, accounts: { current: async () => accounts }, keys: () => [Buffer.alloc(32, key)], publicOrigin: undefined });
  const sessions = openSessions();
  const open = async (keep = false, owner: SessionOwner = rossi) => (await sessions.open(asked(), owner, keep)).split(';')[0] ?? '';
  const nameOf = async (cookie: string) => (await sessions.find(asked(cookie)))?.name;
  const write = (changed: readonly Account[]) => {
    accounts = changed;
  };
  return { sessions, openSessions, open, nameOf, turn: clock.turn, write };
}

it('a session’s cookie is HttpOnly, Secure, SameSite=Strict and for this host alone', async () => {
  const { sessions, open } = openStage();
  expect(await sessions.open(asked(), rossi, false)).toMatch(/^__Host-operator=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  expect(await sessions.open(asked(), rossi, true)).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  expect(sessions.removal(asked())).toBe('__Host-operator=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict');
  expect(await open()).not.toBe(await open());
});

it('a session refuses the signature of another cookie with the same key', async () => {
  const { open, nameOf } = openStage();
  const cookie = await open();
  const id = cookie.slice(cookie.indexOf('=') + 1).split('.')[0] ?? '';
  const oidc = createSignedCookie({ name: 'oidc', sameSite: 'Lax', keys: () => [Buffer.alloc(32, 3)], publicOrigin: undefined });
  const [signed = ''] = oidc.header(asked(), id, {}).split(';');
  expect(await nameOf(cookie)).toBe('m.rossi');
  expect(await nameOf(signed.replace('oidc', 'operator'))).toBeUndefined();
});

it('a session lasts twelve hours, or thirty days if it is remembered', async () => {
  const { open, nameOf, turn } = openStage();
  const [short, long] = [await open(), await open(true)];
  turn(12 * hour - 1_000);
  expect([await nameOf(short), await nameOf(long)]).toEqual(['m.rossi', 'm.rossi']);
  turn(1_000);
  expect([await nameOf(short), await nameOf(long)]).toEqual([undefined, 'm.rossi']);
  turn(29.5 * 24 * hour);
  expect(await nameOf(long)).toBeUndefined();
});

it('a session ends with a logout, a removed account, a new password or a new key, and takes over changed museums', async () => {
  const { sessions, openSessions, open, nameOf, write } = openStage();
  const cookie = await open();
  expect(await nameOf(`visitorID=1; ${cookie}; museumID=2`)).toBe('m.rossi');
  write([{ ...rossi, museums: '*' }]);
  expect((await sessions.find(asked(cookie)))?.museums).toBe('*');
  write([other]);
  expect(await nameOf(cookie)).toBeUndefined();
  write([{ ...rossi, password: dummyHash('') }]);
  expect(await nameOf(cookie)).toBeUndefined();
  write([rossi]);
  expect(await openSessions(4).find(asked(cookie))).toBeUndefined();
  await (await openSessions().find(asked(cookie)))?.end();
  expect(await nameOf(cookie)).toBeUndefined();
});

it('a session without an account keeps the museums of its login', async () => {
  const { sessions, open, write } = openStage();
  const cookie = await open(false, { name: 'ines', museums: rossi.museums });
  write([]);
  expect(await sessions.find(asked(cookie))).toMatchObject({ name: 'ines', museums: rossi.museums });
});

it('a session’s cookie with any changed character, and any invented cookie, is refused', async () => {
  const { open, nameOf } = openStage();
  const cookie = await open();
  const place = fc.integer({ min: '__Host-operator='.length, max: cookie.length - 2 });
  await forAllAsync(place, fc.constantFrom(...'aZ09-_.'), async (at, letter) => {
    fc.pre(cookie[at] !== letter);
    expect(await nameOf(cookie.slice(0, at) + letter + cookie.slice(at + 1))).toBeUndefined();
  });
  await forAllAsync(fc.string({ maxLength: 300 }), async (text) => {
    expect(await nameOf(text)).toBeUndefined();
    expect(await nameOf(`__Host-operator=${text}`)).toBeUndefined();
  });
});
