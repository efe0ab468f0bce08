import { exhibitionRecordSchema } from '@enfilade/shared-contracts/museum/exhibition-record';
import { mediaUrlSchema, museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { themeSchema } from '@enfilade/shared-contracts/museum/theme';
import { z } from 'zod';
import { checkMuseum } from './check-museum.ts';
import type { Content, MuseumContent } from './content.ts';
import { ProblemList } from './content-error.ts';
import { ContentFolder } from './content-folder.ts';
import { loadKnowledge } from './load-knowledge.ts';
import { checkProfilesTogether, loadProfile } from './load-profiles.ts';

const { primaryColor, accentColor, secondaryColor, backgroundColor, textColor, fontFamily, headerSize } = themeSchema.shape;

/** `museum.json`: a museum whose niceties are stated. A hosted museum may lack them, a file of ours may not. */
const museumFileSchema = museumSchema.extend({
  logoSvgURL: mediaUrlSchema,
  theme: z.object({
    primaryColor: primaryColor.unwrap(),
    accentColor: accentColor.unwrap(),
    secondaryColor: secondaryColor.unwrap(),
    backgroundColor: backgroundColor.unwrap(),
    textColor: textColor.unwrap(),
    fontFamily,
    headerSize,
  }),
  exhibitions: museumSchema.shape.exhibitions.unwrap().min(1),
  defaultLanguage: z.enum(['English', 'German', 'French']),
});

/**
 * Everything a content directory says (`museums/<folder>/…`), checked in every file and between files.
 * @throws ContentError naming each broken file and field; one start lists them all.
 */
export async function loadContent(directory: string): Promise<Content> {
  const problems = new ProblemList();
  const folder = new ContentFolder(directory, problems);
  const names = await folder.names('museums');
  if (!names?.length) problems.on('museums')('directory', names ? 'holds no museum' : 'is missing');
  const loaded = await Promise.all((names ?? []).map((name) => loadMuseum(folder, name)));
  const museums = loaded.filter((museum) => museum !== undefined);
  checkTogether(museums, problems);
  problems.throwIfAny();
  return { directory, museums };
}

async function loadMuseum(folder: ContentFolder, name: string): Promise<MuseumContent | undefined> {
  const path = `museums/${name}`;
  if (!/^[a-z0-9-]+$/.test(name)) folder.reportOn(path)('folder', 'is not named in lower case, digits and hyphens');
  const [museum, exhibitions, profile, knowledge] = await Promise.all([
    folder.json(`${path}/museum.json`, museumFileSchema),
    folder.json(`${path}/exhibitions.json`, z.array(exhibitionRecordSchema)),
    loadProfile(folder, path),
    loadKnowledge(folder, path),
  ]);
  if (museum) await checkLogo(folder, name, museum.logoSvgURL);
  if (!museum || !exhibitions || !profile) return undefined;
  const content: MuseumContent = { folder: name, museum, exhibitions, profile, knowledge };
  checkMuseum(content, folder);
  return content;
}

/** A logo of our own must lie in its museum's folder. */
async function checkLogo(folder: ContentFolder, name: string, url: string): Promise<void> {
  if (!url.startsWith('/media/museums/')) return;
  const file = /^\/media\/museums\/([^/]+)\/([^/]+)$/.exec(url);
  const there = file?.[1] === name && (await folder.names(`museums/${name}`))?.includes(file[2] ?? '');
  if (!there) folder.reportOn(`museums/${name}/museum.json`)('logoSvgURL', 'names no file of this folder');
}

function checkTogether(museums: readonly MuseumContent[], problems: ProblemList): void {
  checkProfilesTogether(
    museums.map(({ folder, profile }) => ({ path: `museums/${folder}/profile.json`, profile })),
    problems,
  );
  const owners = new Map<string, string>();
  for (const { folder, museum } of museums) {
    const ids = [
      { field: '_id', id: museum._id },
      ...museum.exhibitions.map(({ _id }, index) => ({ field: `exhibitions.${index}._id`, id: _id })),
    ];
    for (const { field, id } of ids) {
      const owner = owners.get(id);
      if (owner) problems.on(`museums/${folder}/museum.json`)(field, `${id} is also used by museums/${owner}/museum.json`);
      else owners.set(id, folder);
    }
  }
}
