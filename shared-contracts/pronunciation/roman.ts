const parts = [
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

/** 1 to 39, which is as far as rulers, rooms and centuries count. */
export function roman(value: number): string {
  const [size, letters] = parts.find(([part]) => part <= value) ?? [1, ''];
  return letters === '' ? '' : letters + roman(value - size);
}

/** Whole numbers from `first` to `last`, both included. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
