import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isLeftBehind } from '@enfilade/shared-contracts/kit/is-left-behind';
import { Parser, type ReadEntry } from 'tar';
import { codeOf } from '../../http/kit.ts';
import { ArchiveTooLargeError, MalformedRequestError, PublishRefusedError, RegistryError } from '../state/registry-error.ts';
import type { BuildFiles } from '../state/releases.ts';
import { type Attempt, type BuildCollector, buildLimits, createBuildCollector, printable } from './build-files.ts';

/**
 * @param attempt runs the check of each file. By default the first file that is too large or no plain file throws
 * @throws PublishRefusedError if the folder is missing or has too many files; errors of `attempt`
 */
export async function readFolder(folder: string, attempt: Attempt = (check) => check()): Promise<BuildFiles> {
  const collector = createBuildCollector();
  let entries = 0;
  for await (const file of listEntries(folder)) {
    if (++entries > buildLimits.entries)
      throw new PublishRefusedError(`The folder has more than ${buildLimits.entries} files; publish dist alone.`);
    const where = path.join(folder, file);
    const facts = await lstat(where);
    const isAccepted = attempt(() => {
      if (!facts.isFile()) throw new PublishRefusedError(`"${printable(file)}" is a link or a device; put the file itself into the build.`);
      return collector.accepts(file, facts.size);
    });
    if (!isAccepted) continue;
    const contents = await readFile(where);
    attempt(() => collector.add(file, contents));
  }
  return collector.files;
}

async function* listEntries(root: string, below = ''): AsyncGenerator<string> {
  const found = await readdir(path.join(root, below), { withFileTypes: true }).catch((cause) => {
    throw new PublishRefusedError(`The folder ${path.join(root, below)} cannot be read; build the remote first.`, { cause });
  });
  for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = below === '' ? entry.name : `${below}/${entry.name}`;
    if (isLeftBehind(entry.name)) continue;
    if (entry.isDirectory()) yield* listEntries(root, file);
    else yield file;
  }
}

/** The limit of an entry with a long name. Accepted names are shorter. */
const maxMetaEntryBytes = 16_384;

const unzip = promisify(gunzip);

/**
 * Nothing is written before the build is accepted. A refusal does not destroy the stream, so that the server can still answer.
 * @throws PublishRefusedError, ArchiveTooLargeError, MalformedRequestError if the stream breaks off
 */
export async function readArchive(archive: Readable): Promise<BuildFiles> {
  try {
    return unpack(await unzip(await readUpload(archive), { maxOutputLength: buildLimits.unpacked }));
  } catch (cause) {
    // Unread bytes would block the next request on the connection.
    archive.resume();
    if (cause instanceof RegistryError) throw cause;
    if (archive.errored)
      throw new MalformedRequestError('The upload was interrupted and nothing was published; upload the build again.', { cause });
    throw new PublishRefusedError(
      codeOf(cause) === 'ERR_BUFFER_TOO_LARGE'
        ? `The archive unpacks to more than ${buildLimits.unpacked} bytes; pack the contents of dist alone.`
        : 'The upload is not a complete tar.gz archive; upload the contents of dist again, packed with "tar -czf".',
      { cause },
    );
  }
}

async function readUpload(archive: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of archive.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > buildLimits.archive)
      throw new ArchiveTooLargeError(
        `The archive is larger than ${buildLimits.archive} bytes; publish dist with maps without sourcesContent.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The parser calls back before `end` returns. */
function unpack(tar: Buffer): BuildFiles {
  const collector = createBuildCollector();
  let entries = 0;
  let problem: unknown;
  const parser = new Parser({
    strict: true,
    brotli: false,
    zstd: false,
    // The parser would also unpack a nested gzip, whose bytes are not counted. The ratio of 1 refuses nested compression.
    maxDecompressionRatio: 1,
    maxMetaEntrySize: maxMetaEntryBytes,
    onReadEntry(entry) {
      if (++entries > buildLimits.entries)
        throw new PublishRefusedError(`The archive has more than ${buildLimits.entries} entries; pack the contents of dist alone.`);
      readEntry(collector, entry);
      entry.resume();
    },
  });
  parser.on('error', (error) => (problem ??= error));
  parser.end(tar);
  if (problem) throw problem;
  return collector.files;
}

function readEntry(collector: BuildCollector, entry: ReadEntry): void {
  if (entry.type === 'Directory' || entry.path.split('/').some(isLeftBehind)) return;
  const file = entry.path.replace(/^(?:\.\/)+/, '');
  if (entry.type !== 'File' && entry.type !== 'OldFile') {
    throw new PublishRefusedError(`"${printable(file)}" is a link or a device; put the file itself into the archive.`);
  }
  if (!collector.accepts(file, entry.size)) return;
  const chunks: Buffer[] = [];
  entry.on('data', (chunk) => chunks.push(chunk));
  entry.on('end', () => collector.add(file, Buffer.concat(chunks)));
}
