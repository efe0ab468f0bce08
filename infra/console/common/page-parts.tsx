import { Button } from '@enfilade/shared-contracts/ui/button';
import { useEffect, useRef } from 'react';
import figureStyles from '../styles/figures.module.css';
import styles from '../styles/page.module.css';
import questionStyles from '../styles/questions.module.css';
import type { Translate } from '../texts/texts.ts';
import { RouteLink } from './console-route.tsx';
import type { ConsoleTools } from './console-tools.ts';
import { describeFailure } from './failures.ts';

/** A page's heading, which gets the focus when the page or its name changes. */
export function PageHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another page
  useEffect(() => heading.current?.focus({ preventScroll: true }), [text]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  );
}

interface MuseumHeadProps {
  title: string;
  /** What the page is. */
  words: string;
  museumId: string;
  /** The museum's: it leads back to its page. */
  name: string;
  go: ConsoleTools['go'];
}

/** The head of a page beside a museum's own. */
export function MuseumHead({ title, words, museumId, name, go }: MuseumHeadProps) {
  return (
    <>
      <header className={styles['head']}>
        <PageHeading text={title} />
        <p>
          <RouteLink to={{ page: 'museum', museumId }} go={go}>
            {name}
          </RouteLink>
        </p>
      </header>
      <p className={questionStyles['words']}>{words}</p>
    </>
  );
}

interface FiguresProps {
  /** What it is a table of. */
  label: string;
  columns: readonly string[];
  /** The first cell names the row; an empty one is not known. */
  rows: readonly (readonly string[])[];
}

/** Figures that are compared: a table, on a phone one row after the other with each figure's name before it. */
export function Figures({ label, columns, rows }: FiguresProps) {
  return (
    <table className={figureStyles[columns.length > 2 ? 'stacked' : 'figures']} aria-label={label}>
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
        {rows.map(([first, ...cells]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
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

/** Why what a page shows could not be loaded, and a button to try again; until it is known, that it loads. */
export function Loading({ failure, reload, t }: { failure: unknown; reload(): Promise<void>; t: Translate }) {
  if (failure === undefined) return <p role="status">{t('shared:loading')}</p>;
  return (
    <div role="alert" className={styles['old']}>
      <p>{describeFailure(t, failure)}</p>
      <Button icon="retry" iconSide="start" onClick={() => void reload()}>
        {t('shared:retry')}
      </Button>
    </div>
  );
}
