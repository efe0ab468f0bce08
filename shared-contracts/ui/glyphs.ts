interface Glyph {
  /** Side of the square the paths are drawn in. */
  box: 24 | 32;
  lines?: string;
  /** Parts filled with the text's colour. */
  solid?: string;
  isTurned?: true;
}

const microphone = 'M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3';
const thumb = 'M4 11h3.5v8.5H4ZM7.5 11 11 4c1.6 0 2.5 1 2.5 2.5V10H19a1.5 1.5 0 0 1 1.4 1.9l-1.7 6.2a2 2 0 0 1-1.9 1.4H7.5';
const loudspeaker = 'M4 9.5v5h3.5l5 4v-13l-5 4Z';

/** Every icon of the composition, drawn in one line width. Small ones in a square of 24, those of answers in 32. */
export const glyphs = {
  'arrow-left': { box: 24, lines: 'M20 12H4.5M11 5.5 4.5 12l6.5 6.5' },
  'arrow-right': { box: 24, lines: 'M4 12h15.5M13 5.5l6.5 6.5-6.5 6.5' },
  'arrow-down': { box: 24, lines: 'M12 4v15.5M5.5 13l6.5 6.5 6.5-6.5' },
  'arrow-up': { box: 24, lines: 'M12 20V4.5M5.5 11 12 4.5l6.5 6.5' },
  'chevron-down': { box: 24, lines: 'm7 10 5 5 5-5' },
  contrast: { box: 24, lines: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0Z', solid: 'M12 4a8 8 0 0 1 0 16Z' },
  check: { box: 24, lines: 'm4.5 12.5 5 5 10-11' },
  close: { box: 24, lines: 'm6 6 12 12M18 6 6 18' },
  retry: { box: 24, lines: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4.5H15' },
  alert: { box: 24, lines: 'M12 4 2.8 19.5h18.4ZM12 10v4.5M12 16.9v.6' },
  play: { box: 24, solid: 'M7.5 5v14l11-7Z' },
  pause: { box: 24, solid: 'M7 5.5h3.5v13H7ZM13.5 5.5H17v13h-3.5Z' },
  stop: { box: 24, solid: 'M7 7h10v10H7Z' },
  microphone: { box: 24, lines: microphone },
  'microphone-off': { box: 24, lines: `${microphone}M4 4l16 16` },
  copy: { box: 24, lines: 'M8.5 8.5h11v11h-11ZM15.5 8.5v-4h-11v11h4' },
  'thumb-up': { box: 24, lines: thumb },
  'thumb-down': { box: 24, lines: thumb, isTurned: true },
  'sound-on': { box: 24, lines: `${loudspeaker}M16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11` },
  'sound-off': { box: 24, lines: `${loudspeaker}M16.5 9.5l5 5M21.5 9.5l-5 5` },
  keyboard: { box: 24, lines: 'M2.5 6h19v12h-19ZM6 10h.5M10 10h.5M14 10h.5M18 10h.5M8 14h8' },
  captions: { box: 24, lines: 'M3.5 5.5h17v13h-17ZM7 11h5M14.5 11H17M7 14.5h3M12.5 14.5H17' },
  'text-lines': { box: 24, lines: 'M4 6h16M4 11h16M4 16h10' },
  swap: { box: 24, lines: 'M4 8.5h15M15 4.5l4 4-4 4M20 15.5H5M9 11.5l-4 4 4 4' },
  eye: {
    box: 24,
    lines: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0Z',
  },
  feedback: { box: 24, lines: 'M4 5h16v11.5h-8.5L7 20.5v-4H4ZM8 9h8M8 12.5h5' },
  alone: { box: 32, lines: 'M12.4 9a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0ZM8.5 27c0-6.5 2.6-10.5 7.5-10.5s7.5 4 7.5 10.5' },
  group: {
    box: 32,
    lines:
      'M8.2 9.5a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0ZM4.5 26.5c0-6 2.5-9.5 7-9.5 3 0 5 1.5 6.1 4.2M18.5 11a3 3 0 1 0 6 0a3 3 0 1 0-6 0ZM15.5 26.5c0-5.3 2.2-8.5 6-8.5s6 3.2 6 8.5',
  },
  kids: {
    box: 32,
    lines:
      'M7.7 8a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0ZM4.5 27c0-6.5 2.5-11.5 6.5-11.5 2.2 0 3.9 1.4 5 3.7M18.9 15.5a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0ZM17 27c0-4 1.7-6.3 4.5-6.3S26 23 26 27M16 19.2l2.7 3',
  },
  conversation: { box: 32, lines: 'M4.5 6.5h16v10.5h-9l-4 4v-4h-3ZM24 11.5h3.5v11h-3v4l-4-4h-8.5v-2.5' },
  narrator: {
    box: 32,
    lines:
      'M16 9.5C13 7 9 6.5 4.5 7v17.5c4.5-.5 8.5 0 11.5 2.5 3-2.5 7-3 11.5-2.5V7C23 6.5 19 7 16 9.5ZM16 9.5V27M8.5 12c1.5 0 3 .2 4 .8M8.5 16.5c1.5 0 3 .2 4 .8',
  },
} as const satisfies Record<string, Glyph>;

export type IconName = keyof typeof glyphs;

/** For names that come as data (an answer option's `icon`). */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(glyphs, name);
}

/** The glyph with all its parts, given or not. */
export const pickGlyph = (name: IconName): Glyph => glyphs[name];
