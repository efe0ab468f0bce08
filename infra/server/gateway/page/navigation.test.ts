import { describe, expect, it } from '@rstest/core';
import { museumId, otherMuseumId } from '../testing/samples.ts';
import { createNavigations } from './page.ts';

const url = `/?museum=${museumId}`;

describe('what a request says of its page', () => {
  it('what a request says of its page is read once for all who say the same, whatever their number and their visit are', () => {
    const read = createNavigations();
    const first = read({ url, headers: {} });
    expect(first).toMatchObject({ path: '/', museumId, choice: { grants: [], avoid: [] }, languages: { accepted: 'en' } });
    expect(read({ url, headers: { cookie: 'visitorID=0123456789abcdef; __Host-visit=a.b' } })).toBe(first);
  });

  it.each([
    ['another address', { url: `${url}&premium=true`, headers: {} }],
    ['a language that was chosen', { url, headers: { cookie: 'a=b; language=fr' } }],
    ['a language of the browser', { url, headers: { 'accept-language': 'de' } }],
    ['a version that failed', { url, headers: { cookie: 'avoidedVersions=visit%401.9.0' } }],
    ['a museum that was visited', { url: '/', headers: { cookie: `museumID=${otherMuseumId}` } }],
  ])('what a request says of its page differs by %s', (_, request) => {
    const read = createNavigations();
    expect(read(request)).not.toEqual(read({ url, headers: {} }));
    expect(read(request)).toBe(read(request));
  });

  it('what a request says of its page that is very long is read each time', () => {
    const read = createNavigations();
    const long = { url: `${url}&x=${'x'.repeat(1_000)}`, headers: {} };
    expect(read(long)).not.toBe(read(long));
    expect(read(long)).toEqual(read({ url, headers: {} }));
  });
});
