import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { questionIds } from '../museum/question-ids.ts';
import { parsePath } from './arrival.ts';
import { formatGroupCode, groupCodeCharacters, groupCodeLength, parseGroupCode } from './group-code.ts';
import { formatVisitAddress, parseVisitAddress } from './visit-address.ts';
import type { VisitCookies } from './visit-cookies.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const otherMuseumId = '6610a1b2c3d4e5f601000002';
const exhibitionId = '6610a1b2c3d4e5f602000001';
const cookies: VisitCookies = { museumId, exhibitionId, answers: { voice: ['voice.leonhard'] } };
const read = (search: string, stored: VisitCookies = cookies) => parseVisitAddress(new URLSearchParams(search), stored);

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 24, maxLength: 24 });
const id = hex.map((text) => text.toLowerCase());
const anyCookies = fc.oneof(
  fc.constant<VisitCookies>({ answers: {} }),
  fc.record({ museumId: id, exhibitionId: fc.option(id, { nil: undefined }), answers: fc.constantFrom({}, cookies.answers) }),
);

const groupCode = fc.string({ unit: fc.constantFrom(...groupCodeCharacters), minLength: groupCodeLength, maxLength: groupCodeLength });

it('a group’s code is read in any spelling, and other text is not a code', () => {
  forAll(groupCode, (code) => {
    for (const typed of [code, code.toLowerCase(), formatGroupCode(code), ` ${code.slice(0, 4)} ${code.slice(4)} `])
      expect(read(`?follow=${encodeURIComponent(typed)}`).groupCode).toBe(code);
  });
  forAll(fc.string(), (text) => expect(parseGroupCode(text) ?? 'ABCD2345').toMatch(/^[2-9A-HJ-NP-Z]{8}$/));
  for (const text of ['', 'ABCD234', 'ABCD234O', 'ABCD2345X']) expect(read(`?follow=${text}`)).not.toHaveProperty('groupCode');
});

it('kiosk=1 starts a kiosk, kiosk=0 ends a kiosk, and other values do neither', () => {
  expect(['1', '0', 'true', ''].map((text) => read(`?kiosk=${text}`).wantsKiosk)).toEqual([true, false, undefined, undefined]);
  expect(formatVisitAddress({ path: '/', wantsPremium: false, museumId, wantsKiosk: true })).toBe(`/?museum=${museumId}&kiosk=1`);
});

it('a written address reads back with the same values, and parsePath() ignores closing slashes', () => {
  expect(['/visit/', '/visit//', '/', '//'].map(parsePath)).toEqual(['/visit', '/visit', '/', '/']);
  const parts = fc.record({
    path: fc.constantFrom('/', '/visit', '/poster'),
    museumId: fc.option(id, { nil: undefined }),
    exhibitionId: fc.option(id, { nil: undefined }),
    question: fc.option(fc.constantFrom(...questionIds), { nil: undefined }),
    wantsPremium: fc.boolean(),
    groupCode,
  });
  forAll(parts, ({ path, ...query }) => {
    const { pathname, searchParams } = new URL(formatVisitAddress({ path, ...query }), 'https://guide.example');
    expect(parsePath(pathname)).toBe(path);
    expect(parseVisitAddress(searchParams, { answers: {} })).toMatchObject(query);
  });
});

it('a museum’s id is read in any letter case, whatever the cookies hold', () => {
  forAll(hex, anyCookies, (museum, stored) => {
    expect(read(`?museum=${museum}`, stored).museumId).toBe(museum.toLowerCase());
    expect(read(`?museum=${museum}`, stored)).toEqual(read(`?museum=${museum.toLowerCase()}`, stored));
  });
});

it.each([
  ['12', 12],
  ['9999', 9999],
  ['0', undefined],
  ['12345', undefined],
  ['1e3', undefined],
  ['-4', undefined],
])('object=%s as the number of a label', (object, number) => {
  expect(read(`?object=${object}`, { answers: {} }).objectNumber).toBe(number);
});

it('any address is read without an error and gives well-formed ids or none', () => {
  forAll(fc.string(), anyCookies, (search, stored) => {
    const visit = read(search, stored);
    for (const each of [visit.museumId, visit.exhibitionId]) if (each !== undefined) expect(each).toMatch(/^[0-9a-f]{24}$/);
  });
});

it('answers and exhibition of another museum’s cookies are dropped', () => {
  forAll(fc.oneof(hex, fc.string()), anyCookies, (museum, stored) => {
    const visit = read(`?${new URLSearchParams({ museum })}`, stored);
    if (visit.museumId === stored.museumId) return;
    expect([visit.exhibitionId, visit.answers]).toEqual([undefined, {}]);
  });
});

it('an address without a museum takes museum, exhibition and answers from the cookies', () => {
  expect(read('')).toMatchObject({ ...cookies, hasMalformedMuseum: false });
  expect(read('', { answers: {} })).toMatchObject({ museumId: undefined, hasMalformedMuseum: false });
});

it.each(['belmonte', ''])('an invalid museum id (%s) drops the stored museum and sets hasMalformedMuseum', (museum) => {
  const dropped = { museumId: undefined, exhibitionId: undefined, answers: {}, hasMalformedMuseum: true };
  expect(read(`?museum=${museum}`)).toMatchObject(dropped);
});

it('collection= chooses an exhibition of the stored or the named museum', () => {
  const other = '6610A1B2C3D4E5F602000002';
  expect(read(`?collection=${other}`)).toMatchObject({ museumId, exhibitionId: other.toLowerCase(), answers: cookies.answers });
  expect(read(`?museum=${otherMuseumId}&collection=${other}`)).toMatchObject({ exhibitionId: other.toLowerCase(), answers: {} });
  expect(read('?collection=staircase')).toMatchObject({ exhibitionId });
});

it('question=, premium=true and code are read from the address', () => {
  expect(read('?question=voice&premium=true&code')).toMatchObject({ question: 'voice', wantsPremium: true, wantsCode: true });
  expect(read('?question=none&premium=1')).toMatchObject({ question: undefined, wantsPremium: false, wantsCode: false });
});
