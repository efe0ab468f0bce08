import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { anyText } from '../kit/testing/any-text.ts';
import { formatGrants, maxBlockedVersions, maxGrants, parseBlockedVersions, parseGrantId, parseGrants } from './choice-cookies.ts';

const id = '6f1c1f8e-4c1b-4a6e-9d53-0a5d2f1c7b10';
const version = fc.record({
  remote: fc.constantFrom('visit', 'chat', 'constructor'),
  version: fc.constantFrom('1.9.0', '2.0.0-dev.1a2b3c4d'),
});
const written = (all: readonly { remote: string; version: string }[]) => all.map(({ remote, version }) => `${remote}@${version}`).join(',');

describe('the grants a browser holds', () => {
  it('the grants a browser holds are read as they were written, as many as it may hold', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 6 }), (ids) => {
        expect(parseGrants(`museumID=x; grants=${formatGrants(ids)}`)).toEqual(ids.slice(0, maxGrants));
      }),
    );
    expect(formatGrants([])).toBeUndefined();
  });

  it('the grants a browser holds are those of the first cookie of the name that holds any, without what is none', () => {
    expect(parseGrants(`grants=; grants=nothing.here; grants=x.${id}..${id.slice(1)}; grants=${crypto.randomUUID()}`)).toEqual([id]);
    expect(parseGrants(`grants=${Array.from({ length: 1_000 }, () => id).join('.')}`)).toHaveLength(maxGrants);
  });

  it('the grants a browser holds may be written in capitals in an address', () => {
    expect([parseGrantId(id.toUpperCase()), parseGrantId(`${id} `), parseGrantId(null)]).toEqual([id, undefined, undefined]);
  });
});

describe('the versions that failed for a visitor', () => {
  it('the versions that failed for a visitor are read as they were written, encoded or not, as many as a browser stores', () => {
    fc.assert(
      fc.property(fc.array(version, { maxLength: 10 }), (all) => {
        for (const value of [written(all), encodeURIComponent(written(all))])
          expect(parseBlockedVersions(`avoidedVersions=${value}; grants=${id}`)).toEqual(all.slice(0, maxBlockedVersions));
      }),
    );
  });

  it('the versions that failed for a visitor are read piece by piece: what names no version is left out alone', () => {
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
});

it('no cookie, whatever its text, is more than pieces that are well formed', () => {
  const text = fc.oneof(
    anyText(),
    fc.array(fc.constantFrom('visit@1.0.0', '%2C', ',', '@', '.', '%', id, ';', '=', 'grants')).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, text, (a, b) => {
      const header = `grants=${a}; avoidedVersions=${b}; ${a}`;
      for (const grant of parseGrants(header)) expect(grant).toMatch(/^[0-9a-f-]{36}$/);
      for (const { remote, version } of parseBlockedVersions(header))
        expect(`${remote}@${version}`).toMatch(/^[a-z][a-z0-9]{1,31}@\d+\.\d+\.\d+[\w.-]*$/);
    }),
  );
});
