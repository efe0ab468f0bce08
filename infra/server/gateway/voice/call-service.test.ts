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

it.each([
  'http://phone-1.example.org/',
  'https://example.org.evil.test/',
  'https://evilexample.org/',
  'https://api.example.org@169.254.169.254/',
  'https://phone.example.org:8443/',
  'https://169.254.169.254/latest/meta-data',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://[::ffff:169.254.169.254]/',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://api.example.org./',
  'file:///etc/passwd',
])('the control address %s is refused', (address) => {
  expect(controlled('https://api.example.org', address)).toBeUndefined();
});

it.each([
  ['http://127.0.0.1:4100', 'https://9.0.0.1/'],
  ['http://127.0.0.1:4100', 'http://127.0.0.1:4101/'],
  ['https://platform.test', 'https://other.test/'],
  ['https://localhost', 'https://metadata.localhost/'],
])('a platform at %s may not have its calls controlled at %s', (vapiUrl, address) => {
  expect(controlled(vapiUrl, address)).toBeUndefined();
});
