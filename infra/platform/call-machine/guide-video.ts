/** A disc that grows with the voice. The track ends with the signal. */
export type GuideVideo = NonNullable<ReturnType<typeof createGuideVideo>>;

const side = 320;
const [ground, disc] = ['#1d1a16', '#c9a227'];

/** Undefined if the browser cannot capture a canvas. */
export function createGuideVideo(signal: AbortSignal) {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  const [track] = pen && 'captureStream' in canvas ? canvas.captureStream().getVideoTracks() : [];
  if (!pen || !track) return undefined;
  signal.addEventListener('abort', () => track.stop());
  return {
    track,
    setLevel(level: number) {
      pen.fillStyle = ground;
      pen.fillRect(0, 0, side, side);
      pen.fillStyle = disc;
      pen.beginPath();
      pen.arc(side / 2, side / 2, side * (0.2 + 0.3 * Math.min(1, 4 * level)), 0, 2 * Math.PI);
      pen.fill();
    },
  };
}
