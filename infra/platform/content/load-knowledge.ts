import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import type { KnowledgeDocument } from './content.ts';
import type { ContentFolder, Report } from './content-folder.ts';

const documentId = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const frontMatter = /^---\n([\s\S]*?)\n---(?:\n|$)/;
const knownFields = new Set(['title', 'exhibition', 'room']);

/** Parses a `knowledge/<language>/<id>.md`: front matter with a title, optionally an exhibition and a room, then paragraphs. */
export function parseKnowledge(
  text: string,
  { id, language }: Pick<KnowledgeDocument, 'id' | 'language'>,
  report: Report,
): KnowledgeDocument | undefined {
  const source = text.replace(/\r\n?/g, '\n');
  if (!documentId.test(id)) report('file', 'is not named in lower case, digits and hyphens');
  const head = frontMatter.exec(source);
  if (!head) {
    report('front matter', 'is missing: the file must begin with --- lines around its title');
    return undefined;
  }
  const fields = parseFields(head[1] ?? '', report);
  const title = fields.get('title');
  const blocks = source.slice(head[0].length).split(/\n\s*\n/);
  const paragraphs = blocks.map((block) => block.trim().replace(/\s*\n\s*/g, ' ')).filter((paragraph) => paragraph !== '');
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
    else if (fields.has(key)) report(key, 'occurs twice');
    else fields.set(key, line.slice(colon + 1).trim());
  }
  for (const [key, value] of fields) if (key !== 'title' && value === '') report(key, 'is empty');
  return fields;
}

/** @param needed the languages that must have a document */
export async function loadKnowledge(
  folder: ContentFolder,
  museumPath: string,
  needed: readonly Language[] = languages,
): Promise<KnowledgeDocument[]> {
  const root = `${museumPath}/knowledge`;
  const names = (await folder.names(root)) ?? [];
  const forms = languages.flatMap((language) => [language, `${language}-easy`, `${language}-kids`]);
  for (const name of names.filter((one) => !forms.includes(one)))
    folder.reportOn(`${root}/${name}`)('language', `is none of ${languages.join(', ')}, with or without -easy or -kids`);
  const documents = await Promise.all(
    languages.map(async (language) => {
      const none = needed.includes(language) ? 'at least one is needed in every language' : undefined;
      const ordinary = await loadLanguage(folder, `${root}/${language}`, { language, none });
      for (const form of ['easy', 'kids'] as const) {
        const path = `${root}/${language}-${form}`;
        // A language without ordinary documents is reported once.
        if (ordinary.length === 0 || !names.includes(`${language}-${form}`)) continue;
        const others = await loadLanguage(folder, path, { language, none: 'the folder holds no document' });
        for (const document of others) addForm(form, document, ordinary, folder.reportOn(`${path}/${document.id}.md`));
      }
      return ordinary;
    }),
  );
  return documents.flat();
}

/** Adds the easy or the children's form to the ordinary document. Only easy texts must have the same number of paragraphs. */
function addForm(
  form: 'easy' | 'kids',
  { id, language, title, paragraphs, exhibitionId, roomId }: KnowledgeDocument,
  ordinary: readonly KnowledgeDocument[],
  report: Report,
): void {
  const document = ordinary.find((one) => one.id === id);
  if (!document) {
    report('file', `has no ordinary document of this name in knowledge/${language}`);
    return;
  }
  if (exhibitionId !== undefined) report('exhibition', 'is allowed only in the ordinary document');
  if (roomId !== undefined) report('room', 'is allowed only in the ordinary document');
  if (form === 'easy' && paragraphs.length !== document.paragraphs.length)
    report('text', `has ${paragraphs.length} paragraphs, and the ordinary document has ${document.paragraphs.length}`);
  document[form] = { title, paragraphs };
}

/** @param none the problem with a folder without documents; undefined if the folder may be empty */
async function loadLanguage(
  folder: ContentFolder,
  path: string,
  { language, none }: { language: Language; none: string | undefined },
): Promise<KnowledgeDocument[]> {
  const names = (await folder.names(path)) ?? [];
  const strange = names.filter((name) => !name.endsWith('.md'));
  for (const name of strange) folder.reportOn(`${path}/${name}`)('file', 'is not a document (.md)');
  // Sorted by id, not by file name, so that "vestibule" comes before "vestibule-arms": a room's text before the texts of its details.
  const ids = names
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort();
  if (none !== undefined && ids.length === 0) folder.reportOn(path)('documents', none);
  const loaded = await Promise.all(
    ids.map(async (id) => {
      const text = await folder.text(`${path}/${id}.md`);
      return text === undefined ? undefined : parseKnowledge(text, { id, language }, folder.reportOn(`${path}/${id}.md`));
    }),
  );
  return loaded.filter((document) => document !== undefined);
}
