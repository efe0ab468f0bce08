import { copyText } from '@enfilade/shared-contracts/kit/copy-text';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { type ReactNode, useState } from 'react';
import fields from '../styles/fields.module.css';
import noticeStyles from '../styles/notice.module.css';
import styles from '../styles/page.module.css';
import tableStyles from '../styles/table.module.css';
import type { TextKey } from '../texts/texts.ts';
import { RouteLink, useConsole } from './console.tsx';
import { describeFailure } from './failures.ts';

const takeFocus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

/** Gets the focus when the page or its name changes. */
export function PageHeading({ text }: { text: string }) {
  return (
    <h1 key={text} ref={takeFocus} tabIndex={-1}>
      {text}
    </h1>
  );
}

interface PageHeadProps {
  title: string;
  /** What the page shows, in a sentence. */
  words?: string;
  museum?: { museumId: string; name: string };
}

export function PageHead({ title, words, museum }: PageHeadProps) {
  return (
    <>
      <header className={styles['head']}>
        <PageHeading text={title} />
        {museum && (
          <p>
            <RouteLink to={{ page: 'museum', museumId: museum.museumId }}>{museum.name}</RouteLink>
          </p>
        )}
      </header>
      {words && <p className={styles['words']}>{words}</p>}
    </>
  );
}

export function Section({ title, children }: { title: string; children: Elements }) {
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A ref of an element that gets the focus, and is scrolled to, when it appears. */
export const comeIntoSight = (element: HTMLElement | null) => element?.focus();

/** A new notice gets the focus. */
export function Notice({ kind, children }: { kind: 'done' | 'failed'; children: ReactNode }) {
  return (
    <p ref={comeIntoSight} tabIndex={-1} role={kind === 'failed' ? 'alert' : 'status'} className={noticeStyles[kind]}>
      {children}
    </p>
  );
}

export function Loading({ failure, reload }: { failure: unknown; reload(): Promise<void> }) {
  const { t } = useConsole();
  if (failure === undefined) return <p role="status">{t('shared:loading')}</p>;
  return (
    <div role="alert" className={styles['old']}>
      <p>{describeFailure(t, failure)}</p>
      <RetryButton retry={reload} />
    </div>
  );
}

export function RetryButton({ retry, kind = 'plain' }: { retry(): unknown; kind?: 'plain' | 'main' }) {
  const { t } = useConsole();
  return (
    <Button kind={kind} icon="retry" iconSide="start" onClick={() => void retry()}>
      {t('shared:retry')}
    </Button>
  );
}

interface CopyButtonProps {
  text: string;
  label: TextKey;
  /** Shown if the browser refuses. */
  refused: TextKey;
}

export function CopyButton({ text, label, refused }: CopyButtonProps) {
  const { t } = useConsole();
  const [isCopied, setCopied] = useState<boolean | undefined>(undefined);
  return (
    <>
      <Button icon="copy" iconSide="start" onClick={() => void copyText(text).then(setCopied)}>
        {t(label)}
      </Button>
      <p role="status">{isCopied !== undefined && t(isCopied ? 'grant.copied' : refused)}</p>
    </>
  );
}

export function Field({ label, children }: { label: string; children: Elements }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className={fields['field']}>
      <span className={fields['label']}>{label}</span>
      {children}
    </label>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  onChange(value: string): void;
}

export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <Field label={label}>
      <select className={fields['select']} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface WholeNumberProps {
  label: string;
  max: number;
  value: string;
  onChange(value: string): void;
}

export function WholeNumber({ label, max, value, onChange }: WholeNumberProps) {
  return (
    <Field label={label}>
      <input
        className={fields['number']}
        type="number"
        inputMode="numeric"
        min="1"
        max={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

export interface Row {
  key: string;
  /** Names the row. */
  head: ReactNode;
  /** One for each further column. An empty cell is rendered as a dash. */
  cells: readonly ReactNode[];
  className?: string | undefined;
}

interface TableProps {
  label?: string;
  kind: 'difference' | 'figures' | 'stacked' | 'museums';
  columns: readonly string[];
  rows: readonly Row[];
}

/** `stacked` and `museums`: on narrow screens, one row after the other with each cell's name before it. */
export function Table({ label, kind, columns, rows }: TableProps) {
  return (
    <table className={tableStyles[kind]} aria-label={label}>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, head, cells, className }) => (
          <tr key={key} className={className}>
            <th scope="row">{head}</th>
            {cells.map((cell, at) => (
              <td key={columns[at + 1]} data-name={columns[at + 1]}>
                {cell || '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
