import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import type { ExhibitionRecord } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { Report } from './content-error.ts';

/** The gateway fills the first three, the voice platform the others. */
const placeholders = new Set(['time', 'goals', 'visitorType', 'custom_instruction', 'pastTranscriptSummary']);

/** The guide's prompt and first message: JSON text by language, English always, known placeholders only. */
export function checkAssistant({ _id, assistant }: ExhibitionRecord, report: Report): void {
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
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
