import { cookieNames, formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';

/** Keeps the number the gateway chose this page's versions by: the next page gets the same ones. */
export function rememberVisitor(page: Document, isSecure: boolean): void {
  const { visitor } = page.documentElement.dataset;
  if (visitor) page.cookie = formatCookie(cookieNames.visitorId, visitor, isSecure);
}
