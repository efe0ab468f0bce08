import { placeOptions, readPlace, readPositionals } from '../arguments.ts';
import { setAnswerSchema } from '../client/set-answer.ts';
import type { Command } from '../command.ts';
import { formatTable } from '../table.ts';

export const set: Command = {
  takes: '--museum ID|--all',
  does: 'shows the release set in force: what the museum runs, or what it would run without versions of its own',
  options: placeOptions,
  async run(given, use) {
    readPositionals(given);
    const path = `/museums/${readPlace(given)}/set`;
    const registry = await use.registry();
    const json = await registry.call({ method: 'GET', path, answer: setAnswerSchema });
    const whose = json.museumId === '*' ? 'The default of all museums' : `Museum ${json.museumId}`;
    const rows = Object.entries(json.remotes).map(([name, { version, contract }]) => [name, version, contract]);
    return { json, text: `${whose}: set ${json.sequence} of ${json.issuedAt}\n${formatTable(['remote', 'version', 'contract'], rows)}` };
  },
};
