import { PassThrough, Readable } from 'node:stream';
import { forAllAsync } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { ArchiveTooLargeError, MalformedRequestError, PublishRefusedError } from '../state/registry-error.ts';
import { packBuild, packEntries, remoteFiles } from '../testing/built-remote.ts';
import { oversizedArchive } from '../testing/malicious-archives.ts';
import { readArchive } from './read-build.ts';

const inChunks = (bytes: Buffer, size: number) =>
  Readable.from(Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)));

it('readArchive reads served files and descriptions for every chunk size of the stream', async () => {
  const archive = packBuild(remoteFiles());
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: archive.length }), async (size) => {
      const build = await readArchive(inChunks(archive, size));
      const kept = [...remoteFiles()].filter(([file]) => /\.(js|css|svg)$|^(?:enfilade-remote|mf-manifest)\.json$/.test(file));
      expect([...build].map(([file, contents]) => [file, String(contents)])).toEqual(kept);
    }),
    { numRuns: 20 },
  );
});

it('readArchive accepts an archive with folders and with "./" before every name', async () => {
  const entries = [...remoteFiles()].map(([path, contents]) => ({ path: `./${path}`, contents }));
  const build = await readArchive(Readable.from([packEntries([{ path: './', type: 'Directory' }, ...entries])]));
  expect(build.has('remoteEntry.js')).toBe(true);
});

it('readArchive ignores files of the operating system', async () => {
  const names = [
    '._remoteEntry.js',
    'static/.DS_Store',
    'static/js/Thumbs.db',
    '__MACOSX/static/js/a.js',
    'desktop.ini',
    'private/texts/._de.json',
    'README.md',
  ];
  const entries = [...remoteFiles()].map(([path, contents]) => ({ path, contents }));
  const build = await readArchive(Readable.from([packEntries([...names.map((path) => ({ path, contents: 'x' })), ...entries])]));
  expect(build).toEqual(await readArchive(Readable.from([packEntries(entries)])));
});

it('readArchive stops at the size limit of an upload without destroying the stream', async () => {
  const stream = new PassThrough();
  const reading = readArchive(stream);
  stream.write(oversizedArchive());
  await expect(reading).rejects.toThrow(ArchiveTooLargeError);
  expect(stream.destroyed).toBe(false);
  stream.destroy();
});

it('readArchive refuses an archive that is cut at any byte', async () => {
  const archive = packBuild(remoteFiles());
  await forAllAsync(fc.nat(archive.length - 1), async (length) => {
    await expect(readArchive(inChunks(archive.subarray(0, length), 512))).rejects.toThrow(PublishRefusedError);
  });
});

it('readArchive distinguishes a broken connection from a bad archive', async () => {
  const stream = new PassThrough();
  const reading = readArchive(stream);
  stream.write(packBuild(remoteFiles()).subarray(0, 500));
  stream.destroy(new Error('aborted'));
  await expect(reading).rejects.toThrow(MalformedRequestError);
});
