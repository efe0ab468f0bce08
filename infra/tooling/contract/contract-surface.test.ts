import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contractHistory } from '@enfilade/server/registry/publish/contract-history';
import { contractVersion, mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { repositoryRoot } from '../checks/repository-root.ts';
import { contractFingerprint, contractSurface } from './contract-surface.mjs';

const contracts = path.join(repositoryRoot, 'shared-contracts');

const released = [
  { number: 'contractVersion', version: contractVersion, major: 1 },
  { number: 'mountContractVersion', version: mountContractVersion, major: 2 },
] as const;

describe('a contract', () => {
  it.each(released)('a contract is the one that is recorded under its $number', ({ number, version, major }) => {
    expect(
      contractHistory.get(version),
      `The surface of contract ${version} has changed: raise ${number} in shared-contracts/releases/contract.ts and record the new one with "node infra/tooling/scripts/record-contract.mjs".`,
    ).toBe(contractFingerprint(contracts, major));
  });

  it('a contract of mounted screens names nothing of React, which they may have another of', () => {
    const surface = contractSurface(contracts, 2).join('\n');
    expect(surface).toContain('mount ( element : HTMLElement');
    expect(surface).not.toMatch(/React|ComponentType|JSX/);
    expect(contractSurface(contracts).join('\n')).toContain('ComponentType');
  });
});

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'enfilade-contracts-'));
  const isCode = (file: string) => !/\/(node_modules|dist|\.cache)(\/|$)|\.test\.tsx?$/.test(file.slice(contracts.length));
  cpSync(contracts, copy, { recursive: true, filter: isCode });
});
afterAll(() => rmSync(copy, { recursive: true }));

/** The surface once `from` is `to` in the file. */
function surfaceWith(file: string, from: string | RegExp, to: string): string[] {
  const at = path.join(copy, file);
  const before = readFileSync(at, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(at, after);
  try {
    return contractSurface(copy);
  } finally {
    writeFileSync(at, before);
  }
}
const surface = contractSurface(contracts);

const sameContract: [what: string, file: string, from: string | RegExp, to: string][] = [
  ['a comment', 'events/event-bus.ts', '/** Calls every listener', '/** Calls each listener'],
  ['line breaks and commas', 'events/event-bus.ts', '{ museumId: entityIdSchema }', '{\n\n    museumId:\n entityIdSchema,\n }'],
  ['quotes', 'events/event-bus.ts', "'tailoring-finished'", '"tailoring-finished"'],
  ['a bar before a union', 'museum/theme.ts', "ThemeMode = 'positive'", "ThemeMode =\n  | 'positive'"],
  ['the number of the contract', 'releases/contract.ts', /contractVersion = '[^']+'/, "contractVersion = '9.9.9'"],
  ['a remote that is no screen', 'releases/contract.ts', /$/, "export const cellar = 'cellar';\n"],
  ['what stands beside a type', 'api/schemas.ts', /$/, 'export const unusedSchema = z.string();\n'],
];

const otherContract: [what: string, file: string, from: string | RegExp, to: string][] = [
  ['an event', 'events/event-bus.ts', "'tailoring-finished': z.strictObject({}),", ''],
  ['what an event carries', 'events/event-bus.ts', 'turn: z.int()', 'turn: z.number()'],
  ['a property of a screen', 'remote/screen-props.ts', 'wantsPremium?: boolean', 'wantsPremium: boolean'],
  ['an action of the session', 'visit/session.ts', 'byVisitor: boolean', 'byVisitor?: boolean'],
  ['a call of the gateway', 'api/guide-api.ts', 'code: string', 'code: number'],
  ['a schema two files away', 'museum/id.ts', /\[0-9a-f\]/, '[0-9a-z]'],
  ['what a link to a screen says', 'remote/screen-props.ts', '  place: string;', '  place: string;\n  weight: number;'],
  ['a limit that a schema names', 'api/limits.ts', /messageLimit = \d+/, 'messageLimit = 7'],
];

describe('its surface', () => {
  it.each(sameContract)('its surface stays the same when this changes: %s', (_, file, from, to) => {
    expect(surfaceWith(file, from, to)).toEqual(surface);
  });

  it.each(otherContract)('its surface changes with %s', (_, file, from, to) => {
    expect(surfaceWith(file, from, to)).not.toEqual(surface);
  });

  it('its surface is found whole or not at all', () => {
    expect(() => surfaceWith('visit/session.ts', './answers.ts', './replies.ts')).toThrow(/replies/);
    expect(() => surfaceWith('visit/answers.ts', 'export type TailoringAnswers', 'export type Replies')).toThrow();
  });
});
