import { isUtf8 } from 'node:buffer';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import { findMediaProblem, mediaTypeOf, svgType } from '@enfilade/shared-contracts/museum/media-files';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { StopMedia } from '@enfilade/shared-contracts/museum/profile';
import { type ProfileFile, profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import { findSvgProblem } from '@enfilade/shared-contracts/museum/svg-file';
import { parseTranscript } from '@enfilade/shared-contracts/museum/transcript';
import type { KnowledgeDocument, MuseumContent } from './content.ts';
import { ContentFolder, type Report } from './content-folder.ts';
import { loadKnowledge } from './load-knowledge.ts';

function checkProfile(profile: ProfileFile, report: Report): void {
  const lists = {
    questions: profile.questions,
    artists: profile.artists.map(({ slug }) => slug),
    rooms: profile.rooms.map(({ id }) => id),
    objects: (profile.objects ?? []).map(({ number }) => String(number)),
  };
  for (const [field, values] of Object.entries(lists)) refuseTwice(values, field, report);
  if (profile.questions.includes('artistSelection') && profile.artists.length === 0)
    report('artists', 'is empty, but questions contains artistSelection');
  checkIntroduction(profile, report);
  checkVoices(profile, report);
}

/** Each recording needs a transcript for visitors who cannot hear. */
function checkIntroduction({ introduction }: ProfileFile, report: Report): void {
  if (!introduction) return;
  const { urls, transcripts, timeZone } = introduction;
  if (!isTimeZone(timeZone)) report('introduction.timeZone', 'is not a time zone');
  for (const language of languages) {
    const field = `introduction.transcripts.${language}`;
    const lines = transcripts[language] ?? [];
    if (urls[language] && lines.length === 0) report(field, 'is missing');
    if (!urls[language] && lines.length > 0) report(field, 'belongs to no recording');
    lines.forEach(({ seconds }, index) => {
      if (seconds <= (lines[index - 1]?.seconds ?? -1)) report(`${field}.${index}.seconds`, `${seconds} is not after the sentence before`);
    });
  }
}

function checkVoices(profile: ProfileFile, report: Report): void {
  const lists = (['voices', 'premiumVoices'] as const).flatMap((list) =>
    languages.map((language) => ({ field: `${list}.${language}`, ids: profile[list][language].map(({ voiceId }) => voiceId) })),
  );
  for (const { field, ids } of lists) refuseTwice(ids, field, report);
  const silent = profile.questions.includes('voice') ? languages.filter((language) => profile.voices[language].length === 0) : [];
  for (const language of silent) report(`voices.${language}`, 'is empty, but questions contains voice');
  const spoken = new Set<string>(lists.flatMap(({ ids }) => ids));
  const provided = new Set(Object.keys(profile.providerVoices));
  for (const id of spoken) if (!provided.has(id)) report(`providerVoices.${id}`, 'is missing');
  for (const id of provided) if (!spoken.has(id)) report(`providerVoices.${id}`, 'belongs to no voice of this museum');
}

function refuseTwice(values: readonly string[], field: string, report: Report): void {
  for (const value of new Set(values.filter((value, index) => values.indexOf(value) !== index))) report(field, `${value} occurs twice`);
}

/** A recording with an address of this site must be served and have the right format. Other addresses are not checked. */
async function checkStopMedia(profile: ProfileFile, museumPath: string, folder: ContentFolder): Promise<void> {
  const report = folder.reportOn(`${museumPath}/profile.json`);
  const check = async (field: string, address: unknown, kind: string) => {
    if (typeof address !== 'string' || !address.startsWith('/')) return;
    const problem = await findRecordingProblem(address, kind, museumPath, folder);
    if (problem) report(field, problem);
  };
  for (const list of ['rooms', 'exhibitions', 'objects'] as const)
    for (const [at, media] of Object.entries<StopMedia>(profile[list] ?? {}))
      for (const { field, address, kind } of filesOf(media)) await check(`${list}.${at}.${field}`, address, kind);
}

const mediaKinds = { audioDescription: { url: 'audio', transcript: 'text' }, signLanguage: { url: 'video', captions: 'text' } };

const filesOf = (media: StopMedia) =>
  Object.entries(mediaKinds).flatMap(([medium, kinds]) =>
    Object.entries<Record<string, unknown>>(media[medium as keyof StopMedia] ?? {}).flatMap(([language, files]) =>
      Object.entries(kinds).map(([field, kind]) => ({ field: `${medium}.${language}.${field}`, address: files[field], kind })),
    ),
  );

async function findRecordingProblem(address: string, kind: string, museumPath: string, folder: ContentFolder): Promise<string | undefined> {
  const type = mediaTypeOf(address);
  if (!type?.startsWith(kind)) return `names no file of ${kindEndings[kind]} that is served`;
  const file = address.startsWith(`/media/${museumPath}/`) ? address.split('/').at(-1) : undefined;
  const bytes = file === undefined ? undefined : await folder.bytes(`${museumPath}/${file}`);
  if (!bytes) return `names no file of this folder: write /media/${museumPath}/FILE`;
  // Browsers always read the file as UTF-8.
  if (kind === 'text' && !isUtf8(bytes)) return 'names a file that is not UTF-8; save the file as UTF-8';
  const isTranscript = kind === 'text' && parseTranscript(new TextDecoder().decode(bytes)) !== undefined;
  const problem = kind === 'text' ? !isTranscript && 'holds no text/vtt' : findMediaProblem(type, bytes);
  return problem ? `names a file that ${problem}` : undefined;
}

const kindEndings: Record<string, string> = { audio: 'sound (.mp3, .m4a, .ogg)', video: 'video (.mp4, .webm)', text: 'text (.vtt)' };

export function checkProfileAgainst({ _id, exhibitions }: Museum, profile: ProfileFile, report: Report): void {
  if (!_id.startsWith(profile.museum)) report('museum', `${profile.museum} is not the beginning of ${_id}`);
  for (const id of Object.keys(profile.exhibitions))
    if (!exhibitions.some((exhibition) => exhibition._id === id)) report(`exhibitions.${id}`, 'is not an exhibition of this museum');
}

/** Each label number must lead to a paragraph in every language. Each picture must be served and belong to paragraphs. */
export async function checkWorks(
  { objects = [], pictures = [] }: ProfileFile,
  { folder: name, knowledge }: Pick<MuseumContent, 'folder' | 'knowledge'>,
  folder: ContentFolder,
): Promise<void> {
  const report = folder.reportOn(`museums/${name}/profile.json`);
  const checkParagraphs = (path: string, document: string, numbers: readonly (readonly [field: string, number: number])[]) => {
    const documents = knowledge.filter(({ id }) => id === document);
    if (documents.length === 0) report(`${path}.document`, `${document} is not a document of this museum`);
    for (const [field, number] of numbers)
      if (documents.some(({ paragraphs }) => paragraphs.length < number))
        report(`${path}.${field}`, `${document} has no paragraph ${number} in every language`);
  };
  for (const [at, { document, paragraph }] of objects.entries()) checkParagraphs(`objects.${at}`, document, [['paragraph', paragraph]]);
  for (const [at, { url, passages }] of pictures.entries()) {
    for (const [index, { document, paragraphs = [] }] of passages.entries())
      checkParagraphs(
        `pictures.${at}.passages.${index}`,
        document,
        paragraphs.map((number, place) => [`paragraphs.${place}`, number]),
      );
    const problem = await findOwnPictureProblem(url, name, folder);
    if (problem) report(`pictures.${at}.url`, problem);
  }
}

export async function findOwnPictureProblem(url: string, name: string, folder: ContentFolder): Promise<string | undefined> {
  const file = url.startsWith(`/media/museums/${name}/`) ? url.split('/').at(-1) : undefined;
  if (file === undefined) return `is not served: put the picture into this folder and write /media/museums/${name}/FILE`;
  const bytes = await folder.bytes(`museums/${name}/${file}`);
  if (!bytes) return 'names no file of this folder';
  const type = mediaTypeOf(url);
  if (!type?.startsWith('image/'))
    return 'must end in .svg, .png, .jpg, .jpeg, .webp or .avif, and contain only letters, digits, dots, _ and -';
  const problem = type === svgType ? findSvgProblem(bytes) : findMediaProblem(type, bytes);
  return problem && `names a file that ${problem}`;
}

/** The profile must offer easy language exactly where documents have an easy form. */
export function checkEasyLanguage({ easyLanguage = {} }: ProfileFile, knowledge: readonly KnowledgeDocument[], report: Report): void {
  for (const language of languages) {
    const isWritten = knowledge.some((document) => document.language === language && document.easy);
    if (easyLanguage[language] && !isWritten) report(`easyLanguage.${language}`, `knowledge/${language}-easy holds no document`);
    if (!easyLanguage[language] && isWritten) report(`easyLanguage.${language}`, `is missing beside knowledge/${language}-easy`);
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * For a gateway in front of a hosted middleware. Ignores folders without a profile. Texts are optional.
 * @throws ContentError with all problems
 */
export async function loadProfiles(directory: string): Promise<Pick<MuseumContent, 'profile' | 'knowledge'>[]> {
  const folder = new ContentFolder(directory);
  const museums = await folder.folders('museums');
  if (!museums) folder.reportOn('museums')('directory', 'is missing');
  const found: Pick<MuseumContent, 'folder' | 'profile' | 'knowledge'>[] = [];
  for (const name of museums ?? []) {
    const path = `museums/${name}`;
    if (!(await folder.names(path))?.includes('profile.json')) continue;
    const knowledge = await loadKnowledge(folder, path, []);
    const profile = await loadProfile(folder, path);
    if (!profile) continue;
    if (knowledge.length > 0) await checkWorks(profile, { folder: name, knowledge }, folder);
    found.push({ folder: name, profile, knowledge });
  }
  refuseShared(found, folder);
  folder.throwIfAny();
  return found.map(({ profile, knowledge }) => ({ profile, knowledge }));
}

export async function loadProfile(folder: ContentFolder, museumPath: string): Promise<ProfileFile | undefined> {
  const path = `${museumPath}/profile.json`;
  const profile = await folder.value(path, profileFileSchema);
  if (profile) {
    checkProfile(profile, folder.reportOn(path));
    await checkStopMedia(profile, museumPath, folder);
  }
  return profile;
}

/** No two museums share an id, the beginning of an id or a wall code, and no two exhibitions share an id. */
export function refuseShared(
  found: readonly { folder: string; museum?: Museum | undefined; profile: ProfileFile | undefined }[],
  folder: ContentFolder,
): void {
  const owners = new Map<string, string>();
  const claim = (kind: string, path: string, field: string, value: string | undefined) => {
    if (value === undefined) return;
    const owner = owners.get(`${kind} ${value}`);
    if (owner) folder.reportOn(path)(field, `${value} is also used by ${owner}`);
    else owners.set(`${kind} ${value}`, path);
  };
  for (const { folder: name, museum, profile } of found) {
    const [profilePath, museumPath] = [`museums/${name}/profile.json`, `museums/${name}/museum.json`];
    for (const field of ['museum', 'wallCode'] as const) claim(field, profilePath, field, profile?.[field]);
    claim('id', museumPath, '_id', museum?._id);
    for (const [at, { _id }] of (museum?.exhibitions ?? []).entries()) claim('id', museumPath, `exhibitions.${at}._id`, _id);
  }
}
