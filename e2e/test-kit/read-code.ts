import type { Locator } from '@playwright/test';
import decodeQR from 'qr/decode.js';

export async function readCode(code: Locator): Promise<string> {
  const size = Number((await code.getAttribute('viewBox'))?.split(' ')[2]);
  const dark = await code.locator('path').nth(1).getAttribute('d');
  const scale = 4;
  const width = (size + 8) * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of dark?.matchAll(/M(\d+) (\d+)/g) ?? [])
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < scale; column += 1) {
        const at = (((Number(y) + 4) * scale + row) * width + (Number(x) + 4) * scale + column) * 4;
        data.fill(0, at, at + 3);
      }
  return decodeQR({ width, height: width, data });
}
