import { markdownTests } from '@enfilade/shared-contracts/build/markdown-parser';
import { pageTests } from '@enfilade/shared-contracts/build/test-project';

export default pageTests('mfe-chat', 'chat', markdownTests);
