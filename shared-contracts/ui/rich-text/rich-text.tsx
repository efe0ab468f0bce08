import { memo } from 'react';
import { withFrenchSpaces } from '../../i18n/french-spaces.ts';
import type { Language } from '../../i18n/language.ts';
import { useScreen } from '../screen-context.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { type Block, type Inline, restMark } from './blocks.ts';
import styles from './rich-text.module.css';

const withoutRest = (text: string) => text.split(restMark)[0];

interface BlocksProps {
  blocks: readonly Block[];
}

/** An unchanged block object is not rendered again. */
export function RichText({ blocks, language }: BlocksProps & { language?: Language | undefined }) {
  return (
    <div className={styles['words']} lang={language}>
      <Blocks blocks={blocks} />
    </div>
  );
}

function Blocks({ blocks }: BlocksProps) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: text grows at its end alone, so that the index identifies a block
    <BlockView block={block} key={index} />
  ));
}

const BlockView = memo(function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Inlines inlines={block.children} />
        </p>
      );
    case 'heading':
      return (
        <h3 className={styles['heading']}>
          <Inlines inlines={block.children} />
        </h3>
      );
    case 'list':
      return <List start={block.start} items={block.items} />;
    case 'quote':
      return (
        <blockquote className={styles['quote']}>
          <Blocks blocks={block.children} />
        </blockquote>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be focusable for the arrow keys
        <pre className={styles['code']} tabIndex={0}>
          <code>{withoutRest(block.text)}</code>
        </pre>
      );
    case 'rule':
      return <hr className={styles['rule']} />;
  }
});

function List({ start, items }: { start: number | undefined; items: readonly (readonly Block[])[] }) {
  const listItems = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as for blocks
    <li key={index}>
      <Blocks blocks={item} />
    </li>
  ));
  if (start === undefined) return <ul className={styles['list']}>{listItems}</ul>;
  return (
    <ol className={styles['list']} start={start}>
      {listItems}
    </ol>
  );
}

function Inlines({ inlines }: { inlines: readonly Inline[] }) {
  return inlines.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: text grows at its end alone, so that the index identifies a part
    <InlineView inline={inline} key={index} />
  ));
}

function InlineView({ inline }: { inline: Inline }) {
  const { t } = useScreen<'link.opensOutside'>();
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
          <Inlines inlines={inline.children} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines inlines={inline.children} />
        </em>
      );
    case 'code':
      return <code className={styles['inlineCode']}>{withoutRest(inline.text)}</code>;
    case 'link':
      return (
        <a href={inline.url} target="_blank" rel="noopener noreferrer nofollow">
          <Inlines inlines={inline.children} />
          <VisuallyHidden>{` ${t('link.opensOutside')}`}</VisuallyHidden>
        </a>
      );
    case 'break':
      return <br />;
  }
}
