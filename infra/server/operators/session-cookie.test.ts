import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { decoyOf } from './password.ts';
import { createSessionSeal } from './session-cookie.ts';

const hour = 60 * 60_000;
const rossi = { name: 'm.rossi', password: decoyOf(''), museums: ['a'.repeat(24)] };
const other = { name: 'other', password: decoyOf(''), museums: '*' as const };
const accounts = [other, rossi];
const key = Buffer.alloc(32, 3);

function openStage() {
  let now = Date.UTC(2026, 0, 1);
  const seal = createSessionSeal(key, { now: () => now, after: () => () => {} });
  const cookieOf = (header: string) => header.split(';')[0] ?? '';
  return { seal, open: (keep = false) => cookieOf(seal.open(rossi, keep)), turn: (ms: number) => (now += ms) };
}

describe('a session', () => {
  it('is a cookie for this host alone, out of reach for scripts and for other sites', () => {
    const { seal } = openStage();
    expect(seal.open(rossi, false)).toMatch(/^__Host-operator=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(seal.open(rossi, true)).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(seal.closed).toBe('__Host-operator=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict');
    expect(seal.open(rossi, false)).not.toBe(seal.open(rossi, false));
  });

  it('lasts twelve hours, or thirty days when it is kept', () => {
    const { seal, open, turn } = openStage();
    const [short, kept] = [open(), open(true)];
    turn(12 * hour - 1_000);
    expect([short, kept].map((cookie) => seal.find(cookie, accounts)?.name)).toEqual(['m.rossi', 'm.rossi']);
    turn(1_000);
    expect([short, kept].map((cookie) => seal.find(cookie, accounts)?.name)).toEqual([undefined, 'm.rossi']);
    turn(29.5 * 24 * hour);
    expect(seal.find(kept, accounts)).toBeUndefined();
  });

  it('is over with the account, with its password, and with the key; a change of museums holds at once', () => {
    const { seal, open } = openStage();
    const cookie = open();
    expect(seal.find(`visitorID=1; ${cookie}; museumID=2`, accounts)).toBe(rossi);
    expect(seal.find(cookie, [{ ...rossi, museums: '*' }])?.museums).toBe('*');
    expect(seal.find(cookie, [other])).toBeUndefined();
    expect(seal.find(cookie, [{ ...rossi, password: decoyOf('') }])).toBeUndefined();
    const foreign = createSessionSeal(Buffer.alloc(32, 4), { now: () => Date.UTC(2026, 0, 1), after: () => () => {} });
    expect(foreign.find(cookie, accounts)).toBeUndefined();
  });

  it('cannot be changed in any place, nor made from nothing', () => {
    const { seal, open } = openStage();
    const cookie = open();
    const place = fc.integer({ min: '__Host-operator='.length, max: cookie.length - 2 });
    fc.assert(
      fc.property(place, fc.constantFrom(...'aZ09-_.'), (at, letter) => {
        fc.pre(cookie[at] !== letter);
        expect(seal.find(cookie.slice(0, at) + letter + cookie.slice(at + 1), accounts)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(seal.find(text, accounts)).toBeUndefined();
        expect(seal.find(`__Host-operator=${text}`, accounts)).toBeUndefined();
      }),
    );
  });
});
