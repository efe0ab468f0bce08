import { useEffect, useRef } from 'react';
import styles from './question-heading.module.css';

interface QuestionHeadingProps {
  /** Id of the heading; `<id>-description` is the description's. */
  id: string;
  question: string;
  description?: string | undefined;
  /** Sentences to be read before answering. */
  terms?: readonly string[];
}

/** The question. Focus and eye move to it when it opens and when it changes: that announces it, once. */
export function QuestionHeading({ id, question, description, terms = [] }: QuestionHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is what moves the focus.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    globalThis.scrollTo(0, 0);
  }, [id]);
  return (
    <div className={styles['head']}>
      <h1 ref={heading} id={id} tabIndex={-1} aria-describedby={description && `${id}-description`}>
        {question}
      </h1>
      <div id={`${id}-description`} className={styles['description']}>
        {description && <p>{description}</p>}
        {terms.length > 0 && (
          <ul className={styles['terms']}>
            {terms.map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
