import { prepareData } from './start-site.ts';

/** What every run begins with; Playwright calls what it returns at the end. */
// biome-ignore lint/style/noDefaultExport: Playwright calls a module's default export
export default () => prepareData();
