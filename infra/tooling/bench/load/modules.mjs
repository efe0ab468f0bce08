import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../workspace.mjs';

/** Below node_modules: what is bundled finds the packages it leaves outside. */
export const modulesDir = path.join(root, 'infra/server/node_modules/.cache/load');

/** One of the gateway's modules, as plain Node can load it. @param {string} name */
export const loadModule = (name) => import(pathToFileURL(path.join(modulesDir, `${name}.mjs`)).href);
