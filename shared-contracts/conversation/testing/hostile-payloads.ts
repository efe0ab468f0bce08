import { hostileAddresses } from './hostile-addresses.ts';
import { hostileHtml } from './hostile-html.ts';
import { hostileMarkdown } from './hostile-markdown.ts';

const writings: readonly ((address: string) => string)[] = [
  (address) => `See [the hours](${address}).`,
  (address) => `See [the hours](<${address}> "tomorrow").`,
  (address) => `See <${address}>.`,
  (address) => `See [the hours][h].\n\n[h]: ${address} 'tomorrow'`,
];

const links = hostileAddresses.map((address, index) => writings[index % writings.length]?.(address) ?? address);

/**
 * Only links to `museum.example` are allowed. Scripts would call `window.hostile`, and elements would request https://evil.invalid or
 * /evil/.
 */
export const hostilePayloads: readonly string[] = [...hostileHtml, ...links, ...hostileMarkdown];
