import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { Inline } from './blocks.ts';
import styles from './rich-text.module.css';

/** What stands in a line. */
export function Inlines({ inlines, t }: { inlines: readonly Inline[]; t: Translate }) {
  return inlines.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end, a part is its place in it
    <InlineView inline={inline} t={t} key={index} />
  ));
}

function InlineView({ inline, t }: { inline: Inline; t: Translate }) {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'strong':
      return (
        <strong>
          <Inlines inlines={inline.children} t={t} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines inlines={inline.children} t={t} />
        </em>
      );
    case 'code':
      return <code className={styles['inlineCode']}>{inline.text}</code>;
    case 'link':
      return (
        <a href={inline.url} target="_blank" rel="noopener noreferrer nofollow">
          <Inlines inlines={inline.children} t={t} />
          <VisuallyHidden> {t('feedback.opensOutside')}</VisuallyHidden>
        </a>
      );
    case 'break':
      return <br />;
  }
}
