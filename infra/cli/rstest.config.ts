import { nodeTests } from '@enfilade/shared-contracts/build/test-project';

export default nodeTests('cli');
