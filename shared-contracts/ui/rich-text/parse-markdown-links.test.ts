import { expect, it } from '@rstest/core';
import { hostileAddresses } from '../../conversation/testing/hostile-addresses.ts';
import { anyText } from '../../kit/testing/any-text.ts';
import { forAll } from '../../kit/testing/for-all.ts';
import { pickLink } from './parse-markdown.ts';

const hosts = ['museum.example', 'tickets.museum.example'];

it.each([
  ['https://museum.example', 'https://museum.example/'],
  ['https://museum.example/hours?day=mo#today', 'https://museum.example/hours?day=mo#today'],
  ['HTTPS://Museum.Example/Führung', 'https://museum.example/F%C3%BChrung'],
  ['https://tickets.museum.example/a_(b)', 'https://tickets.museum.example/a_(b)'],
])('pickLink() allows %s', (written, href) => expect(pickLink(written, hosts)).toBe(href));

it.each(hostileAddresses.map((address) => [address]))('pickLink() refuses %j', (address) =>
  expect(pickLink(address, ['museum.example'])).toBeUndefined(),
);

it('pickLink() refuses every address if the museum names no host', () => expect(pickLink('https://museum.example/', [])).toBeUndefined());

it('pickLink() returns https addresses of named hosts alone, whatever surrounds the host', () => {
  const piece = anyText({ maxLength: 6 });
  forAll(piece, piece, piece, (before, within, after) => {
    const url = pickLink(`${before}https://${within}museum.example${after}`, hosts);
    if (url === undefined) return;
    const { protocol, hostname, port, username, password } = new URL(url);
    expect({ protocol, port, username, password }).toEqual({ protocol: 'https:', port: '', username: '', password: '' });
    expect(hosts).toContain(hostname);
  });
});
