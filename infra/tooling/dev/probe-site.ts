import { satisfies } from '@enfilade/shared-contracts/releases/version-range';
import { request } from 'undici';
import { readPageSet } from './local-page.ts';
import { reasonOf } from './site-proxy.ts';
import { DevError } from './terminal.ts';

const limitMs = 15_000;
/** SPKI in base64 of any key on P-256 begins with these characters. */
const keyStart = 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE';
const scriptSource = /<script\b[^>]*\bsrc="([^"]+)"/g;

/**
 * @param wanted.contract the range that the build needs
 * @param wanted.withHost whether pages get the host of this checkout
 * @throws DevError with one sentence that says what to do
 */
export async function probeSite(origin: string, { contract: range, withHost }: { contract: string; withHost: boolean }): Promise<void> {
  const { status, location, text } = await load(origin, '/');
  if (location !== undefined && URL.canParse(location, origin) && new URL(location, origin).origin !== origin) {
    throw new DevError(`${origin} redirects to ${new URL(location, origin).origin}; use that address.`);
  }
  const set = readPageSet(text);
  if (!set)
    throw new DevError(
      `${origin} is not an Enfilade site (its page, status ${status}, has no release set); use the address of an Enfilade site.`,
    );
  const { contract } = set;
  if (!satisfies(contract, range)) {
    throw new DevError(
      `${origin} runs contract ${contract}, the build needs ${range}; build with a commit of that contract, or use a site that is as new.`,
    );
  }
  if (!withHost && (await hasBuiltInKeys(origin, text))) {
    throw new DevError(
      `The host of ${origin} was built with ENFILADE_SET_KEYS and runs no release set but its own; use a site whose host was built without these keys. \`npm run dev\` can also run the host of the checkout: --with-host.`,
    );
  }
}

/** Scripts with keys would refuse a set that the dev server signed. */
async function hasBuiltInKeys(origin: string, html: string): Promise<boolean> {
  const sources = [...html.matchAll(scriptSource)].map(([, source = '']) => new URL(source, origin));
  const own = sources.filter((source) => source.origin === origin);
  const scripts = await Promise.all(own.map(({ pathname }) => load(origin, pathname)));
  return scripts.some(({ text }) => text.includes(keyStart));
}

async function load(origin: string, path: string): Promise<{ status: number; location: string | undefined; text: string }> {
  try {
    const { statusCode, headers, body } = await request(origin + path, {
      headers: { accept: 'text/html, */*', 'accept-encoding': 'identity' },
      signal: AbortSignal.timeout(limitMs),
    });
    const { location } = headers;
    return { status: statusCode, location: typeof location === 'string' ? location : undefined, text: await body.text() };
  } catch (cause) {
    const reason = reasonOf(cause);
    const isCertificate = /CERT|SIGNATURE|ISSUER/i.test(reason);
    const remedy = isCertificate
      ? 'set NODE_EXTRA_CA_CERTS to the certificate of its authority'
      : 'start the site, or use the address of a running site';
    throw new DevError(`${origin} cannot be reached (${reason}); ${remedy}.`, { cause });
  }
}
