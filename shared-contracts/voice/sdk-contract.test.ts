// @rstest-environment node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from '@rstest/core';

/* The voice uses undocumented parts of both SDKs: daily-js's own protocol, and the SDK's stages. Compare this file before you accept a new
   version of either SDK. */
const require = createRequire(import.meta.url);
const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(file, 'utf8');

/** The SDK resolves daily-js from the SDK's own folder. */
const vapiFile = require.resolve('@vapi-ai/web');
const dailyFile = createRequire(vapiFile).resolve('@daily-co/daily-js');
const versionOf = (file: string, up: string) =>
  (JSON.parse(read(path.join(path.dirname(file), up, 'package.json'))) as { version: string }).version;

it('the installed SDKs have the tested versions', () => {
  expect(versionOf(vapiFile, '..')).toMatch(/^2\.7\./);
  expect(versionOf(dailyFile, '..')).toMatch(/^0\.87\./);
});

it('the SDKs bring one copy of daily-js, which is also ours', () => {
  expect(require.resolve('@daily-co/daily-js')).toBe(dailyFile);
  const versions = new Set(read(path.join(root, 'pnpm-lock.yaml')).match(/@daily-co\/daily-js@\d[\w.-]*/g));
  expect([...versions]).toEqual([`@daily-co/daily-js@${versionOf(dailyFile, '..')}`]);
});

const daily = ['daily.js', 'daily-esm.js'].map((name) => [name, read(path.join(path.dirname(dailyFile), name))] as const);
const points = [
  ...['callObjectBundleUrlOverride', 'avoidEval', 'iframe-call-message', '_daily.pendings', 'callMachine', 'callbackStamp'],
  ...['call-machine-initialized', 'daily-custom-track', '_maxAppMessageSize'],
];
it.each(daily)('%s speaks the protocol of the call machine', (_name, code) => {
  expect(points.filter((point) => !code.includes(point))).toEqual([]);
});

it.each(daily)('%s appends its script to the head by appendChild, where the hash is added', (_name, code) => {
  expect(code).toMatch(/getElementsByTagName\("head"\)\[0\],(\w+)=document\.createElement\("script"\).{1,400}\.appendChild\(\1\)/);
});

it('the Vapi SDK emits its stages and catches errors of their listeners', () => {
  const code = read(vapiFile);
  for (const setup of [
    ...['isMobileDevice()', 'web-call-creation', 'daily-call-join', 'audio-start-failed', 'Vapi Speaker', 'createSafeDailyConfig'],
  ])
    expect(code).toContain(setup);
  expect(code.indexOf('this.started = true')).toBeLessThan(code.indexOf("stage: 'web-call-creation'"));
});
