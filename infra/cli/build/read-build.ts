import type { BuildFiles } from '@enfilade/server/registry/publish/build-files';
import { readFolder } from '@enfilade/server/registry/publish/read-folder';
import { validateBuild } from '@enfilade/server/registry/publish/validate-build';
import type { Release } from '@enfilade/server/registry/state/record';
import { PublishRefusedError } from '@enfilade/server/registry/state/registry-error';
import { BuildRefusedError } from '../command-error.ts';

export interface CheckedBuild {
  files: BuildFiles;
  release: Release;
}

/**
 * Reads a built folder and puts it to the gate, as the registry would.
 * @param name what it shall be published as; left out, what it says it is
 * @throws BuildRefusedError with every problem at once
 */
export async function readBuild(folder: string, name?: string): Promise<CheckedBuild> {
  const refused: PublishRefusedError[] = [];
  const files = await readFolder(folder, (problem) => refused.push(problem)).catch((error: unknown) => {
    if (error instanceof PublishRefusedError) throw new BuildRefusedError([error.message]);
    throw error;
  });
  const { release, problems } = validateBuild(files, name);
  if (release && refused.length === 0) return { files, release };
  throw new BuildRefusedError([...new Set([...refused, ...problems].map(({ message }) => message))]);
}
