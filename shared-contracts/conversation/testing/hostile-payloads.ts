import { hostileAddresses } from './hostile-addresses.ts';
import { hostileHtml } from './hostile-html.ts';
import { hostileMarkdown } from './hostile-markdown.ts';

/** The ways to write an address in Markdown, used in turn. */
const writings: readonly ((address: string) => string)[] = [
  (address) => `See [the hours](${address}).`,
  (address) => `See [the hours](<${address}> "tomorrow").`,
  (address) => `See <${address}>.`,
  (address) => `See [the hours][h].\n\n[h]: ${address} 'tomorrow'`,
];

const links = hostileAddresses.map((address, index) => writings[index % writings.length]?.(address) ?? address);

/**
 * Answers for a museum that allows links to `museum.example` alone. Scripts would call `window.hostile`. Elements would request
 * https://evil.invalid or a path below /evil/.
 */
export const hostilePayloads: readonly string[] = [...hostileHtml, ...links, ...hostileMarkdown];
