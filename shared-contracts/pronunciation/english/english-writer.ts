import { createWriter, type Writer } from '../create-writer.ts';
import { englishRules } from './english-rules.ts';

export const englishWriter: Writer = createWriter(englishRules);
