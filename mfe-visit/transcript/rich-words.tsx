import { RichText } from '@enfilade/shared-contracts/ui/rich-text/rich-text';
import { useBlocks } from '@enfilade/shared-contracts/ui/rich-text/use-blocks';
import type { Translate } from '../texts/texts.ts';
import type { Entry } from './entries.ts';

interface RichWordsProps {
  entry: Entry;
  linkHosts: readonly string[];
  t: Translate;
}

/** An answer with its Markdown drawn. */
export function RichWords({ entry: { text, isMarkdown = false, state }, linkHosts, t }: RichWordsProps) {
  return <RichText blocks={useBlocks(text, { isMarkdown, isArriving: state === 'arriving', linkHosts })} t={t} />;
}
