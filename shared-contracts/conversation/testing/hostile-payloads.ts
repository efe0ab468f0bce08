import { hostileAddresses } from './hostile-addresses.ts';
import { hostileHtml } from './hostile-html.ts';
import { hostileMarkdown } from './hostile-markdown.ts';

/** Every way Markdown has to write an address down, one after another. */
const writings: readonly ((address: string) => string)[] = [
  (address) => `See [the hours](${address}).`,
  (address) => `See [the hours](<${address}> "tomorrow").`,
  (address) => `See <${address}>.`,
  (address) => `See [the hours][h].\n\n[h]: ${address} 'tomorrow'`,
];

const links = hostileAddresses.map((address, index) => writings[index % writings.length]?.(address) ?? address);

/**
 * Answers of ill will, for a museum that allows links to `museum.example` only. Run, they would call
 * `window.hostile`; drawn, they would ask https://evil.invalid or a path below /evil/.
 */
export const hostilePayloads: readonly string[] = [...hostileHtml, ...links, ...hostileMarkdown];
