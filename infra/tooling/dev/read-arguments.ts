import { parseArgs } from 'node:util';
import { DevUsageError } from './terminal.ts';

/** What `npm run dev --` is to do. */
export type DevTask =
  | { kind: 'help' }
  | { kind: 'everything'; name: string | undefined; port: number }
  | { kind: 'against'; name: string; folder: string | undefined; site: string; port: number };

const options = {
  against: { type: 'string' },
  folder: { type: 'string' },
  port: { type: 'string', default: '8090' },
  help: { type: 'boolean' },
} as const;

/** @throws DevUsageError */
export function readArguments(argv: readonly string[]): DevTask {
  const { values, positionals } = parse(argv);
  if (values.help) return { kind: 'help' };
  const port = readPort(values.port);
  const [name, ...more] = positionals;
  if (more.length > 0) throw new DevUsageError(`"${more[0]}" has no place here`);
  if (name !== undefined && values.against !== undefined) {
    return { kind: 'against', name, folder: values.folder, site: readSite(values.against), port };
  }
  if (values.against !== undefined) throw new DevUsageError('The name of a screen must stand before --against');
  if (values.folder !== undefined) throw new DevUsageError('--folder is for one screen inside the site that --against names');
  return { kind: 'everything', name, port };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (cause) {
    // The sentences after the first one speak of quoting, which is seldom the trouble.
    const [reason = ''] = String(cause instanceof Error ? cause.message : cause).split(/\.\s/);
    throw new DevUsageError(reason, { cause });
  }
}

/** Port 0 is a free one. */
function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new DevUsageError('--port must be a number from 0 to 65535');
}

/** The origin of a site, without the slash that browsers show behind it. */
function readSite(text: string): string {
  const address = text.replace(/\/$/, '');
  const isOrigin =
    URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) && new URL(address).origin === address.toLowerCase();
  if (isOrigin) return new URL(address).origin;
  throw new DevUsageError(`"${text}" is not the origin of a site, such as https://guide.example.org`);
}
