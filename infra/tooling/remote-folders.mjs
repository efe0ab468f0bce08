// Plain JavaScript, because what decides what is installed and built runs before anything is.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The remotes of a checkout: folders that declare a screen, each with the name its build has.
 * @param {string} root the repository's
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

/** An unfinished file is no error yet: that folder's build reports its problems, and other commands continue. @param {string} file */
function readDeclaration(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) ?? {};
  } catch {
    return {};
  }
}
