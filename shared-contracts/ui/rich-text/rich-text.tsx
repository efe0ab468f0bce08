import { memo } from 'react';
import { withFrenchSpaces } from '../../i18n/french-spaces.ts';
import type { Language } from '../../i18n/language.ts';
import type { TranslateKeys } from '../../i18n/use-translation.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { type Block, type Inline, restMark } from './blocks.ts';
import styles from './rich-text.module.css';

type RichTextTexts = TranslateKeys<'link.opensOutside'>;

const withoutRest = (text: string) => text.split(restMark)[0];

interface BlocksProps {
  blocks: readonly Block[];
  t: RichTextTexts;
}

/** An answer's text. A block that is the same object as before is not drawn again. */
export function RichText({ blocks, language, t }: BlocksProps & { language?: Language | undefined }) {
  return (
    <div className={styles['words']} lang={language}>
      <Blocks blocks={blocks} t={t} />
    </div>
  );
}

function Blocks({ blocks, t }: BlocksProps) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end, so a block is its index
    <BlockView block={block} t={t} key={index} />
  ));
}

const BlockView = memo(function BlockView({ block, t }: { block: Block; t: RichTextTexts }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Inlines inlines={block.children} t={t} />
        </p>
      );
    case 'heading':
      return (
        <h3 className={styles['heading']}>
          <Inlines inlines={block.children} t={t} />
        </h3>
      );
    case 'list':
      return <List start={block.start} items={block.items} t={t} />;
    case 'quote':
      return (
        <blockquote className={styles['quote']}>
          <Blocks blocks={block.children} t={t} />
        </blockquote>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable for the arrow keys
        <pre className={styles['code']} tabIndex={0}>
          <code>{withoutRest(block.text)}</code>
        </pre>
      );
    case 'rule':
      return <hr className={styles['rule']} />;
  }
});

function List({ start, items, t }: { start: number | undefined; items: readonly (readonly Block[])[]; t: RichTextTexts }) {
  const listItems = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as with blocks
    <li key={index}>
      <Blocks blocks={item} t={t} />
    </li>
  ));
  if (start === undefined) return <ul className={styles['list']}>{listItems}</ul>;
  return (
    <ol className={styles['list']} start={start}>
      {listItems}
    </ol>
  );
}

function Inlines({ inlines, t }: { inlines: readonly Inline[]; t: RichTextTexts }) {
  return inlines.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end, so a part is its index
    <InlineView inline={inline} t={t} key={index} />
  ));
}

function InlineView({ inline, t }: { inline: Inline; t: RichTextTexts }) {
  switch (inline.kind) {
    case 'text': {
      const [text = '', rest] = inline.text.split(restMark);
      return (
        <>
          <span>{withFrenchSpaces(text)}</span>
          {rest && <span className={styles['rest']}>{withFrenchSpaces(rest)}</span>}
        </>
      );
    }
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
      return <code className={styles['inlineCode']}>{withoutRest(inline.text)}</code>;
    case 'link':
      return (
        <a href={inline.url} target="_blank" rel="noopener noreferrer nofollow">
          <Inlines inlines={inline.children} t={t} />
          <VisuallyHidden>{` ${t('link.opensOutside')}`}</VisuallyHidden>
        </a>
      );
    case 'break':
      return <br />;
  }
}
