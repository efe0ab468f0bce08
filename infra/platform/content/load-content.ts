import { isDeepStrictEqual } from 'node:util';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { type ExhibitionRecord, exhibitionRecordSchema } from '@enfilade/shared-contracts/museum/exhibition-record';
import { type Museum, mediaUrlSchema, museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { scenes } from '@enfilade/shared-contracts/museum/profile';
import { themeSchema } from '@enfilade/shared-contracts/museum/theme';
import { z } from 'zod';
import type { Content, KnowledgeDocument, MuseumContent } from './content.ts';
import { ProblemList, type Report } from './content-error.ts';
import { ContentFolder } from './content-folder.ts';
import { checkProfilesTogether, loadProfile } from './load-profiles.ts';

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
  for (const name of (await folder.names(root)) ?? []) {
    if (!languages.some((language) => language === name))
      folder.reportOn(`${root}/${name}`)('language', `is none of ${languages.join(', ')}`);
  }
  const documents = await Promise.all(languages.map((language) => loadLanguage(folder, root, language)));
  return documents.flat();
}

async function loadLanguage(folder: ContentFolder, root: string, language: Language): Promise<KnowledgeDocument[]> {
  const path = `${root}/${language}`;
  const names = (await folder.names(path)) ?? [];
  const strange = names.filter((name) => !name.endsWith('.md'));
  for (const name of strange) folder.reportOn(`${path}/${name}`)('file', 'is not a document (.md)');
  // By id and not by file name: "vestibule" comes before "vestibule-arms", and so a room's own text before those of its details.
  const ids = names
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort();
  if (ids.length === 0) folder.reportOn(path)('documents', 'at least one is needed in every language');
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

/** Cross-checks between the files of one museum: what one names, the others must know. */
function checkMuseum(content: MuseumContent, folder: ContentFolder): void {
  const path = `museums/${content.folder}`;
  checkExhibitions(content, folder, path);
  checkReferences(content, folder, path);
}

function checkExhibitions({ museum, exhibitions }: MuseumContent, folder: ContentFolder, path: string): void {
  const report = folder.reportOn(`${path}/exhibitions.json`);
  const inMuseum = folder.reportOn(`${path}/museum.json`);
  const seen = new Set<string>();
  exhibitions.forEach((exhibition, index) => {
    if (seen.has(exhibition._id)) report(`${index}._id`, `${exhibition._id} stands there twice`);
    seen.add(exhibition._id);
    compareWithMuseum(museum, exhibition, (field, what) => report(`${index}.${field}`, what));
    checkAssistant(exhibition, (field, what) => report(`${index}.${field}`, what));
  });
  museum.exhibitions.forEach(({ _id, coverImageURL }, index) => {
    if (!seen.has(_id)) inMuseum(`exhibitions.${index}._id`, `${_id} is not in exhibitions.json`);
    if (!isOwnScene(coverImageURL, museum._id)) inMuseum(`exhibitions.${index}.coverImageURL`, 'names no scene of this museum');
  });
}

function compareWithMuseum(museum: Museum, exhibition: ExhibitionRecord, report: (field: string, what: string) => void): void {
  const summary = museum.exhibitions.find(({ _id }) => _id === exhibition._id);
  if (!summary) {
    report('_id', `${exhibition._id} is no exhibition of museum.json`);
    return;
  }
  for (const field of ['name', 'coverImageURL'] as const) {
    if (!isDeepStrictEqual(summary[field], exhibition[field])) report(field, 'differs from museum.json');
  }
}

/** Pictures from elsewhere are the museum's business; a scene of our own must be one we can draw. */
function isOwnScene(url: string | undefined, museumId: string): boolean {
  if (!url?.startsWith('/media/scenes/')) return true;
  return scenes.some((scene) => url === `/media/scenes/${museumId}/${scene}/positive.svg`);
}

function checkReferences({ museum, profile, knowledge }: MuseumContent, folder: ContentFolder, path: string): void {
  const exhibitionIds = new Set(museum.exhibitions.map(({ _id }) => _id));
  const roomIds = new Set(profile.rooms.map(({ id }) => id));
  const inProfile = folder.reportOn(`${path}/profile.json`);
  if (!museum._id.startsWith(profile.museum)) inProfile('museum', `${profile.museum} is not the beginning of ${museum._id}`);
  for (const id of Object.keys(profile.exhibitions)) {
    if (!exhibitionIds.has(id)) inProfile(`exhibitions.${id}`, 'is no exhibition of this museum');
  }
  for (const { id, language, exhibitionId, roomId } of knowledge) {
    const report = folder.reportOn(`${path}/knowledge/${language}/${id}.md`);
    if (exhibitionId && !exhibitionIds.has(exhibitionId)) report('exhibition', `${exhibitionId} is no exhibition of this museum`);
    if (roomId && !roomIds.has(roomId)) report('room', `${roomId} is no room of the profile`);
  }
}

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
