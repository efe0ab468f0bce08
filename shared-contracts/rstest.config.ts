import { markdownTests } from './build/markdown-parser.ts';
import { pageTests } from './build/test-project.ts';

export default pageTests('shared-contracts', undefined, markdownTests);
