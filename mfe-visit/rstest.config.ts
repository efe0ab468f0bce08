import { pageTests } from '@enfilade/shared-contracts/build/test-project';

export default pageTests('mfe-visit', 'visit');
