// Plain JavaScript, because installing and building need this module.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Finds the folders that declare a screen, with the name of their build.
 * @param {string} root
 * @returns {{ name: string, folder: string, isForVisitors: boolean, declaration: object }[]} folders are relative to the root
 */
export function findRemoteFolders(root) {
  const folders = ['', 'infra'].flatMap((parent) => readdirSync(path.join(root, parent)).map((name) => path.posix.join(parent, name)));
  return folders.flatMap((folder) => {
    const [config = '', file = ''] = ['rsbuild.config.ts', 'declaration.json'].map((name) => path.join(root, folder, name));
    if (!existsSync(config) || !existsSync(file)) return [];
    const name = /remoteConfig\(\{ name: '([a-z][a-z0-9]*)'/.exec(readFileSync(config, 'utf8'))?.[1];
    const { budget: _, ...declaration } = readDeclaration(file);
    return name === undefined ? [] : [{ name, folder, isForVisitors: declaration.audience !== 'operators', declaration }];
  });
}

/** A broken file counts as empty: the folder's build reports the fault, and other commands continue. @param {string} file */
function readDeclaration(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) ?? {};
  } catch {
    return {};
  }
}
