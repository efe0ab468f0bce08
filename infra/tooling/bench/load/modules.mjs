import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { modulesFolder } from '../../bundle-modules.mjs';

/** One of the gateway's modules, as plain Node can load it. @param {string} name */
export const loadModule = (name) => import(pathToFileURL(path.join(modulesFolder('load'), `${name}.mjs`)).href);
