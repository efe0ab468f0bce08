import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type Command, onSheet, trace } from './svg-path.ts';
import { shortNumber, writePath } from './write-path.ts';

const values: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, z: 0 };

/** The end points a browser would find in relative path data. */
function endPoints(data: string): string[] {
  const out: string[] = [];
  let [x, y] = [0, 0];
  for (const [, letter = '', rest = ''] of data.matchAll(/([a-z])([^a-z]*)/g)) {
    const numbers = [...rest.matchAll(/-?\d+/g)].map(([n]) => Number(n));
    const count = values[letter] ?? 0;
    for (let i = 0; count > 0 && i < numbers.length; i += count) {
      const [dx = 0, dy = 0] = letter === 'v' ? [0, numbers[i]] : numbers.slice(i + count - (letter === 'h' ? 1 : 2), i + count);
      x += dx;
      y += dy;
      out.push(`${x} ${y}`);
    }
  }
  return out;
}

describe('writePath', () => {
  it('writes short relative data', () => {
    expect(writePath(trace(onSheet, 'M 10 10 L 20 10 L 20 30 L 15 25 L 5 5 C 1 2, 3 4, 5 6 Z'))).toBe(
      'm10 10h10v20l-5-5-10-20c-4-3-2-1 0 1z',
    );
  });

  it('leads a pen to the same whole points', () => {
    const point = fc.tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -900, max: 900 }));
    const command = fc.oneof(fc.tuple(fc.constant('L' as const), point), fc.tuple(fc.constant('C' as const), point, point, point));
    fc.assert(
      fc.property(point, fc.array(command, { maxLength: 12 }), (start, rest) => {
        const path: Command[] = [['M', start], ...rest];
        const drawn = endPoints(writePath(path));
        // A line to where the pen already is may be left out.
        const meant = path.map((one) => one.at(-1)).map((end) => (Array.isArray(end) ? end.join(' ') : ''));
        const moving = meant.filter((end, i) => i === 0 || path[i]?.[0] !== 'L' || end !== meant[i - 1]);
        expect(drawn).toEqual(moving);
      }),
    );
  });
});

describe('shortNumber', () => {
  it('drops what SVG does not need', () => {
    expect([0.5, -0.5, 1, 0, 10.25].map((n) => shortNumber(n, 1))).toEqual(['.5', '-.5', '1', '0', '10.3']);
  });
});
