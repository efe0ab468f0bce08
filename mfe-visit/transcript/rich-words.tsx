import { RichText } from '@enfilade/shared-contracts/ui/rich-text/rich-text';
import { useBlocks } from '@enfilade/shared-contracts/ui/rich-text/use-blocks';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import type { Entry } from './translate-entries.ts';

export function RichWords({ entry: { text, isMarkdown = false, state } }: { entry: Entry }) {
  const { linkHosts } = useScreen().profile;
  return <RichText blocks={useBlocks(text, { isMarkdown, isArriving: state === 'arriving', linkHosts })} />;
}
