/** How a picture is seen in its frame: enlarged from the size that fits, and its middle moved from the frame's, in px. */
export interface ZoomView {
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const fitted: ZoomView = { scale: 1, x: 0, y: 0 };
export const mostScale = 6;

/** The size at which a picture just fits into a frame. */
export function fit(picture: Size, frame: Size): Size {
  const ratio = Math.min(frame.width / picture.width, frame.height / picture.height);
  return { width: picture.width * ratio, height: picture.height * ratio };
}

interface Place {
  frame: Size;
  /** As it fits. */
  picture: Size;
}

/** The picture at another scale, with what is seen at a point, from the frame's middle, still there as far as the edges allow. */
export function zoomAt(view: ZoomView, scale: number, at: Point, place: Place): ZoomView {
  const next = clamp(scale, 1, mostScale);
  const moved = (of: number, from: number) => of - ((of - from) * next) / view.scale;
  return keepInside({ scale: next, x: moved(at.x, view.x), y: moved(at.y, view.y) }, place);
}

export function moveBy({ scale, x, y }: ZoomView, by: Point, place: Place): ZoomView {
  return keepInside({ scale, x: x + by.x, y: y + by.y }, place);
}

/** No edge of the picture leaves the frame's; what is smaller than the frame stays in the middle. */
function keepInside({ scale, x, y }: ZoomView, { frame, picture }: Place): ZoomView {
  const most = (side: keyof Size) => Math.max(0, (picture[side] * scale - frame[side]) / 2);
  return { scale, x: clamp(x, -most('width'), most('width')), y: clamp(y, -most('height'), most('height')) };
}

// Nothing is -0.
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value)) || 0;
