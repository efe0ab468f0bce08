import { useEffect, useRef } from 'react';
import type { Overview } from '../model/shapes.ts';
import type { Tools } from '../tools.ts';
import styles from '../ui/styles/page.module.css';
import { TrailList } from './trail-list.tsx';
import { useTrail } from './use-trail.ts';

/** The whole trail: every museum, the default, and what was published. */
export function TrailPage({ overview, tools }: { overview: Overview; tools: Tools }) {
  const { t } = tools;
  const near = Math.max(overview.default.sequence, ...overview.museums.map(({ sequence }) => sequence));
  const trail = useTrail(tools, { near });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <header className={styles['head']}>
        <h1 ref={heading} tabIndex={-1}>
          {t('trail.title')}
        </h1>
      </header>
      <TrailList trail={trail} overview={overview} tools={tools} />
    </>
  );
}
