import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { anyText } from '@enfilade/shared-contracts/kit/testing/any-text';
import { forAllAsync } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { ofFile } from '../../database/testing/of-each-test.ts';
import { ArchiveTooLargeError, PublishRefusedError } from '../state/registry-error.ts';
import { badBuilds } from '../testing/bad-builds.ts';
import { type Files, packBuild, remoteFiles, writeBuild } from '../testing/built-remote.ts';
import { badArchives, oversizedArchive } from '../testing/malicious-archives.ts';
import { openTemporaryRegistry } from '../testing/temporary-registry.ts';
import { readArchive } from './read-build.ts';

const temporary = ofFile(openTemporaryRegistry);

async function refusal(publishing: Promise<unknown>): Promise<string | undefined> {
  try {
    await publishing;
    return undefined;
  } catch (error) {
    if (error instanceof PublishRefusedError || error instanceof ArchiveTooLargeError) return error.message;
    throw error;
  }
}
const ofArchive = (archive: Buffer) =>
  refusal(temporary.registry().publishArchive({ name: 'landing', archive: Readable.from([archive]), actor: 'tests' }));
const ofFolder = (folder: string) => refusal(temporary.registry().publish({ name: 'landing', folder, actor: 'tests' }));

/** After a semicolon or comma, the advice begins with a verb. */
const advice =
  /[;,] (?:build|pack|publish|set|share|write|expose|empty|switch|load|leave|take|give|use|merge|split|put|remove|save|send|upload|make|add)\b[^;\n]*\.$/;

function expectOneSentence(message: string | undefined): void {
  expect(message).toMatch(/^["A-Za-z][\x20-\x7e]{20,500}\.$/);
  expect(message).not.toMatch(/[.!?] [A-Z]/);
  expect(message).toMatch(advice);
}

const bad = [...badArchives, ...badBuilds.map(({ files, ...more }) => ({ ...more, archive: () => packBuild(files()) }))];

it.each(bad)(
  'a build or an archive with $what is refused with one sentence of advice, and stores nothing',
  async ({ archive, message }) => {
    const said = await ofArchive(archive());
    expect(said).toMatch(message);
    expectOneSentence(said);
    expect(await temporary.stored()).toEqual(['.incoming']);
    expect(temporary.registry().listRemotes()).toEqual([]);
  },
);

it('oversized archives, missing folders, links and changed versions are refused with one sentence of advice', async () => {
  const messages = [await ofArchive(oversizedArchive()), await ofFolder(path.join(await temporary.folder(), 'dist'))];
  const linked = await writeBuild(await temporary.folder(), remoteFiles());
  await symlink('/etc/passwd', path.join(linked, 'link.js'));
  messages.push(await ofFolder(linked));
  expect(messages[1]).toMatch(/build the remote first/);
  expect(messages[2]).toMatch(/link or a device/);
  await temporary.publish();
  messages.push(await ofArchive(packBuild(remoteFiles({ text: 'other' }))));
  for (const message of messages) expectOneSentence(message);
  expect(messages.at(-1)).toMatch(/published with other contents and never changes/);
});

it('a build with any changed description, manifest or file is accepted or refused with one sentence of advice', async () => {
  const files = [...remoteFiles().keys()];
  await forAllAsync(fc.constantFrom(...files), anyChange, async (file, change) => {
    const message = await ofArchive(packBuild(changed(file, change)));
    if (message !== undefined) expectOneSentence(message);
  });
});

it('an archive with any changed byte is accepted or refused with one sentence of advice', async () => {
  const whole = packBuild(remoteFiles());
  await forAllAsync(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
    const archive = Buffer.from(whole);
    archive[at] = ((archive[at] ?? 0) + by) % 256;
    const message = await refusal(readArchive(Readable.from([archive])));
    if (message !== undefined) expectOneSentence(message);
  });
});

interface Change {
  at: number;
  value: unknown;
}
const anyChange: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(60),
  value: fc.oneof(fc.jsonValue({ maxDepth: 1 }), anyText(), fc.constantFrom('1.0.0\n', '^1.0.0', '../x', '__proto__')),
});

function changed(file: string, { at, value }: Change): Files {
  const files = remoteFiles();
  if (!file.endsWith('.json')) return files.set(file, String(value));
  let left = at;
  const json = JSON.parse(String(files.get(file)), (_, each) => (left-- === 0 ? value : each));
  return files.set(file, JSON.stringify(json));
}
