import type { KnowledgeDocument } from './content.ts';
import type { Report } from './content-error.ts';

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
