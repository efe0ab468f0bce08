import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { dummyHash } from './password.ts';
import { createSessionCookie } from './session-cookie.ts';

const hour = 60 * 60_000;
const rossi = { name: 'm.rossi', password: dummyHash(''), museums: ['a'.repeat(24)] };
const other = { name: 'other', password: dummyHash(''), museums: '*' as const };
const accounts = [other, rossi];
const key = Buffer.alloc(32, 3);
const asked = (cookie?: string) => ({ headers: { cookie }, host: 'guide.example.org', ip: '203.0.113.9', protocol: 'https' }) as const;

function openStage() {
  let now = Date.UTC(2026, 0, 1);
  const session = createSessionCookie(() => [key], { now: () => now, after: () => () => {} });
  const cookieOf = (header: string) => header.split(';')[0] ?? '';
  return { session, open: (keep = false) => cookieOf(session.create(asked(), rossi, keep)), turn: (ms: number) => (now += ms) };
}

describe('a session', () => {
  it('is a cookie for this host alone, out of reach for scripts and for other sites', () => {
    const { session } = openStage();
    expect(session.create(asked(), rossi, false)).toMatch(/^__Host-operator=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(session.create(asked(), rossi, true)).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(session.removal(asked())).toBe('__Host-operator=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict');
    expect(session.create(asked(), rossi, false)).not.toBe(session.create(asked(), rossi, false));
  });

  it('lasts twelve hours, or thirty days when it is remembered', () => {
    const { session, open, turn } = openStage();
    const [short, long] = [open(), open(true)];
    turn(12 * hour - 1_000);
    expect([short, long].map((cookie) => session.find(asked(cookie), accounts)?.account.name)).toEqual(['m.rossi', 'm.rossi']);
    turn(1_000);
    expect([short, long].map((cookie) => session.find(asked(cookie), accounts)?.account.name)).toEqual([undefined, 'm.rossi']);
    turn(29.5 * 24 * hour);
    expect(session.find(asked(long), accounts)).toBeUndefined();
  });

  it('is over with the account, with its password, and with the key; a change of museums holds at once', () => {
    const { session, open } = openStage();
    const cookie = open();
    expect(session.find(asked(`visitorID=1; ${cookie}; museumID=2`), accounts)?.account).toBe(rossi);
    expect(session.find(asked(cookie), [{ ...rossi, museums: '*' }])?.account.museums).toBe('*');
    expect(session.find(asked(cookie), [other])).toBeUndefined();
    expect(session.find(asked(cookie), [{ ...rossi, password: dummyHash('') }])).toBeUndefined();
    const foreign = createSessionCookie(() => [Buffer.alloc(32, 4)], { now: () => Date.UTC(2026, 0, 1), after: () => () => {} });
    expect(foreign.find(asked(cookie), accounts)).toBeUndefined();
  });

  it('cannot be changed in any place, nor made from nothing', () => {
    const { session, open } = openStage();
    const cookie = open();
    const place = fc.integer({ min: '__Host-operator='.length, max: cookie.length - 2 });
    fc.assert(
      fc.property(place, fc.constantFrom(...'aZ09-_.'), (at, letter) => {
        fc.pre(cookie[at] !== letter);
        expect(session.find(asked(cookie.slice(0, at) + letter + cookie.slice(at + 1)), accounts)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(session.find(asked(text), accounts)).toBeUndefined();
        expect(session.find(asked(`__Host-operator=${text}`), accounts)).toBeUndefined();
      }),
    );
  });
});
