import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { hostileAddresses } from '../../conversation/testing/hostile-addresses.ts';
import { anyText } from '../../kit/testing/any-text.ts';
import { pickLink } from './parse-markdown.ts';

const hosts = ['museum.example', 'tickets.museum.example'];

describe('an address an answer may lead to', () => {
  it.each([
    ['https://museum.example', 'https://museum.example/'],
    ['https://museum.example/hours?day=mo#today', 'https://museum.example/hours?day=mo#today'],
    ['HTTPS://Museum.Example/Führung', 'https://museum.example/F%C3%BChrung'],
    ['https://tickets.museum.example/a_(b)', 'https://tickets.museum.example/a_(b)'],
  ])('%s', (written, href) => expect(pickLink(written, hosts)).toBe(href));
});

describe('an address it may not lead to', () => {
  it.each(hostileAddresses.map((address) => [address]))('%j', (address) => expect(pickLink(address, ['museum.example'])).toBeUndefined());

  it('any, at a museum that names no host', () => expect(pickLink('https://museum.example/', [])).toBeUndefined());

  it('whatever is put between the scheme and the host, or behind it', () => {
    const piece = anyText({ maxLength: 6 });
    fc.assert(
      fc.property(piece, piece, piece, (before, within, after) => {
        const url = pickLink(`${before}https://${within}museum.example${after}`, hosts);
        if (url === undefined) return;
        const { protocol, hostname, port, username, password } = new URL(url);
        expect({ protocol, port, username, password }).toEqual({ protocol: 'https:', port: '', username: '', password: '' });
        expect(hosts).toContain(hostname);
      }),
    );
  });
});
