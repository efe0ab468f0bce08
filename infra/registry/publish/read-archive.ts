import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { ArchiveTooLargeError, PublishRefusedError } from '../registry-error.ts';
import { type BuildCollector, type BuildFiles, createBuildCollector, shown } from './build-files.ts';
import { buildLimits } from './limits.ts';

/** Long names travel in entries of their own; none needs more. */
const maxMetaEntryBytes = 16_384;

/**
 * Unpacks a tar.gz of a built folder into memory; nothing touches the disk before the whole build was accepted.
 * The stream is never destroyed, so that an HTTP answer can still be given to its sender.
 * @throws PublishRefusedError, ArchiveTooLargeError
 */
export async function readArchive(archive: Readable): Promise<BuildFiles> {
  const collector = createBuildCollector();
  try {
    await pipeline(limitedTo(buildLimits.archive, archive), createGunzip(), (unpacked) => unpackInto(collector, unpacked));
  } catch (error) {
    if (error instanceof PublishRefusedError || error instanceof ArchiveTooLargeError || archive.errored) throw error;
    throw new PublishRefusedError('The upload is no whole tar.gz archive; pack the contents of dist with "tar -czf" and send it again.', {
      cause: error,
    });
  }
  return collector.files;
}

async function* limitedTo(limit: number, stream: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) throw new ArchiveTooLargeError(`The archive is larger than ${limit} bytes; publish dist without source maps.`);
    yield chunk;
  }
}

async function unpackInto(collector: BuildCollector, unpacked: AsyncIterable<Buffer>): Promise<void> {
  let refusal: Error | undefined;
  let entries = 0;
  const parser = new Parser({
    strict: true,
    gzip: false,
    brotli: false,
    zstd: false,
    maxMetaEntrySize: maxMetaEntryBytes,
    onReadEntry(entry) {
      try {
        if (refusal === undefined && ++entries > buildLimits.entries) {
          throw new PublishRefusedError(`The archive has more than ${buildLimits.entries} entries; pack the contents of dist alone.`);
        }
        if (refusal === undefined) takeEntry(collector, entry);
      } catch (error) {
        refusal = error as Error;
      }
      entry.resume();
    },
  });
  parser.on('error', (error: Error) => {
    refusal ??= error;
  });
  const ended = new Promise<void>((resolve) => parser.once('end', resolve));
  let bytes = 0;
  for await (const chunk of unpacked) {
    bytes += chunk.length;
    if (bytes > buildLimits.unpacked) throw new PublishRefusedError(`The archive unpacks to more than ${buildLimits.unpacked} bytes; pack the contents of dist alone.`);
    parser.write(chunk);
    if (refusal) throw refusal;
  }
  parser.end();
  await ended;
  if (refusal) throw refusal;
}

function takeEntry(collector: BuildCollector, entry: ReadEntry): void {
  const file = entry.path.replace(/^(?:\.\/)+/, '');
  if (entry.type === 'Directory') return;
  if (entry.type !== 'File' && entry.type !== 'OldFile') {
    throw new PublishRefusedError(`"${shown(file)}" is a link or a device; put the file itself into the archive.`);
  }
  if (!collector.wants(file, entry.size)) return;
  const chunks: Buffer[] = [];
  entry.on('data', (chunk: Buffer) => chunks.push(chunk));
  entry.on('end', () => collector.add(file, Buffer.concat(chunks)));
}
