import { prepareData } from './start-site.ts';

/** Playwright calls this before a run, and the returned function at the end. */
// biome-ignore lint/style/noDefaultExport: Playwright calls a module's default export
export default () => prepareData();
