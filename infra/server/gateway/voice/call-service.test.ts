import { expect, it } from '@rstest/core';
import { controlUrlOf } from './call-service.ts';

const controlled = (vapiUrl: string, controlUrl: string) =>
  controlUrlOf({ id: '5b0d3c4e-7a55-4f0c-9a4b-0a5e6a1c2d3f', monitor: { controlUrl } }, vapiUrl);

it.each([
  ['https://api.example.org', 'https://api.example.org/control/x'],
  ['https://api.example.org', 'https://phone-1.example.org/control/x'],
  ['https://api.example.org', 'https://eu.phone.example.org/control/x'],
  ['http://127.0.0.1:4100', 'http://127.0.0.1:4100/control/x'],
])('a platform at %s may have its calls controlled at %s', (vapiUrl, address) => {
  expect(controlled(vapiUrl, address)).toBe(address);
});

const hostile = 'example.org.evil.test evilexample.org api.example.org@169.254.169.254 phone.example.org:8443 169.254.169.254';
const numeric = '2852039166 0xa9fea9fe [::ffff:169.254.169.254] 127.0.0.1 localhost api.example.org.';

it.each([
  ...`${hostile} ${numeric}`.split(' ').map((host) => ['https://api.example.org', `https://${host}/`]),
  ['https://api.example.org', 'http://phone-1.example.org/'],
  ['https://api.example.org', 'file:///etc/passwd'],
  ['http://127.0.0.1:4100', 'https://9.0.0.1/'],
  ['http://127.0.0.1:4100', 'http://127.0.0.1:4101/'],
  ['https://platform.test', 'https://other.test/'],
  ['https://localhost', 'https://metadata.localhost/'],
])('a platform at %s may not have its calls controlled at %s', (vapiUrl = '', address = '') => {
  expect(controlled(vapiUrl, address)).toBeUndefined();
});
