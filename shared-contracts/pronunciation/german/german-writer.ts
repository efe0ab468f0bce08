import { createWriter, type Writer } from '../create-writer.ts';
import { germanRules } from './german-rules.ts';

export const germanWriter: Writer = createWriter(germanRules);
