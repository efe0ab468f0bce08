import { type ReactNode, useEffect, useRef } from 'react';
import styles from './styles/page-bar.module.css';

/** The bar reduces the height of screens, so that their lower end stays visible. */
export function PageBar({ name, children }: { name: string; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => (bar.current ? reserveHeight(bar.current) : undefined), []);
  return (
    <section ref={bar} className={styles['bar']} aria-label={name} data-beside>
      {children}
    </section>
  );
}

function reserveHeight(bar: HTMLElement): () => void {
  const page = bar.parentElement;
  const adapt = () => {
    let height = 0;
    for (const each of page?.querySelectorAll<HTMLElement>(`.${styles['bar']}`) ?? []) height += each.offsetHeight;
    page?.style.setProperty('--visible-height', `calc(100dvh - ${height}px)`);
  };
  const observer = new ResizeObserver(adapt);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    adapt();
  };
}
