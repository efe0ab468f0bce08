import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';

/** Far longer than any upload takes, and than the clocks of two machines differ. */
const deadAfterMs = 86_400_000;

/**
 * The folder where builds are put together before they are moved into place. What has lain there for a day was left by a
 * process that died; anything younger may be another gateway's upload that is under way.
 */
export async function openIncoming(root: string, clock: Clock): Promise<string> {
  // No remote's name begins with a dot.
  const incoming = path.join(root, '.incoming');
  await mkdir(incoming, { recursive: true });
  for (const entry of await readdir(incoming)) {
    const folder = path.join(incoming, entry);
    // Gone by now: the upload ended, or another gateway cleans as well.
    const found = await stat(folder).catch(() => undefined);
    if (found && clock.now() - found.mtimeMs > deadAfterMs) await rm(folder, { recursive: true, force: true });
  }
  return incoming;
}
