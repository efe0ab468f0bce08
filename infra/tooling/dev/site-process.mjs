// A process for the local site. Until it is told to run, it loads what an earlier build of the site is made of: packages
// are most of it, and are loaded once; the site's own modules are loaded again.
import { pathToFileURL } from 'node:url';

// Anybody who would say what to run may be gone.
const leave = () => process.exit();
process.once('disconnect', leave);
/** @typedef {{ program: string, folders: import('./local-site.ts').SiteFolders }} Build */
process.on('message', async (/** @type {{ prepare?: Build, run?: Build }} */ { prepare, run }) => {
  if (prepare) {
    const earlier = [prepare.program, prepare.folders.platformProgram].map((file) => import(`${pathToFileURL(file)}?earlier`));
    await Promise.allSettled(earlier);
  }
  if (!run) return;
  process.off('disconnect', leave);
  const { runLocalSite } = await import(pathToFileURL(run.program).href);
  await runLocalSite(run.folders);
});
