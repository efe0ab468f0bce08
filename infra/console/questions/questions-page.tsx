import type { AskedGroup } from '@enfilade/shared-contracts/api/registry-schemas';
import { saveFile } from '@enfilade/shared-contracts/kit/save-file';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useCallback } from 'react';
import { useConsole } from '../common/console.tsx';
import { CopyButton, Loading, PageHead } from '../common/parts.tsx';
import { ActionOutcome, ConfirmBox, type PendingAction, usePendingAction } from '../common/pending-action.tsx';
import { useQuery } from '../common/use-query.ts';
import styles from '../styles/page.module.css';
import questionStyles from '../styles/questions.module.css';

const refreshMs = 60_000;

interface QuestionsPageProps {
  museumId: string;
  name: string;
}

export function QuestionsPage({ museumId, name }: QuestionsPageProps) {
  const { t, client, clock } = useConsole();
  const load = useCallback(() => client.loadQuestions(museumId), [client, museumId]);
  const { value: groups, failure, reload } = useQuery(load, refreshMs);
  const pending = usePendingAction(reload);

  const save = (found: readonly AskedGroup[]) => saveFile(`questions-${museumId}.csv`, toCsv(found), 'text/csv', clock);
  const eraseAll = () =>
    pending.propose({
      at: 'all',
      label: t('questions.eraseAll'),
      sentences: [t('questions.eraseAllWords', { name })],
      send: () => client.eraseQuestions(museumId),
      done: () => t('questions.erased'),
    });

  return (
    <>
      <PageHead title={t('questions.title')} words={t('questions.words')} museum={{ museumId, name }} />
      <ActionOutcome pending={pending} />
      {(!groups || failure !== undefined) && <Loading failure={failure} reload={reload} />}
      {groups && (
        <>
          <div className={styles['buttons']}>
            {groups.length > 0 && <Button onClick={() => save(groups)}>{t('questions.csv')}</Button>}
            <Button onClick={eraseAll}>{t('questions.eraseAll')}</Button>
          </div>
          <ConfirmBox pending={pending} at="all" />
          {groups.length === 0 ? (
            <p>{t('questions.none')}</p>
          ) : (
            <ol className={questionStyles['list']}>
              {groups.map((group) => (
                <Question key={group.id} group={group} museumId={museumId} pending={pending} />
              ))}
            </ol>
          )}
        </>
      )}
    </>
  );
}

interface QuestionProps {
  group: AskedGroup;
  museumId: string;
  pending: PendingAction;
}

function Question({ group, museumId, pending }: QuestionProps) {
  const { t, client } = useConsole();
  const { id, words, stems, language, visits, reasons, exhibitions } = group;
  const title = words.at(-1) ?? t('questions.about', { stems: stems.join(', ') });
  const erase = () =>
    pending.propose({
      at: id,
      label: t('questions.erase'),
      sentences: [t('questions.eraseWords', { title })],
      send: () => client.eraseQuestions(museumId, id),
      done: () => t('questions.erased'),
    });
  const where = exhibitions.map((one) => `${one.name ?? one.exhibitionId} (${one.visits})`).join(', ');
  const why = reasons.map(({ reason, visits: count }) => `${t(`questions.${reason}`)} (${count})`).join(', ');
  return (
    <li>
      <h2 lang={words.length > 0 ? language : undefined}>{title}</h2>
      <p>{t('questions.visits', { count: visits, language: language.toUpperCase(), where })}</p>
      <p className={styles['hint']}>{why}</p>
      <details>
        <summary>{t('questions.write')}</summary>
        <Mending group={group} />
      </details>
      <div className={styles['buttons']}>
        <Button aria-label={t('questions.eraseNamed', { title })} onClick={erase}>
          {t('questions.erase')}
        </Button>
      </div>
      <ConfirmBox pending={pending} at={id} />
    </li>
  );
}

function Mending({ group: { document: file, language, words, sentences } }: { group: AskedGroup }) {
  const { t } = useConsole();
  const isFile = file?.startsWith('museums/') ?? false;
  return (
    <>
      <p>{file === null ? t('questions.mendNew', { language }) : t(isFile ? 'questions.mend' : 'questions.mendSource')}</p>
      {file !== null && (
        <p>
          <code>{file}</code>
        </p>
      )}
      {file !== null && isFile && <CopyButton text={file} label="questions.copy" refused="questions.notCopied" />}
      <Quotes title={t('questions.asked')} language={language} texts={words} />
      <Quotes title={t('questions.sentences')} language={language} texts={sentences.map(({ text }) => text)} />
    </>
  );
}

function Quotes({ title, language, texts }: { title: string; language: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul lang={language}>
        {[...new Set(texts)].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

const heads = ['id', 'words', 'stems', 'language', 'visits', 'reasons', 'exhibitions', 'document', 'last day', 'dropped sentences'];

/** Cells hold visitors' words. An apostrophe makes a cell that a spreadsheet would read as a formula a text. */
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

/** A formula may also begin after spaces and invisible characters, and with full-width characters. */
const formula = /^[\s\p{C}'"]*[=+\-@|%＝＋－＠]/u;

/** A line break within a cell can begin a new cell when pasted. */
const cell = (text: string): string => {
  const lines = text.split(/\r\n|\r|\n/).map((line) => (formula.test(line) ? `'${line}` : line));
  return `"${lines.join('\n').replaceAll('"', '""')}"`;
};
