import { type BuildFiles, descriptionFile, manifestFile } from '@enfilade/server/registry/publish/build-files';
import { create } from 'tar';

/** The tar.gz of what the registry wants of a built folder; source maps and the like stay behind. */
export async function packBuild(folder: string, { served }: BuildFiles): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const pack = create({ gzip: true, portable: true, cwd: folder }, [...served.keys(), descriptionFile, manifestFile]);
  for await (const chunk of pack) chunks.push(chunk);
  return Buffer.concat(chunks);
}
