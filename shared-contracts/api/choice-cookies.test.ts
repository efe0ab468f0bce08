import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { anyText } from '../kit/testing/any-text.ts';
import { forAll } from '../kit/testing/for-all.ts';
import { formatGrants, maxBlockedVersions, maxGrants, parseBlockedVersions, parseGrantId, parseGrants } from './choice-cookies.ts';

const id = '6f1c1f8e-4c1b-4a6e-9d53-0a5d2f1c7b10';
const version = fc.record({
  remote: fc.constantFrom('visit', 'chat', 'constructor'),
  version: fc.constantFrom('1.9.0', '2.0.0-dev.1a2b3c4d'),
});
const written = (all: readonly { remote: string; version: string }[]) => all.map(({ remote, version }) => `${remote}@${version}`).join(',');

it('the grants cookie is read back as formatted, up to the limit of grants', () => {
  forAll(fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 6 }), (ids) =>
    expect(parseGrants(`museumID=x; grants=${formatGrants(ids)}`)).toEqual(ids.slice(0, maxGrants)),
  );
  expect(formatGrants([])).toBeUndefined();
});

it('parseGrants() reads the first grants cookie with a valid id and drops invalid ids', () => {
  expect(parseGrants(`grants=; grants=nothing.here; grants=x.${id}..${id.slice(1)}; grants=${crypto.randomUUID()}`)).toEqual([id]);
  expect(parseGrants(`grants=${Array.from({ length: 1_000 }, () => id).join('.')}`)).toHaveLength(maxGrants);
});

it('parseGrantId() reads an id in capitals from an address and refuses anything else', () => {
  expect([parseGrantId(id.toUpperCase()), parseGrantId(`${id} `), parseGrantId(null)]).toEqual([id, undefined, undefined]);
});

it('the blocked versions are read back as written, encoded or not, up to the limit', () => {
  forAll(fc.array(version, { maxLength: 10 }), (all) => {
    for (const value of [written(all), encodeURIComponent(written(all))])
      expect(parseBlockedVersions(`avoidedVersions=${value}; grants=${id}`)).toEqual(all.slice(0, maxBlockedVersions));
  });
});

it('parseBlockedVersions() drops each invalid entry and keeps the valid entries', () => {
  const pieces = [
    ...['visit@1.9.0', '__proto__@1.0.0', '%', 'visit@latest', 'visit', '@', 'visit@1.0.0@2.0.0', 'chat%402.0.0'],
    'x'.repeat(9_000),
  ];
  const read = [
    { remote: 'visit', version: '1.9.0' },
    { remote: 'chat', version: '2.0.0' },
  ];
  expect(parseBlockedVersions(`avoidedVersions=${pieces.join(',')}`)).toEqual(read);
  expect(parseBlockedVersions(`avoidedVersions=${Array.from({ length: 1_000 }, () => 'visit@1.9.0').join()}`)).toHaveLength(
    maxBlockedVersions,
  );
});

it('parsed cookies hold well-formed ids and versions alone, whatever the header’s text', () => {
  const text = fc.oneof(
    anyText(),
    fc.array(fc.constantFrom('visit@1.0.0', '%2C', ',', '@', '.', '%', id, ';', '=', 'grants')).map((all) => all.join('')),
  );
  forAll(text, text, (a, b) => {
    const header = `grants=${a}; avoidedVersions=${b}; ${a}`;
    for (const grant of parseGrants(header)) expect(grant).toMatch(/^[0-9a-f-]{36}$/);
    for (const { remote, version } of parseBlockedVersions(header))
      expect(`${remote}@${version}`).toMatch(/^[a-z][a-z0-9]{1,31}@\d+\.\d+\.\d+[\w.-]*$/);
  });
});
