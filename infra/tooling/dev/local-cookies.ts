/*
 * Cookies whose names begin with `__Host-` or `__Secure-`, and those marked Secure, are taken from https alone by
 * some browsers, also on this machine. Here they go by another name and without the mark; the site never sees that.
 */
const reserved = /^__(?:Host|Secure)-/i;
const prefix = 'dev-';

/** A Set-Cookie header of the site as the local address may set it. */
export function toLocalCookie(header: string): string {
  const [pair = '', ...attributes] = header.split(';');
  const kept = attributes.filter((attribute) => !/^\s*(?:secure|partitioned|domain\s*=.*)\s*$/i.test(attribute));
  const named = reserved.test(pair.trimStart()) ? `${prefix}${pair.trimStart()}` : pair;
  // SameSite=None is for Secure alone, and everything here is one site.
  return [named, ...kept.map((attribute) => attribute.replace(/^(\s*samesite\s*=\s*)none\s*$/i, '$1Lax'))].join(';');
}

/** A Cookie header of the browser as the site set its cookies; undefined when nothing is left for it. */
export function toSiteCookies(header: string): string | undefined {
  const cookies = header.split(';').map((cookie) => cookie.trim());
  // Other programs of this machine share the jar: what they call by a reserved name is not this site's.
  const own = cookies.filter((cookie) => cookie !== '' && !reserved.test(cookie));
  const named = own.map((cookie) =>
    cookie.startsWith(prefix) && reserved.test(cookie.slice(prefix.length)) ? cookie.slice(prefix.length) : cookie,
  );
  return named.length > 0 ? named.join('; ') : undefined;
}
