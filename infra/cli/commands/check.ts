import path from 'node:path';
import { readPositionals } from '../arguments.ts';
import { readBuild } from '../build/read-build.ts';
import type { Command } from '../command.ts';

export const check: Command = {
  takes: 'DIR',
  does: 'puts a built folder to the gate of publish, without a registry, and tells everything that stands against it',
  options: {},
  async run(given, { cwd }) {
    const [folder = ''] = readPositionals(given, 'one built folder');
    const { name, version, contract, files } = (await readBuild(path.resolve(cwd, folder))).release;
    return {
      json: { name, version, contract, problems: [] },
      text: `${name} ${version} passes: contract ${contract}, ${Object.keys(files).length} files.`,
    };
  },
};
