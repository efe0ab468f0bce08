import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { memo } from 'react';
import styles from './question.module.css';

/** What the visitor said. */
export const Question = memo(function Question({ text, t }: { text: string; t: Translate }) {
  return (
    <article className={styles['question']}>
      <VisuallyHidden as="h2">{t('speaker.visitor')}</VisuallyHidden>
      <p className={styles['words']}>{text}</p>
    </article>
  );
});
