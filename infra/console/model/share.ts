/** Percent as typed, 0 to 100 with at most two decimals; undefined for anything else. */
export function parseShare(typed: string): number | undefined {
  if (!/^\d{1,3}(?:\.\d{1,2})?$/.test(typed.trim())) return undefined;
  const percent = Number(typed);
  return percent <= 100 ? percent : undefined;
}

/** Minutes as typed, 1 to 1440; undefined for anything else. */
export function parseMinutes(typed: string): number | undefined {
  const minutes = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0;
  return minutes >= 1 && minutes <= 1_440 ? minutes : undefined;
}
