import type { MuseumContent } from '../content/content.ts';
import { loadContent } from '../content/load-content.ts';
import { demoContent } from '../content/testing/content-copy.ts';
import { createGuide, type EmbeddedGuide } from '../guide/guide.ts';

export interface DemoMuseum {
  content: MuseumContent;
  guide: EmbeddedGuide;
}

// Test files are bundles of their own in one process: what they share is kept outside of them.
const key = Symbol.for('enfilade.demo-museums');
const shared: typeof globalThis & { [key]?: Promise<DemoMuseum[]> } = globalThis;

async function loadMuseums(): Promise<DemoMuseum[]> {
  const { museums } = await loadContent(demoContent);
  return museums.map((content) => ({ content, guide: createGuide(content) }));
}

shared[key] ??= loadMuseums();
/** The demo museums with their guides. They are loaded and indexed once a process, and nobody changes them. */
export const demoMuseums = await shared[key];

export function demoMuseum(folder: string): DemoMuseum {
  const found = demoMuseums.find(({ content }) => content.folder === folder);
  if (!found) throw new Error(`no demo museum ${folder}`);
  return found;
}
