import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import type { KnowledgeDocument } from './content.ts';
import type { ContentFolder } from './content-folder.ts';
import { parseKnowledge } from './parse-knowledge.ts';

/** All documents below `<museum>/knowledge`, by language and id. Every language must have at least one. */
export async function loadKnowledge(folder: ContentFolder, museumPath: string): Promise<KnowledgeDocument[]> {
  const root = `${museumPath}/knowledge`;
  for (const name of (await folder.names(root)) ?? []) {
    if (!languages.some((language) => language === name)) folder.on(`${root}/${name}`)('language', `is none of ${languages.join(', ')}`);
  }
  const documents = await Promise.all(languages.map((language) => loadLanguage(folder, root, language)));
  return documents.flat();
}

async function loadLanguage(folder: ContentFolder, root: string, language: Language): Promise<KnowledgeDocument[]> {
  const path = `${root}/${language}`;
  const names = (await folder.names(path)) ?? [];
  const strange = names.filter((name) => !name.endsWith('.md'));
  for (const name of strange) folder.on(`${path}/${name}`)('file', 'is not a document (.md)');
  // By id and not by file name: "vestibule" comes before "vestibule-arms", and so a room's own text before those of its details.
  const ids = names
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort();
  if (ids.length === 0) folder.on(path)('documents', 'at least one is needed in every language');
  const loaded = await Promise.all(ids.map((id) => loadDocument(folder, `${path}/${id}.md`, { id, language })));
  return loaded.filter((document) => document !== undefined);
}

async function loadDocument(folder: ContentFolder, path: string, named: Pick<KnowledgeDocument, 'id' | 'language'>) {
  const text = await folder.text(path);
  return text === undefined ? undefined : parseKnowledge(text, named, folder.on(path));
}
