import type { AskedGroup } from '@enfilade/shared-contracts/api/registry-schemas';

const heads = ['id', 'words', 'stems', 'language', 'visits', 'reasons', 'exhibitions', 'document', 'last day', 'dropped sentences'];

/**
 * The groups as a spreadsheet reads them. What visitors wrote stands in them: a cell that a spreadsheet would take for a
 * formula begins with an apostrophe, which makes it text.
 */
export function toCsv(groups: readonly AskedGroup[]): string {
  const rows = groups.map(({ id, words, stems, language, visits, reasons, exhibitions, document, lastDay, sentences }) => [
    ...[id, words.join('\n'), stems.join(' '), language, String(visits)],
    reasons.map((one) => `${one.reason} ${one.visits}`).join('\n'),
    exhibitions.map((one) => `${one.name ?? one.exhibitionId} ${one.visits}`).join('\n'),
    ...[document ?? '', lastDay, sentences.map(({ text }) => text).join('\n')],
  ]);
  // Excel takes a file without the mark for another encoding.
  return `\uFEFF${[heads, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** Also behind spaces and signs that are not seen, and in the wide forms that some keyboards have. */
const formula = /^[\s\p{C}'"]*[=+\-@|%＝＋－＠]/u;

/** A line break within a cell may begin a new cell where it is pasted. */
const cell = (text: string): string => {
  const lines = text.split(/\r\n|\r|\n/).map((line) => (formula.test(line) ? `'${line}` : line));
  return `"${lines.join('\n').replaceAll('"', '""')}"`;
};
