import { createHash } from 'node:crypto';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { restamp, StampMissingError } from './restamp.ts';

const integrityOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
const built = '1.2.0-dev.2e3cac78';

/** An entry that names its chunk, which names another, each by the hash of its bytes, all of them stamped. */
function sampleBuild(words: string): Map<string, Buffer> {
  const late = Buffer.from(`self.enfilade_visit_1_2_0_dev_2e3cac78_late=${JSON.stringify(words)}`);
  const chunk = Buffer.from(`load("${integrityOf(late)}","/remotes/visit/${built}/late.js")`);
  const entry = Buffer.from(`load("${integrityOf(chunk)}","${integrityOf(late)}","sha384-${'A'.repeat(64)}")`);
  const style = Buffer.from('.visit-1-2-0-dev-2e3cac78-card{}');
  return new Map(
    Object.entries({ 'remoteEntry.js': entry, 'chunk.js': chunk, 'late.js': late, 'a.css': style, 'a.woff2': Buffer.from([0, 255, 254]) }),
  );
}

describe('a build that is stamped anew', () => {
  it('carries the version of its contents in all its spellings, and nothing of the old one', () => {
    const { version, files } = restamp(sampleBuild('x'), built);
    expect(version).toMatch(/^1\.2\.0-dev\.[0-9a-f]{8}$/);
    expect(version).not.toBe(built);
    const spelled = version.replace(/\W/g, '_');
    expect(files.get('late.js')?.toString()).toBe(`self.enfilade_visit_${spelled}_late="x"`);
    expect(files.get('a.css')?.toString()).toBe(`.visit-${version.replace(/\W/g, '-')}-card{}`);
    expect([...files.values()].some((bytes) => bytes.includes('2e3cac78'))).toBe(false);
  });

  it('names every chunk by the hash it has now, and leaves other hashes alone', () => {
    fc.assert(
      fc.property(fc.string(), (words) => {
        const { files } = restamp(sampleBuild(words), built);
        const hashes = (file: string) =>
          files
            .get(file)
            ?.toString()
            .match(/sha384-[A-Za-z0-9+/]{64}/g);
        const now = (file: string) => integrityOf(files.get(file) ?? Buffer.alloc(0));
        expect(hashes('chunk.js')).toEqual([now('late.js')]);
        expect(hashes('remoteEntry.js')).toEqual([now('chunk.js'), now('late.js'), `sha384-${'A'.repeat(64)}`]);
      }),
    );
  });

  it('has another version exactly when it has other contents, and keeps the length of every file', () => {
    const before = sampleBuild('x');
    const first = restamp(before, built);
    expect(restamp(sampleBuild('x'), built)).toEqual(first);
    expect(restamp(sampleBuild('y'), built).version).not.toBe(first.version);
    for (const [file, bytes] of first.files) expect(bytes).toHaveLength(before.get(file)?.length ?? -1);
    expect(first.files.get('a.woff2')).toEqual(before.get('a.woff2'));
  });

  it.each(['1.2.0', '1.2.0-dev.short', '', 'undefined'])('must have been stamped as a local build, not as "%s"', (version) => {
    expect(() => restamp(sampleBuild('x'), version)).toThrow(StampMissingError);
  });
});
