import { contractMajorsSchema, contractsSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { readOptionalText, readPositionals } from './arguments.ts';
import { type Command, formatTable, UsageError } from './command.ts';

const response = contractsSchema;

export const contracts: Command = {
  options: { retire: { type: 'string' }, restore: { type: 'string' } },
  async run(given, environment) {
    readPositionals(given);
    const [retire, restore] = ['retire', 'restore'].map((option) => readMajor(option, readOptionalText(given, option)));
    const registry = await environment.registry();
    let json = await registry.call({ method: 'GET', path: '/contracts', response });
    if (retire !== undefined || restore !== undefined) {
      const before = json.contracts.filter(({ retired }) => retired).map(({ major }) => major);
      const retired = [...new Set([...before, ...(retire === undefined ? [] : [retire])])].filter((major) => major !== restore);
      json = await registry.call({ method: 'PUT', path: '/contracts', json: { retired }, response });
    }
    const rows = json.contracts.map(({ version, retired, uses }) => [
      version,
      retired ? 'retired' : 'satisfied',
      uses.map(({ museumId, name, version: used }) => `${name}@${used} ${museumId}`).join(', '),
    ]);
    return { json, text: formatTable(['contract', 'state', 'needed by'], rows) };
  },
};

function readMajor(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const major = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (contractMajorsSchema.safeParse([major]).success) return major;
  throw new UsageError(`--${option} must be the number of a contract's major, such as 1, not "${text}"`);
}
