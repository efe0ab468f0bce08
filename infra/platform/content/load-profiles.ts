import { type ProfileFile, profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import { checkProfile } from './check-profile.ts';
import { ProblemList } from './content-error.ts';
import { ContentFolder } from './content-folder.ts';

/**
 * The profiles of a content directory (`museums/<folder>/profile.json`), all that a gateway in front of a
 * real middleware needs. A folder without a profile is passed over.
 * @throws ContentError naming every broken file, or two files for one museum or one code.
 */
export async function loadProfiles(directory: string): Promise<ProfileFile[]> {
  const problems = new ProblemList();
  const folder = new ContentFolder(directory, problems);
  const museums = await folder.names('museums');
  if (!museums) problems.on('museums')('directory', 'is missing');
  const found: FoundProfile[] = [];
  for (const name of museums ?? []) {
    const path = `museums/${name}`;
    if (!(await folder.names(path))?.includes('profile.json')) continue;
    const profile = await loadProfile(folder, path);
    if (profile) found.push({ path: `${path}/profile.json`, profile });
  }
  checkProfilesTogether(found, problems);
  problems.throwIfAny();
  return found.map(({ profile }) => profile);
}

export interface FoundProfile {
  path: string;
  profile: ProfileFile;
}

/** One museum's profile, checked in itself; undefined after a report. */
export async function loadProfile(folder: ContentFolder, museumPath: string): Promise<ProfileFile | undefined> {
  const path = `${museumPath}/profile.json`;
  const profile = await folder.json(path, profileFileSchema);
  if (profile) checkProfile(profile, folder.on(path));
  return profile;
}

/** No two profiles may claim the same museum or the same code on the wall. */
export function checkProfilesTogether(found: readonly FoundProfile[], problems: ProblemList): void {
  for (const field of ['museum', 'wallCode'] as const) {
    const firstWith = new Map<string, string>();
    for (const { path, profile } of found) {
      const value = profile[field];
      if (value === undefined) continue;
      const first = firstWith.get(value);
      if (first) problems.on(path)(field, `${value} is also claimed by ${first}`);
      else firstWith.set(value, path);
    }
  }
}
