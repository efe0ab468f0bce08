/** One petal of the rosette, in parts of the picture's half width around its middle. */
interface Petal {
  x: number;
  y: number;
  radius: number;
  /** 0 to 1. */
  opacity: number;
}

const petalCount = 8;
/** One movement of the resting rosette, in ms. */
const restMs = 4_000;

/** The rosette at a moment: it moves slowly at rest and opens with the voice. `level` 0 to 1, as meters read it. */
export function petalsAt(atMs: number, level: number): Petal[] {
  const rest = 0.5 + 0.5 * Math.sin((2 * Math.PI * atMs) / restMs);
  const openness = Math.min(1, 0.15 * rest + 4 * level);
  const turn = (atMs / restMs) * (Math.PI / petalCount);
  return Array.from({ length: petalCount }, (_, at) => {
    const angle = turn + (2 * Math.PI * at) / petalCount;
    const distance = 0.28 + 0.22 * openness;
    return { x: distance * Math.cos(angle), y: distance * Math.sin(angle), radius: 0.24 + 0.1 * openness, opacity: 0.3 + 0.3 * openness };
  });
}

const side = 320;
const framesPerSecond = 20;
const [ground, petal, heart] = ['#1d1a16', '#c9a227', '#f4ead2'];

/** The guide's picture: a rosette drawn here, as a camera's track would come. Ends with the signal. */
export interface GuideVideo {
  track: MediaStreamTrack;
  /** 0 to 1. */
  setLevel(level: number): void;
}

/** Undefined where the browser makes no picture of a canvas. */
export function createGuideVideo(signal: AbortSignal): GuideVideo | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  const [track] = pen && 'captureStream' in canvas ? canvas.captureStream(framesPerSecond).getVideoTracks() : [];
  if (!pen || !track) return undefined;
  let level = 0;
  let drawn = 0;
  let request = 0;
  const draw = (now: number) => {
    request = requestAnimationFrame(draw);
    if (now - drawn < 1000 / framesPerSecond) return;
    drawn = now;
    drawPetals(pen, now, level);
  };
  draw(performance.now());
  signal.addEventListener('abort', () => {
    cancelAnimationFrame(request);
    track.stop();
  });
  return {
    track,
    setLevel(next) {
      // Opens fast and closes slowly, as loudness is perceived.
      level = Math.max(next, 0.6 * level);
    },
  };
}

function drawPetals(pen: CanvasRenderingContext2D, now: number, level: number): void {
  const half = side / 2;
  pen.globalAlpha = 1;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, side, side);
  pen.fillStyle = petal;
  for (const { x, y, radius, opacity } of petalsAt(now, level)) {
    pen.globalAlpha = opacity;
    drawDisc(pen, half * (1 + x), half * (1 + y), half * radius);
  }
  pen.globalAlpha = 1;
  pen.fillStyle = heart;
  drawDisc(pen, half, half, half * (0.14 + 0.2 * Math.min(1, 2 * level)));
}

function drawDisc(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}
