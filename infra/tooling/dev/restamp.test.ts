import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createStamp, StampMissingError } from './local-builds.ts';

const built = '1.2.0-dev.2e3cac78';

function sampleBuild(words: string): Map<string, Buffer> {
  const late = Buffer.from(`self.enfilade_visit_1_2_0_dev_2e3cac78_late=${JSON.stringify(words)}`);
  const style = Buffer.from('.visit-1-2-0-dev-2e3cac78-card{}');
  return new Map(Object.entries({ 'late.js': late, 'a.css': style, 'a.woff2': Buffer.from([0, 255, 254]) }));
}

const stamp = createStamp(built);
function stampAnew(files: Map<string, Buffer>) {
  const version = stamp.versionOf(files);
  return { version, files: new Map([...files].map(([file, bytes]) => [file, stamp.restamp(file, bytes, version)])) };
}

it('a restamped build has the version of its contents in every spelling, and no old stamp', () => {
  const { version, files } = stampAnew(sampleBuild('x'));
  expect(version).toMatch(/^1\.2\.0-dev\.[0-9a-f]{8}$/);
  expect(version).not.toBe(built);
  const spelled = version.replace(/\W/g, '_');
  expect(files.get('late.js')?.toString()).toBe(`self.enfilade_visit_${spelled}_late="x"`);
  expect(files.get('a.css')?.toString()).toBe(`.visit-${version.replace(/\W/g, '-')}-card{}`);
  expect([...files.values()].some((bytes) => bytes.includes('2e3cac78'))).toBe(false);
  const hotUpdate = (name: string) => `enfilade_visit_${name}.h1.hot-update.json`;
  expect(stamp.builtName(hotUpdate(spelled), version)).toBe(hotUpdate('1_2_0_dev_2e3cac78'));
});

it('two restamped builds have one version exactly if their contents are equal, and files keep their length', () => {
  forAll(fc.string(), fc.string(), (one, other) => {
    const [first, second] = [sampleBuild(one), sampleBuild(other)];
    expect(stamp.versionOf(first) === stamp.versionOf(second)).toBe(one === other);
    const { files } = stampAnew(first);
    for (const [file, bytes] of files) expect(bytes).toHaveLength(first.get(file)?.length ?? -1);
    expect(files.get('a.woff2')).toEqual(first.get('a.woff2'));
  });
});

it.each(['1.2.0', '1.2.0-dev.short', '', 'undefined'])(
  'a build with the version "%s" is refused, because the preset did not stamp it',
  (version) => {
    expect(() => createStamp(version)).toThrow(StampMissingError);
  },
);
