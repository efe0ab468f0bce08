import { useEffect, useRef } from 'react';
import type { IntroductionLine } from './recording.ts';
import styles from './introduction.module.css';

interface IntroductionLinesProps {
  lines: readonly IntroductionLine[];
  current: number;
  label: string;
}

/** What the recording says. The box follows the voice; whoever reads elsewhere in it with a finger is not pulled back until the next line. */
export function IntroductionLines({ lines, current, label }: IntroductionLinesProps) {
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const line = box.current?.children[current];
    // Never `scrollIntoView`: that would move the page under a thumb, too.
    if (box.current && line instanceof HTMLElement) box.current.scrollTop = line.offsetTop - box.current.clientHeight / 3;
  }, [current]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <ol className={styles['lines']} aria-label={label} tabIndex={0} ref={box}>
      {lines.map((line, index) => (
        <li
          key={line.seconds}
          className={index === current ? styles['current'] : styles['line']}
          aria-current={index === current ? 'true' : undefined}
        >
          {line.text}
        </li>
      ))}
    </ol>
  );
}
