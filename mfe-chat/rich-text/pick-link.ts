/** Letters, digits, dots and hyphens up to the path: no user, no port, no backslash, no letter from another script. */
const plainHttps = /^https:\/\/[a-z0-9.-]+(?=[/?#]|$)/i;
/** Browsers drop some of these from an address before they follow it. */
const dropped = /[\s\\\p{Cc}\p{Cf}\p{Cs}]/u;

/** The address if an answer may link to it: https, at exactly one of `linkHosts`, without tricks. */
export function pickLink(written: string, linkHosts: readonly string[]): string | undefined {
  if (!plainHttps.test(written) || dropped.test(written)) return undefined;
  const url = readUrl(written);
  return url && url.protocol === 'https:' && isBare(url) && linkHosts.includes(url.hostname) ? url.href : undefined;
}

const isBare = ({ port, username, password }: URL) => port === '' && username === '' && password === '';

/** Some visitors' browsers lack URL.canParse. */
function readUrl(written: string): URL | undefined {
  try {
    return new URL(written);
  } catch {
    return undefined;
  }
}
