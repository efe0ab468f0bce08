/**
 * The base address of a service in OpenAI's shape. Their own libraries want the version in it, `https://host/v1`; who
 * writes the host alone means the same.
 */
export function versionedBase(url: string): string {
  const base = url.replace(/\/+$/, '');
  return new URL(base).pathname === '/' ? `${base}/v1` : base;
}
