import { rollbackResultSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import type { z } from 'zod';
import { placeOptions, readNumber, readPlace, readPositionals } from '../arguments.ts';
import type { Command } from '../command.ts';
import { forMuseum } from '../words.ts';

export const rollback: Command = {
  takes: '--museum ID|--all --to SEQUENCE',
  does: 'makes a museum run an earlier set again, as a new set',
  options: { ...placeOptions, to: { type: 'string' } },
  async run(given, use) {
    readPositionals(given);
    const museumId = readPlace(given);
    const toSequence = readNumber(given, 'to', { least: 0, most: Number.MAX_SAFE_INTEGER });
    const registry = await use.registry();
    const path = `/museums/${museumId}/rollback`;
    const json = await registry.call({ method: 'POST', path, json: { toSequence }, answer: rollbackResultSchema });
    return {
      json,
      text: [`Set ${toSequence} is in force again ${forMuseum(museumId)}: set ${json.sequence}.`, ...describeChanges(json)].join('\n'),
    };
  },
};

function describeChanges({ changes, halted }: z.infer<typeof rollbackResultSchema>): string[] {
  return [
    ...changes.map(({ name, from, to }) => `${name}: ${to ?? 'no pin'} instead of ${from ?? 'no pin'}`),
    ...halted.map((id) => `Rollout ${id} is halted`),
  ];
}
