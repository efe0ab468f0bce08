export interface TranscriptCue {
  seconds: number;
  text: string;
}

const times = /^(?:(\d{2,}):)?(\d{2}):(\d{2})\.(\d{3})[ \t]+-->[ \t]+(?:\d{2,}:)?\d{2}:\d{2}\.\d{3}(?:[ \t].*)?$/;

const secondsOf = ([, hours = '0', minutes, seconds, thousandths]: RegExpExecArray): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;

const plain = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .trim();

/** A line before the times is the cue's name. */
function parseCue(block: string): TranscriptCue | undefined {
  const lines = block.split('\n').filter(Boolean);
  const timed = lines.findIndex((line) => line.includes('-->'));
  const found = timed <= 1 ? times.exec(lines[timed] ?? '') : null;
  const text = plain(lines.slice(timed + 1).join(' '));
  return found && text ? { seconds: secondsOf(found), text } : undefined;
}

export function parseTranscript(text: string): TranscriptCue[] | undefined {
  const [head = '', ...blocks] = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .split(/\n{2,}/);
  if (!/^WEBVTT(?:\s|$)/.test(head)) return undefined;
  const cues = blocks.filter((block) => !/^(?:NOTE|STYLE|REGION)\b/.test(block)).map(parseCue);
  const isWhole = cues.every((cue, at) => cue && cue.seconds >= (cues[at - 1]?.seconds ?? 0));
  return isWhole && cues.length > 0 ? cues.filter((cue) => cue !== undefined) : undefined;
}
