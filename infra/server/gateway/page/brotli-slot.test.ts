import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { compressAround, slotEnd } from './brotli-slot.ts';

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 16, maxLength: 16 });
const text = fc.string({ unit: fc.constantFrom('<a href="', '0123456789abcdef"', 'é', '"', ' ', 'x', '\u003c', '=="'), maxLength: 400 });

describe('a text compressed around a slot', () => {
  it('is what stands before, the slot and what stands behind, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.uniqueArray(hex, { minLength: 1, maxLength: 4 }), text, async (before, ids, after) => {
        const fill = await compressAround(before, 16 + slotEnd.length, Buffer.from(after));
        for (const id of ids) expect(brotliDecompressSync(fill(id + slotEnd)).toString()).toBe(before + id + slotEnd + after);
      }),
    );
  });

  it('refuses a slot for which there are not enough bytes that occur nowhere', async () => {
    await expect(compressAround('a', slotEnd.length, Buffer.from('b'))).rejects.toThrow('holds 1 to');
    await expect(compressAround('a', 40, Buffer.from('b'))).rejects.toThrow('holds 1 to');
  });
});
