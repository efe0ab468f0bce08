import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRsbuild, loadConfig } from '@rsbuild/core';
import { root } from './workspace.mjs';

/** Below the owner's node_modules, where the bundle finds its packages. @param {string} name @param {string} [owner] of the packages */
export const modulesFolder = (name, owner = 'infra/server') => path.join(root, owner, 'node_modules/.cache', name);

/**
 * As in the site's build, packages stay outside the bundle.
 * @param {string} name of the output folder @param {Record<string, string>} files module name → path below the root
 * @param {string} [owner] whose packages the modules need @returns a function that loads a module
 */
export async function bundleModules(name, files, owner) {
  const entry = Object.fromEntries(Object.entries(files).map(([module, file]) => [module, path.join(root, file)]));
  const cwd = path.join(root, 'infra/tooling');
  const { content } = await loadConfig({ cwd });
  const servers = content.environments?.['servers'] ?? {};
  const output = { ...servers.output, distPath: { root: modulesFolder(name, owner) } };
  const tools = { rspack: { output: { library: { type: 'module' } } } };
  const environments = { [name]: { ...servers, source: { entry }, output, tools } };
  const rsbuild = await createRsbuild({ cwd, config: { mode: 'production', logLevel: 'error', environments } });
  await (await rsbuild.build()).close();
  /** @param {string} module @returns {Promise<any>} */
  return (module) => import(pathToFileURL(path.join(modulesFolder(name, owner), `${module}.mjs`)).href);
}
