import { isDeepStrictEqual } from 'node:util';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { type ExhibitionRecord, exhibitionRecordSchema } from '@enfilade/shared-contracts/museum/exhibition-record';
import { type Museum, mediaUrlSchema, museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import { scenes } from '@enfilade/shared-contracts/museum/profile';
import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import { themeSchema } from '@enfilade/shared-contracts/museum/theme';
import { z } from 'zod';
import type { Content, MuseumContent } from './content.ts';
import { ContentFolder, type Report } from './content-folder.ts';
import { loadKnowledge } from './load-knowledge.ts';
import { checkEasyLanguage, checkProfileAgainst, checkWorks, findOwnPictureProblem, loadProfile, refuseShared } from './load-profiles.ts';

/** The gateway fills the first three. The voice platform fills the others. */
const placeholders = new Set(['time', 'goals', 'visitorType', 'custom_instruction', 'pastTranscriptSummary']);

/** Prompt and first message must be JSON text by language, with English and with known placeholders only. */
function checkAssistant({ _id, assistant }: ExhibitionRecord, report: Report) {
  if (!assistant) return report('assistant', 'is missing: visitors cannot ask anything here');
  if (assistant.exhibition_id !== _id) report('assistant.exhibition_id', `${assistant.exhibition_id} is not ${_id}`);
  for (const field of ['prompt', 'firstMessage'] as const) checkText(assistant[field], `assistant.${field}`, report);
}

const unknownPlaceholders = (text: string) =>
  [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].flatMap(([, name = '']) => (placeholders.has(name) ? [] : [name]));

function checkText(text: string, field: string, report: Report) {
  const texts = z.record(z.string(), z.unknown()).safeParse(parseJson(text)).data;
  if (!texts) return report(field, 'is not JSON text keyed by language');
  if (!Object.hasOwn(texts, 'en')) report(`${field}.en`, 'is missing');
  for (const [language, value] of Object.entries(texts)) {
    if (!languages.includes(language as Language)) report(`${field}.${language}`, `is none of ${languages.join(', ')}`);
    else if (typeof value !== 'string' || value.trim() === '') report(`${field}.${language}`, 'is empty');
    else for (const name of unknownPlaceholders(value)) report(`${field}.${language}`, `{{${name}}} is not a known placeholder`);
  }
}

interface FoundMuseum extends Pick<MuseumContent, 'folder' | 'knowledge'> {
  museum: Museum | undefined;
  exhibitions: ExhibitionRecord[] | undefined;
  profile: ProfileFile | undefined;
}

function checkExhibitions({ museum, exhibitions }: FoundMuseum, folder: ContentFolder, path: string): void {
  const report = folder.reportOn(`${path}/exhibitions.json`);
  const seen = new Set<string>();
  exhibitions?.forEach((exhibition, index) => {
    const reportOne: Report = (field, what) => report(`${index}.${field}`, what);
    if (seen.has(exhibition._id)) reportOne('_id', `${exhibition._id} occurs twice`);
    seen.add(exhibition._id);
    if (museum) compareWithMuseum(museum, exhibition, reportOne);
    checkAssistant(exhibition, reportOne);
  });
  if (!museum || !exhibitions) return;
  const inMuseum = folder.reportOn(`${path}/museum.json`);
  museum.exhibitions.forEach(({ _id }, index) => {
    if (!seen.has(_id)) inMuseum(`exhibitions.${index}._id`, `${_id} is not in exhibitions.json`);
  });
}

function compareWithMuseum(museum: Museum, exhibition: ExhibitionRecord, report: Report) {
  const summary = museum.exhibitions.find(({ _id }) => _id === exhibition._id);
  if (!summary) return report('_id', `${exhibition._id} is not an exhibition of museum.json`);
  for (const field of ['name', 'coverImageURL'] as const) {
    if (!isDeepStrictEqual(summary[field], exhibition[field])) report(field, 'differs from museum.json');
  }
}

/** A picture with an address of this site must be served. Other addresses are not checked. */
async function checkPictures({ folder: name, museum }: FoundMuseum, folder: ContentFolder, path: string): Promise<void> {
  if (!museum) return;
  const report = folder.reportOn(`${path}/museum.json`);
  const covers = museum.exhibitions.map(({ coverImageURL }, index) => ({
    field: `exhibitions.${index}.coverImageURL`,
    url: coverImageURL,
  }));
  for (const { field, url } of [{ field: 'logoSvgURL', url: museum.logoSvgURL }, ...covers]) {
    if (!url?.startsWith('/')) continue;
    const isScene = scenes.some((scene) => url === sceneUrl(museum._id, scene, 'positive'));
    const problem = url.startsWith('/media/scenes/')
      ? !isScene && 'names no scene of this museum'
      : await findOwnPictureProblem(url, name, folder);
    if (problem) report(field, problem);
  }
}

function checkReferences({ museum, profile, knowledge }: FoundMuseum, folder: ContentFolder, path: string): void {
  if (museum && profile) checkProfileAgainst(museum, profile, folder.reportOn(`${path}/profile.json`));
  if (profile) checkEasyLanguage(profile, knowledge, folder.reportOn(`${path}/profile.json`));
  for (const { id, language, exhibitionId, roomId } of knowledge) {
    const report = folder.reportOn(`${path}/knowledge/${language}/${id}.md`);
    if (exhibitionId && museum && !museum.exhibitions.some(({ _id }) => _id === exhibitionId))
      report('exhibition', `${exhibitionId} is not an exhibition of this museum`);
    if (roomId && profile && !profile.rooms.some(({ id }) => id === roomId)) report('room', `${roomId} is not a room of the profile`);
  }
}

const { primaryColor, accentColor, secondaryColor, backgroundColor, textColor, fontFamily, headerSize } = themeSchema.shape;

/** `museum.json` must have the fields that a hosted museum may lack. */
const museumFileSchema = z.object({
  ...museumSchema.shape,
  logoSvgURL: mediaUrlSchema,
  theme: z.object({
    primaryColor: primaryColor._zod.def.innerType,
    accentColor: accentColor._zod.def.innerType,
    secondaryColor: secondaryColor._zod.def.innerType,
    backgroundColor: backgroundColor._zod.def.innerType,
    textColor: textColor._zod.def.innerType,
    fontFamily,
    headerSize,
  }),
  exhibitions: museumSchema.shape.exhibitions._zod.def.innerType.check(z.minLength(1)),
  defaultLanguage: z.enum(['English', 'German', 'French']),
});

/**
 * Loads `museums/<folder>/…`, and checks each file and the references between files.
 * @throws ContentError with all problems
 */
export async function loadContent(directory: string): Promise<Content> {
  const folder = new ContentFolder(directory);
  const names = await folder.folders('museums');
  if (!names?.length) folder.reportOn('museums')('directory', names ? 'holds no museum' : 'is missing');
  const found = await Promise.all((names ?? []).map((name) => findMuseum(folder, name)));
  refuseShared(found, folder);
  folder.throwIfAny();
  return { directory, museums: found.filter(isWhole) };
}

const isWhole = (found: FoundMuseum): found is FoundMuseum & MuseumContent =>
  found.museum !== undefined && found.exhibitions !== undefined && found.profile !== undefined;

async function findMuseum(folder: ContentFolder, name: string): Promise<FoundMuseum> {
  const path = `museums/${name}`;
  if (!/^[a-z0-9-]+$/.test(name)) folder.reportOn(path)('folder', 'is not named in lower case, digits and hyphens');
  const [museum, exhibitions, profile, knowledge] = await Promise.all([
    folder.value(`${path}/museum.json`, museumFileSchema),
    folder.value(`${path}/exhibitions.json`, z.array(exhibitionRecordSchema)),
    loadProfile(folder, path),
    loadKnowledge(folder, path),
  ]);
  const found: FoundMuseum = { folder: name, museum, exhibitions, profile, knowledge };
  // The checks ignore files with a problem of their own.
  checkExhibitions(found, folder, path);
  checkReferences(found, folder, path);
  await checkPictures(found, folder, path);
  if (profile) await checkWorks(profile, found, folder);
  return found;
}
