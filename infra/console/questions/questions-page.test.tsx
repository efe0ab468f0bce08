import { anyText } from '@enfilade/shared-contracts/kit/testing/any-text';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it, rs } from '@rstest/core';
import { cleanup, screen } from '@testing-library/react';
import fc from 'fast-check';
import { itemNamed, openConsole, refusal } from '../testing/open-console.tsx';
import { belmonte, questions } from '../testing/states.tsx';
import { toCsv } from './questions-page.tsx';

const path = `/registry/v1/museums/${belmonte}/questions`;

const openQuestions = (shown = questions) => openConsole({ site: { questions: [...shown] }, search: `?museum=${belmonte}&questions` });

it('an unanswered question has its visits, exhibitions, reasons and the file to edit', async () => {
  const { user } = await openConsole({ site: { questions: [...questions] }, search: `?museum=${belmonte}` });
  await user.click(await screen.findByRole('link', { name: 'What was asked and not answered' }));
  const ticket = await itemNamed('What does a ticket for a child cost?');
  expect(ticket.getByText(`23 visits, EN. The Painting Salon (14), ${'2'.repeat(24)} (9)`)).toBeDefined();
  expect(ticket.getByText('not in the documents (21), answer rated no help (4)')).toBeDefined();
  await user.click(ticket.getByText('Write the answer'));
  expect(ticket.getByText('museums/belmonte/knowledge/en/visit.md')).toBeDefined();
  expect(ticket.getByText('how much for 2 children??')).toBeDefined();
  const unsaid = await itemNamed('About: deck, restaurier');
  expect(unsaid.getByText('Die Decke wurde 1987 restauriert.').closest('[lang]')?.getAttribute('lang')).toBe('de');
  expect((await itemNamed('About: chien')).getByText(/knowledge\/fr/)).toBeDefined();
});

it('the questions page renders visitors’ words as text', async () => {
  const [first] = questions;
  const words = ['<img src=x onerror=alert(1)> [a](javascript:alert(1))'];
  await openQuestions(first && [{ ...first, words }]);
  await itemNamed(words[0] ?? '');
  expect(document.querySelector('img, a[href^="javascript"]')).toBeNull();
});

it('the questions page erases one question or all questions after a confirmation', async () => {
  const { user, site } = await openQuestions();
  await user.click(await screen.findByRole('button', { name: 'Erase: About: chien' }));
  expect(site.changes).toEqual([]);
  await user.click(screen.getAllByRole('button', { name: 'Erase' }).at(-1) as HTMLElement);
  expect((await screen.findByText('Done. Erased.')).getAttribute('role')).toBe('status');
  await user.click(screen.getByRole('button', { name: 'Erase all' }));
  await user.click(screen.getAllByRole('button', { name: 'Erase all' }).at(-1) as HTMLElement);
  await screen.findByText('Done. Erased.');
  expect(site.changes.map(({ request }) => request)).toEqual([`DELETE ${path}/${'3'.repeat(32)}`, `DELETE ${path}`]);
});

it('a questions page that is empty or forbidden shows one sentence', async () => {
  const { site } = await openQuestions([]);
  expect(await screen.findByText('No question has been asked by five visits yet.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Export as CSV' })).toBeNull();
  cleanup();
  site.responses.set(`GET ${path}`, () => refusal('forbidden'));
  await openConsole({ site, search: `?museum=${belmonte}&questions` });
  expect((await screen.findByRole('alert')).textContent).toContain('You may not do this here.');
});

it('the questions page saves its questions as a CSV file', async () => {
  const made: Blob[] = [];
  const saved: string[] = [];
  rs.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`);
  });
  Object.assign(URL, { createObjectURL: (blob: Blob) => made.push(blob) && 'blob:file', revokeObjectURL() {} });
  const { user } = await openQuestions();
  await user.click(await screen.findByRole('button', { name: 'Export as CSV' }));
  rs.restoreAllMocks();
  expect(saved).toEqual([`questions-${belmonte}.csv blob:file`]);
  expect(made[0]?.type).toBe('text/csv;charset=utf-8');
  expect(made[0]?.size).toBe(new Blob([toCsv(questions)]).size);
});

/** Parses as a spreadsheet does: cells in quotes, doubled quotes within. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  for (const line of csv.slice(1).match(/(?:"(?:[^"]|"")*",?)+\r\n/g) ?? [])
    rows.push([...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text = '']) => text.replaceAll('""', '"')));
  return rows;
}

it('the CSV of questions has no cell that a spreadsheet reads as a formula, whatever visitors asked', () => {
  const [first] = questions;
  const hostile = fc.oneof(
    anyText(),
    fc.constantFrom('=cmd|x!A1', ' +1', '\t-1', '@SUM(A1)', '\n=1', '","=1', '＝1', '"=1', "'=1", '\u200b=1', '%0A=1'),
  );
  forAll(fc.array(hostile, { maxLength: 4 }), hostile, hostile, (words, document, name) => {
    const exhibitions = [{ exhibitionId: '1', name, visits: 5 }];
    const groups = first ? [{ ...first, words, stems: words, document, exhibitions, sentences: [{ reason: 'name', text: name }] }] : [];
    const csv = toCsv(groups);
    const rows = cellsOf(csv);
    expect(rows.map(({ length }) => length)).toEqual([10, 10]);
    expect(csv.slice(1)).toBe(rows.map((row) => `${row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\r\n`).join(''));
    for (const text of rows.flat()) expect(text).not.toMatch(/^[\s"]*[=+\-@]|[\r\n][\s"]*[=+\-@]/);
  });
});

it('the CSV of questions has harmless words unchanged', () => {
  const [, row] = cellsOf(toCsv(questions));
  expect(row).toEqual([
    ...['1'.repeat(32), 'how much for 2 children??\nWhat does a ticket for a child cost?', 'child ticket', 'en', '23'],
    ...['no-passage 21\nrated-down 4', `The Painting Salon 14\n${'2'.repeat(24)} 9`],
    ...['museums/belmonte/knowledge/en/visit.md', '2026-11-22', ''],
  ]);
});
