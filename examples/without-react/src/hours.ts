/** From Sunday on. On a day without hours the house is closed. */
const week = [[10, 18], undefined, [10, 18], [10, 18], [10, 18], [10, 20], [10, 18]] as const;

const atHour = (day: Date, hour = 0) => new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour);

/** Undefined if the house is closed on that day. */
export function hoursOf(day: Date): readonly [opens: Date, closes: Date] | undefined {
  const hours = week[day.getDay()];
  return hours && [atHour(day, hours[0]), atHour(day, hours[1])];
}

/** From Monday on. */
export function daysOfWeek(now: Date): Date[] {
  const monday = now.getDate() - ((now.getDay() + 6) % 7);
  return Array.from({ length: 7 }, (_, day) => new Date(now.getFullYear(), now.getMonth(), monday + day));
}

/** The founder's condition: the first Sunday of the month is free. */
export const isFree = (day: Date): boolean => day.getDay() === 0 && day.getDate() <= 7;

export type Opening = { is: 'open' | 'opens'; at: Date } | { is: 'closed' };

export function openingAt(now: Date): Opening {
  const [opens, closes] = hoursOf(now) ?? [];
  if (!opens || !closes || now >= closes) return { is: 'closed' };
  return now >= opens ? { is: 'open', at: closes } : { is: 'opens', at: opens };
}
