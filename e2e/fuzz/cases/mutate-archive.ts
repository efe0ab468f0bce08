import { gunzipSync, gzipSync } from 'node:zlib';
import { packBuild, remoteFiles } from '@enfilade/server/registry/testing/built-remote';
import type { Dice } from '../dice.ts';

export const archives: readonly Buffer[] = ['1.0.0', '1.1.0'].map((version) => packBuild(remoteFiles({ version })));

/** The change is before or after the packing. */
export function mutateArchive(good: Buffer, dice: Dice): Buffer {
  const how = dice.below(10);
  if (how === 0) return gzipSync(spoilt(gunzipSync(dice.pick(archives)), 512, dice), { level: 1 });
  if (how < 4) return good.subarray(0, dice.below(good.length));
  if (how === 4) return Buffer.concat([good, good]);
  if (how === 5) return Buffer.from(JSON.stringify({ name: 'landing' }));
  return spoilt(good, how < 7 ? 12 : good.length, dice);
}

function spoilt(good: Buffer, before: number, dice: Dice): Buffer {
  const bytes = Buffer.from(good);
  for (let left = 1 + dice.below(4); left > 0; left -= 1) bytes[dice.below(Math.min(before, bytes.length))] = dice.below(256);
  return bytes;
}
