// This module imports no package, so that `npm run NAME -- --help` works before the packages are installed.
import { readFileSync } from 'node:fs';

/** The section of an npm command in docs/reference/commands.md, as plain text. @param {string} name */
export function helpOf(name) {
  const page = readFileSync(new URL('../../../docs/reference/commands.md', import.meta.url), 'utf8');
  const [, section = ''] = new RegExp(`^## npm (?:run )?${name}\n([\\s\\S]*?)^## `, 'm').exec(page) ?? [];
  return section
    .replaceAll(/^\| (?:command|---) .*\n/gm, '')
    .replaceAll(/^\| (.*) \| (.*) \|$/gm, '$1\n    $2')
    .replaceAll(/^- /gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll(/\n+/g, '\n')
    .trim();
}
