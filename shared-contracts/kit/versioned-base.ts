/** OpenAI's libraries require the version in the base URL, `https://host/v1`. A URL with the host alone gets `/v1`. */
export function versionedBase(url: string): string {
  const base = url.replace(/\/+$/, '');
  return new URL(base).pathname === '/' ? `${base}/v1` : base;
}
