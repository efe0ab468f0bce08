import { createBuildCollector } from '@enfilade/server/registry/publish/build-files';
import { validateBuild } from '@enfilade/server/registry/publish/validate-build';
import type { Release } from '@enfilade/server/registry/state/record';
import { PublishRefusedError } from '@enfilade/server/registry/state/registry-error';
import { type BuiltFiles, restamp, StampMissingError } from './restamp.ts';

/** A build that passed the gate of publish. */
export interface LocalBuild {
  release: Release;
  files: BuiltFiles;
}

/** A build, or the sentences that say why the registry would refuse it. */
export type Inspected = { build: LocalBuild } | { problems: readonly string[] };

/** Gives a fresh build its version and puts it to the gate of publish. */
export function inspectLocalBuild(name: string, fresh: BuiltFiles): Inspected {
  try {
    const { files } = restamp(fresh, stampedVersion(fresh));
    const collector = createBuildCollector();
    for (const [file, bytes] of files) if (collector.accepts(file, bytes.length)) collector.add(file, bytes);
    const { release, problems } = validateBuild(collector.files, name);
    return release ? { build: { release, files } } : { problems: problems.map(({ message }) => message) };
  } catch (error) {
    if (error instanceof PublishRefusedError || error instanceof StampMissingError) return { problems: [error.message] };
    throw error;
  }
}

function stampedVersion(files: BuiltFiles): string {
  try {
    const { version } = JSON.parse(files.get('enfilade-remote.json')?.toString('utf8') ?? '{}') as { version?: unknown };
    return String(version);
  } catch {
    return '';
  }
}
