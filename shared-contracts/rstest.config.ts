import { pageTests } from './build/test-project.ts';

export default pageTests('shared-contracts');
