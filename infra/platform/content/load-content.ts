import { isDeepStrictEqual } from 'node:util';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { type ExhibitionRecord, exhibitionRecordSchema } from '@enfilade/shared-contracts/museum/exhibition-record';
import { type Museum, mediaUrlSchema, museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { ownPictureType, pictureTypeOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import { scenes } from '@enfilade/shared-contracts/museum/profile';
import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import { themeSchema } from '@enfilade/shared-contracts/museum/theme';
import { z } from 'zod';
import type { Content, KnowledgeDocument, MuseumContent } from './content.ts';
import { ProblemList, type Report } from './content-error.ts';
import { ContentFolder } from './content-folder.ts';
import { checkEasyLanguage, checkObjects, checkProfileAgainst, checkProfilesTogether, loadProfile } from './load-profiles.ts';

const documentId = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const frontMatter = /^---\n([\s\S]*?)\n---(?:\n|$)/;
const knownFields = new Set(['title', 'exhibition', 'room']);

/**
 * One `knowledge/<language>/<id>.md`: front matter between `---` lines (title, and optionally the
 * exhibition and the room it belongs to), then paragraphs between blank lines.
 */
export function parseKnowledge(
  text: string,
  { id, language }: Pick<KnowledgeDocument, 'id' | 'language'>,
  report: Report,
): KnowledgeDocument | undefined {
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  if (!documentId.test(id)) report('file', 'is not named in lower case, digits and hyphens');
  const head = frontMatter.exec(source);
  if (!head) {
    report('front matter', 'is missing: the file must begin with --- lines around its title');
    return undefined;
  }
  const fields = parseFields(head[1] ?? '', report);
  const title = fields.get('title');
  const paragraphs = parseParagraphs(source.slice(head[0].length));
  if (!title) report('title', 'is missing');
  if (paragraphs.length === 0) report('text', 'is empty');
  if (!title || paragraphs.length === 0) return undefined;
  const exhibitionId = fields.get('exhibition');
  const roomId = fields.get('room');
  return { id, language, title, paragraphs, ...(exhibitionId && { exhibitionId }), ...(roomId && { roomId }) };
}

function parseFields(block: string, report: Report): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.split('\n').filter((line) => line.trim() !== '')) {
    const colon = line.indexOf(':');
    const key = line.slice(0, Math.max(0, colon)).trim();
    if (!knownFields.has(key)) report(`front matter`, `"${line.trim()}" is not a title, an exhibition or a room`);
    else if (fields.has(key)) report(key, 'is said twice');
    else fields.set(key, line.slice(colon + 1).trim());
  }
  for (const [key, value] of fields) if (key !== 'title' && value === '') report(key, 'is empty');
  return fields;
}

function parseParagraphs(body: string): string[] {
  return body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, ' '))
    .filter((paragraph) => paragraph !== '');
}

/** All documents below `<museum>/knowledge`, by language and id. Every language must have at least one. */
async function loadKnowledge(folder: ContentFolder, museumPath: string): Promise<KnowledgeDocument[]> {
  const root = `${museumPath}/knowledge`;
  const names = (await folder.names(root)) ?? [];
  for (const name of names) {
    if (!languages.some((language) => language === name || `${language}-easy` === name))
      folder.reportOn(`${root}/${name}`)('language', `is none of ${languages.join(', ')}, with or without -easy`);
  }
  const documents = await Promise.all(
    languages.map(async (language) => {
      const ordinary = await loadLanguage(folder, root, { language, isEasy: false });
      if (!names.includes(`${language}-easy`)) return ordinary;
      const easy = await loadLanguage(folder, root, { language, isEasy: true });
      for (const document of easy) addEasy(document, ordinary, folder.reportOn(`${root}/${language}-easy/${document.id}.md`));
      return ordinary;
    }),
  );
  return documents.flat();
}

/** Puts what is easy to read beside what it says otherwise: the same paragraphs of the same document. */
function addEasy(
  { id, title, paragraphs, exhibitionId, roomId }: KnowledgeDocument,
  ordinary: readonly KnowledgeDocument[],
  report: Report,
): void {
  const document = ordinary.find((one) => one.id === id);
  if (!document) {
    report('file', 'has no document of this name in the language itself');
    return;
  }
  if (exhibitionId !== undefined) report('exhibition', 'stands in the document itself alone');
  if (roomId !== undefined) report('room', 'stands in the document itself alone');
  if (paragraphs.length !== document.paragraphs.length)
    report('text', `has ${paragraphs.length} paragraphs, and the document itself ${document.paragraphs.length}`);
  document.easy = { title, paragraphs };
}

interface KnowledgeForm {
  language: Language;
  isEasy: boolean;
}

async function loadLanguage(folder: ContentFolder, root: string, { language, isEasy }: KnowledgeForm): Promise<KnowledgeDocument[]> {
  const path = `${root}/${language}${isEasy ? '-easy' : ''}`;
  const names = (await folder.names(path)) ?? [];
  const strange = names.filter((name) => !name.endsWith('.md'));
  for (const name of strange) folder.reportOn(`${path}/${name}`)('file', 'is not a document (.md)');
  // By id and not by file name: "vestibule" comes before "vestibule-arms", and so a room's own text before those of its details.
  const ids = names
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort();
  if (ids.length === 0) folder.reportOn(path)('documents', isEasy ? 'there is none' : 'at least one is needed in every language');
  const loaded = await Promise.all(ids.map((id) => loadDocument(folder, `${path}/${id}.md`, { id, language })));
  return loaded.filter((document) => document !== undefined);
}

async function loadDocument(folder: ContentFolder, path: string, named: Pick<KnowledgeDocument, 'id' | 'language'>) {
  const text = await folder.text(path);
  return text === undefined ? undefined : parseKnowledge(text, named, folder.reportOn(path));
}

/** The gateway fills the first three, the voice platform the others. */
const placeholders = new Set(['time', 'goals', 'visitorType', 'custom_instruction', 'pastTranscriptSummary']);

/** The guide's prompt and first message: JSON text by language, English always, known placeholders only. */
function checkAssistant({ _id, assistant }: ExhibitionRecord, report: Report): void {
  if (!assistant) return;
  if (assistant.exhibition_id !== _id) report('assistant.exhibition_id', `${assistant.exhibition_id} is not ${_id}`);
  for (const field of ['prompt', 'firstMessage'] as const) checkText(assistant[field], `assistant.${field}`, report);
}

function checkText(text: string, field: string, report: Report): void {
  const texts = parseObject(text);
  if (!texts) {
    report(field, 'is not JSON text keyed by language');
    return;
  }
  if (!Object.hasOwn(texts, 'en')) report(`${field}.en`, 'is missing');
  for (const [language, value] of Object.entries(texts)) {
    if (!languages.includes(language as Language)) report(`${field}.${language}`, `is none of ${languages.join(', ')}`);
    else if (typeof value !== 'string' || value.trim() === '') report(`${field}.${language}`, 'is empty');
    else for (const name of unknownPlaceholders(value)) report(`${field}.${language}`, `{{${name}}} is not a known placeholder`);
  }
}

function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name]) => name ?? '').filter((name) => !placeholders.has(name));
}

function parseObject(text: string): object | undefined {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** A museum's files, as far as each is valid in itself. */
interface FoundMuseum extends Pick<MuseumContent, 'folder' | 'knowledge'> {
  museum: Museum | undefined;
  exhibitions: ExhibitionRecord[] | undefined;
  profile: ProfileFile | undefined;
}

/** Cross-checks between the files of one museum: what one names, the others must know. A file that is wrong in itself is passed over. */
async function checkMuseum(found: FoundMuseum, folder: ContentFolder): Promise<void> {
  const path = `museums/${found.folder}`;
  checkExhibitions(found, folder, path);
  checkReferences(found, folder, path);
  await checkPictures(found, folder, path);
}

function checkExhibitions({ museum, exhibitions }: FoundMuseum, folder: ContentFolder, path: string): void {
  const report = folder.reportOn(`${path}/exhibitions.json`);
  const seen = new Set<string>();
  exhibitions?.forEach((exhibition, index) => {
    const reportOne: Report = (field, what) => report(`${index}.${field}`, what);
    if (seen.has(exhibition._id)) reportOne('_id', `${exhibition._id} stands there twice`);
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

function compareWithMuseum(museum: Museum, exhibition: ExhibitionRecord, report: Report): void {
  const summary = museum.exhibitions.find(({ _id }) => _id === exhibition._id);
  if (!summary) {
    report('_id', `${exhibition._id} is no exhibition of museum.json`);
    return;
  }
  for (const field of ['name', 'coverImageURL'] as const) {
    if (!isDeepStrictEqual(summary[field], exhibition[field])) report(field, 'differs from museum.json');
  }
}

/** Pictures from elsewhere are the museum's business; one of our own must be one that is served. */
async function checkPictures({ folder: name, museum }: FoundMuseum, folder: ContentFolder, path: string): Promise<void> {
  if (!museum) return;
  const report = folder.reportOn(`${path}/museum.json`);
  const covers = museum.exhibitions.map(({ coverImageURL }, index) => ({
    field: `exhibitions.${index}.coverImageURL`,
    url: coverImageURL,
  }));
  for (const { field, url } of [{ field: 'logoSvgURL', url: museum.logoSvgURL }, ...covers]) {
    const problem = url?.startsWith('/') ? await findPictureProblem(url, { name, museumId: museum._id, folder }) : undefined;
    if (problem) report(field, problem);
  }
}

async function findPictureProblem(
  url: string,
  { name, museumId, folder }: { name: string; museumId: string; folder: ContentFolder },
): Promise<string | undefined> {
  if (url.startsWith('/media/scenes/'))
    return scenes.some((scene) => url === sceneUrl(museumId, scene, 'positive')) ? undefined : 'names no scene of this museum';
  const file = url.startsWith(`/media/museums/${name}/`) ? url.split('/').at(-1) : undefined;
  if (file === undefined) return `is not served: put the picture into this folder and write /media/museums/${name}/FILE`;
  const bytes = await folder.bytes(`museums/${name}/${file}`);
  if (!bytes) return 'names no file of this folder';
  const type = ownPictureType(url);
  if (!type) return 'must end in .svg, .png, .jpg, .jpeg, .webp or .avif, and have no other signs than letters, digits, dots, _ and -';
  return pictureTypeOf(bytes) === type ? undefined : `names a file that holds no ${type}`;
}

function checkReferences({ museum, profile, knowledge }: FoundMuseum, folder: ContentFolder, path: string): void {
  const known = {
    exhibitions: museum && new Set<string>(museum.exhibitions.map(({ _id }) => _id)),
    rooms: profile && new Set(profile.rooms.map(({ id }) => id)),
  };
  if (museum && profile) checkProfileAgainst(museum, profile, folder.reportOn(`${path}/profile.json`));
  if (profile) {
    checkObjects(profile, knowledge, folder.reportOn(`${path}/profile.json`));
    checkEasyLanguage(profile, knowledge, folder.reportOn(`${path}/profile.json`));
  }
  for (const { id, language, exhibitionId, roomId } of knowledge) {
    const report = folder.reportOn(`${path}/knowledge/${language}/${id}.md`);
    if (exhibitionId && known.exhibitions?.has(exhibitionId) === false)
      report('exhibition', `${exhibitionId} is no exhibition of this museum`);
    if (roomId && known.rooms?.has(roomId) === false) report('room', `${roomId} is no room of the profile`);
  }
}

const { primaryColor, accentColor, secondaryColor, backgroundColor, textColor, fontFamily, headerSize } = themeSchema.shape;

/** `museum.json`: a museum whose niceties are stated. A hosted museum may lack them, a file of ours may not. */
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
 * Everything a content directory says (`museums/<folder>/…`), checked in every file and between files.
 * @throws ContentError naming each broken file and field; one start lists them all.
 */
export async function loadContent(directory: string): Promise<Content> {
  const problems = new ProblemList();
  const folder = new ContentFolder(directory, problems);
  const names = await folder.names('museums');
  if (!names?.length) problems.on('museums')('directory', names ? 'holds no museum' : 'is missing');
  const found = await Promise.all((names ?? []).map((name) => findMuseum(folder, name)));
  checkTogether(found, problems);
  problems.throwIfAny();
  return { directory, museums: found.filter(isWhole) };
}

const isWhole = (found: FoundMuseum): found is FoundMuseum & MuseumContent =>
  found.museum !== undefined && found.exhibitions !== undefined && found.profile !== undefined;

async function findMuseum(folder: ContentFolder, name: string): Promise<FoundMuseum> {
  const path = `museums/${name}`;
  if (!/^[a-z0-9-]+$/.test(name)) folder.reportOn(path)('folder', 'is not named in lower case, digits and hyphens');
  const [museum, exhibitions, profile, knowledge] = await Promise.all([
    folder.json(`${path}/museum.json`, museumFileSchema),
    folder.json(`${path}/exhibitions.json`, z.array(exhibitionRecordSchema)),
    loadProfile(folder, path),
    loadKnowledge(folder, path),
  ]);
  const found: FoundMuseum = { folder: name, museum, exhibitions, profile, knowledge };
  await checkMuseum(found, folder);
  return found;
}

function checkTogether(museums: readonly FoundMuseum[], problems: ProblemList): void {
  checkProfilesTogether(
    museums.flatMap(({ folder, profile }) => (profile ? [{ path: `museums/${folder}/profile.json`, profile }] : [])),
    problems,
  );
  const owners = new Map<string, string>();
  for (const { folder, museum } of museums) {
    if (!museum) continue;
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
