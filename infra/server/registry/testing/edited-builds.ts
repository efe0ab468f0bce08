import { editJson, type Files, remoteFiles, sealEntry } from './built-remote.ts';

export interface BadBuild {
  what: string;
  files(): Files;
  message: RegExp;
}

export const description = 'enfilade-remote.json';
export const manifest = 'mf-manifest.json';

export const without = (file: string): Files => {
  const files = remoteFiles();
  files.delete(file);
  return files;
};
export const withFile = (file: string, contents: string | Buffer): Files => remoteFiles().set(file, contents);
/** The entry has the hash of the changed file. */
export const withSealed = (file: string, contents: string | Buffer): Files => sealEntry(withFile(file, contents));
export const withDescription = (change: object): Files => editJson(remoteFiles(), description, (value) => Object.assign(value, change));
export const withManifest = (part: string[], change: object): Files =>
  editJson(remoteFiles(), manifest, (value) => {
    const target = part.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], value);
    Object.assign(target as object, change);
  });
