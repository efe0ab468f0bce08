import type { MuseumContent } from '../content/content.ts';
import { loadContent } from '../content/load-content.ts';
import { demoContent } from '../content/testing/content-copy.ts';
import { createGuide, type EmbeddedGuide } from '../guide/guide.ts';

export interface DemoMuseum {
  content: MuseumContent;
  guide: EmbeddedGuide;
}

// Stored globally, because each test file is its own bundle in one process.
const key = Symbol.for('enfilade.demo-museums');
const shared: typeof globalThis & { [key]?: Promise<DemoMuseum[]> } = globalThis;

async function loadMuseums(): Promise<DemoMuseum[]> {
  const { museums } = await loadContent(demoContent);
  return museums.map((content) => ({ content, guide: createGuide(content) }));
}

shared[key] ??= loadMuseums();
/** The demo museums with their guides, loaded once for all test files of a process. Tests must not change the demo museums. */
export const demoMuseums = await shared[key];

export function demoMuseum(folder: string): DemoMuseum {
  const found = demoMuseums.find(({ content }) => content.folder === folder);
  if (!found) throw new Error(`no demo museum ${folder}`);
  return found;
}
