import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRsbuild, loadConfig } from '@rsbuild/core';
import { root } from './workspace.mjs';

/** Below node_modules: what is bundled finds the packages it leaves outside. @param {string} name @param {string} [owner] of those packages */
export const modulesFolder = (name, owner = 'infra/server') => path.join(root, owner, 'node_modules/.cache', name);

/** One of them. @param {string} folder @param {string} module @param {string} [owner] @returns {Promise<any>} */
export const loadModule = (folder, module, owner) => import(pathToFileURL(path.join(modulesFolder(folder, owner), `${module}.mjs`)).href);

/**
 * Makes modules of ours loadable by plain Node. Like the site's own build, packages stay outside the bundle.
 * @param {string} name of their folder @param {Record<string, string>} files by the name of the module, from the root
 * @param {string} [owner] whose packages they need @returns loads one of them
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
  return (/** @type {string} */ module) => loadModule(name, module, owner);
}
