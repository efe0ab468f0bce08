import { prepareData } from './start-site.ts';

/** Playwright calls the returned function at the end of the run. */
// biome-ignore lint/style/noDefaultExport: Playwright calls a module's default export
export default () => prepareData();
