import { createWriter, type Writer } from '../create-writer.ts';
import { frenchRules } from './french-rules.ts';

export const frenchWriter: Writer = createWriter(frenchRules);
