import { issuedGrantSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { museumOption, readMuseum, readNumber, readPositionals, readRelease } from '../arguments.ts';
import type { Command } from '../command.ts';

const longestMinutes = 1_440;

export const grant: Command = {
  takes: 'NAME@VERSION --museum ID --minutes MINUTES',
  does: 'makes a link that shows one version at one museum for some minutes to whoever opens it',
  options: { ...museumOption, minutes: { type: 'string' } },
  async run(given, use) {
    const [release = ''] = readPositionals(given, 'one release such as visit@1.9.0');
    const { name: remote, version } = readRelease(release);
    const museumId = readMuseum(given);
    const minutes = readNumber(given, 'minutes', { least: 1, most: longestMinutes });
    const registry = await use.registry();
    const order = { remote, version, museumId, minutes };
    const issued = await registry.call({ method: 'POST', path: '/grants', json: order, answer: issuedGrantSchema });
    const url = new URL(`/?${new URLSearchParams({ museum: museumId, grant: issued.grant })}`, registry.url).href;
    const text = `${url}\nWhoever opens it sees ${remote} ${version} at museum ${museumId} until ${issued.expiresAt}.`;
    return { json: { ...issued, url }, text };
  },
};
