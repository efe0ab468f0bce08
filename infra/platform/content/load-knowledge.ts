import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import type { KnowledgeDocument } from './content.ts';
import type { Report } from './content-error.ts';
import type { ContentFolder } from './content-folder.ts';

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
  const source = text.replace(/\r\n?/g, '\n');
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

/**
 * All documents below `<museum>/knowledge`, by language and id.
 * @param needed the languages that must have at least one
 */
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
        // If the language has no documents, the other forms have nothing to belong to; that problem is reported once.
        if (ordinary.length === 0 || !names.includes(`${language}-${form}`)) continue;
        const others = await loadLanguage(folder, path, { language, none: 'there is none' });
        for (const document of others) addForm(form, document, ordinary, folder.reportOn(`${path}/${document.id}.md`));
      }
      return ordinary;
    }),
  );
  return documents.flat();
}

/** Puts what is easy to read, or written for children, beside the document that says it otherwise. Only easy texts have the same paragraphs. */
function addForm(
  form: 'easy' | 'kids',
  { id, title, paragraphs, exhibitionId, roomId }: KnowledgeDocument,
  ordinary: readonly KnowledgeDocument[],
  report: Report,
): void {
  const document = ordinary.find((one) => one.id === id);
  if (!document) {
    report('file', 'has no document of this name in the language itself');
    return;
  }
  if (exhibitionId !== undefined) report('exhibition', 'belongs only into the document itself');
  if (roomId !== undefined) report('room', 'belongs only into the document itself');
  if (form === 'easy' && paragraphs.length !== document.paragraphs.length)
    report('text', `has ${paragraphs.length} paragraphs, and the document itself ${document.paragraphs.length}`);
  document[form] = { title, paragraphs };
}

/** @param none what is wrong where there is no document; undefined: nothing */
async function loadLanguage(
  folder: ContentFolder,
  path: string,
  { language, none }: { language: Language; none: string | undefined },
): Promise<KnowledgeDocument[]> {
  const names = (await folder.names(path)) ?? [];
  const strange = names.filter((name) => !name.endsWith('.md'));
  for (const name of strange) folder.reportOn(`${path}/${name}`)('file', 'is not a document (.md)');
  // By id and not by file name: "vestibule" comes before "vestibule-arms", and so a room's own text before those of its details.
  const ids = names
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort();
  if (none !== undefined && ids.length === 0) folder.reportOn(path)('documents', none);
  const loaded = await Promise.all(ids.map((id) => loadDocument(folder, `${path}/${id}.md`, { id, language })));
  return loaded.filter((document) => document !== undefined);
}

async function loadDocument(folder: ContentFolder, path: string, named: Pick<KnowledgeDocument, 'id' | 'language'>) {
  const text = await folder.text(path);
  return text === undefined ? undefined : parseKnowledge(text, named, folder.reportOn(path));
}
