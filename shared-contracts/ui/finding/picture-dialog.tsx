import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { localize } from '../../i18n/localize.ts';
import type { WorkPicture } from '../../museum/profile.ts';
import { Button, IconButton } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import type { Glyph } from '../glyphs.ts';
import { useScreen } from '../screen-context.tsx';
import { useFindTexts } from './find-texts.ts';
import styles from './picture-dialog.module.css';

const minus: Glyph = { lines: 'M5 12h14' };
const plus: Glyph = { lines: 'M5 12h14M12 5v14' };
const step = 1.5;
/** Zoom of a double tap. */
const closer = 2.5;
const arrowPx = 60;
const doubleTapMs = 300;
const sameSpotPx = 30;
const middle: Point = { x: 0, y: 0 };

interface PictureDialogProps {
  picture: WorkPicture;
  onClose(): void;
}

export function PictureDialog({ picture, onClose }: PictureDialogProps) {
  const { language } = useScreen();
  const t = useFindTexts();
  const { view, frame, image, onLoad, hasFailed, onError, zoom, fitAgain, pointers } = useZoom();
  return (
    <Dialog title={localize(picture.name, language)} closeLabel={t('shared:close')} kind="wide" onClose={onClose}>
      <div className={styles['picture']}>
        <div ref={frame} className={styles['frame']} {...pointers}>
          {hasFailed ? (
            <p role="alert" className={styles['failed']}>
              {t('picture.failed')}
            </p>
          ) : (
            <img
              ref={image}
              className={styles['image']}
              src={picture.url}
              alt={localize(picture.alternative, language)}
              draggable={false}
              onLoad={onLoad}
              onError={onError}
              style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
            />
          )}
        </div>
        <div className={styles['keys']}>
          <IconButton icon={minus} aria-label={t('picture.smaller')} aria-disabled={view.scale <= 1} onClick={() => zoom(1 / step)} />
          <Button className={styles['fit']} aria-disabled={view.scale === 1} onClick={fitAgain}>
            {t('picture.fit')}
          </Button>
          <IconButton icon={plus} aria-label={t('picture.larger')} aria-disabled={view.scale >= mostScale} onClick={() => zoom(step)} />
        </div>
        <p className={styles['scale']} role="status">
          {t('picture.scale', { percent: Math.round(view.scale * 100) })}
        </p>
      </div>
    </Dialog>
  );
}

function useZoom() {
  const [view, setView] = useState(fitted);
  const [natural, setNatural] = useState<Size>();
  const [hasFailed, setFailed] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const change = (make: (before: ZoomView, place: { frame: Size; picture: Size }) => ZoomView) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    const size = { width: box.width, height: box.height };
    const place = { frame: size, picture: fit(natural ?? size, size) };
    setView((before) => make(before, place));
  };
  const zoom = (factor: number, at = middle) => change((before, place) => zoomAt(before, before.scale * factor, at, place));
  const move = (by: Point) => change((before, place) => moveBy(before, by, place));
  const toggle = (at: Point) => change((before, place) => (before.scale > 1 ? fitted : zoomAt(before, closer, at, place)));
  const fitAgain = () => setView(fitted);
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0, width = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  useFrameEvent(frame, 'wheel', (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), pointOf(event));
  });
  // A rotated phone or a resized window changes the frame's edges.
  const onResize = useEffectEvent(() => move(middle));
  useEffect(() => {
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);
  useFrameEvent(frame, 'keydown', (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if ('factor' in act) zoom(act.factor);
    else if ('by' in act) move(act.by);
    else fitAgain();
  });
  return {
    view,
    frame,
    image,
    hasFailed,
    onLoad: () => {
      const { naturalWidth: width = 0, naturalHeight: height = 0 } = image.current ?? {};
      if (width > 0 && height > 0) setNatural({ width, height });
    },
    onError: () => setFailed(true),
    zoom: (factor: number) => zoom(factor),
    fitAgain,
    pointers: usePointers({ pointOf, zoom, move, toggle }),
  };
}

type KeyAct = { factor: number } | { by: Point } | { isFit: true };

/** Arrow keys move the view in their direction, as they scroll a page. */
const keys: Readonly<Record<string, KeyAct>> = {
  '+': { factor: step },
  '=': { factor: step },
  '-': { factor: 1 / step },
  '0': { isFit: true },
  ArrowLeft: { by: { x: arrowPx, y: 0 } },
  ArrowRight: { by: { x: -arrowPx, y: 0 } },
  ArrowUp: { by: { x: 0, y: arrowPx } },
  ArrowDown: { by: { x: 0, y: -arrowPx } },
};

/** React's wheel listeners are passive, so that the page would zoom. Keys work in the whole dialog. */
function useFrameEvent<Type extends 'wheel' | 'keydown'>(
  frame: { current: HTMLElement | null },
  type: Type,
  onEvent: (event: HTMLElementEventMap[Type]) => void,
) {
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    const element = type === 'wheel' ? frame.current : frame.current?.closest('dialog');
    const listen = (event: HTMLElementEventMap[Type]) => handle(event);
    element?.addEventListener(type, listen, { passive: false });
    return () => element?.removeEventListener(type, listen);
  }, [frame, type]);
}

interface PointerActs {
  pointOf(event: { clientX: number; clientY: number }): Point;
  zoom(factor: number, at: Point): void;
  move(by: Point): void;
  toggle(at: Point): void;
}

function usePointers({ pointOf, zoom, move, toggle }: PointerActs) {
  const down = useRef(new Map<number, Point>());
  const lastTap = useRef<{ at: Point; time: number }>(undefined);
  const pressed = useRef<Point>(undefined);
  const onPointerUp = (event: PointerEvent) => {
    down.current.delete(event.pointerId);
    const at = pointOf(event);
    const isTap = event.type === 'pointerup' && pressed.current && distance(pressed.current, at) < sameSpotPx && down.current.size === 0;
    pressed.current = undefined;
    if (!isTap) return;
    const before = lastTap.current;
    const isDouble = before && event.timeStamp - before.time < doubleTapMs && distance(before.at, at) < sameSpotPx;
    lastTap.current = isDouble ? undefined : { at, time: event.timeStamp };
    if (isDouble) toggle(at);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = pointOf(event);
      down.current.set(event.pointerId, at);
      pressed.current = down.current.size === 1 ? at : undefined;
    },
    onPointerMove: (event: PointerEvent) => {
      const from = down.current.get(event.pointerId);
      if (!from) return;
      const to = pointOf(event);
      const [other] = [...down.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      down.current.set(event.pointerId, to);
      if (!other) return move({ x: to.x - from.x, y: to.y - from.y });
      const [before, after] = [between(from, other), between(to, other)];
      zoom(Math.max(1, distance(to, other)) / Math.max(1, distance(from, other)), before);
      move({ x: after.x - before.x, y: after.y - before.y });
    },
    onPointerUp,
    onPointerCancel: onPointerUp,
  };
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/** `scale` is relative to the fitting size, `x` and `y` are the middle's offset in px. */
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

export function fit(picture: Size, frame: Size): Size {
  const ratio = Math.min(frame.width / picture.width, frame.height / picture.height);
  return { width: picture.width * ratio, height: picture.height * ratio };
}

interface Place {
  frame: Size;
  /** The fitting size. */
  picture: Size;
}

/** Keeps the point `at` (from the frame's middle) in place, as far as the edges allow. */
export function zoomAt(view: ZoomView, scale: number, at: Point, place: Place): ZoomView {
  const next = clamp(scale, 1, mostScale);
  const moved = (of: number, from: number) => of - ((of - from) * next) / view.scale;
  return keepInside({ scale: next, x: moved(at.x, view.x), y: moved(at.y, view.y) }, place);
}

export function moveBy({ scale, x, y }: ZoomView, by: Point, place: Place): ZoomView {
  return keepInside({ scale, x: x + by.x, y: y + by.y }, place);
}

/** Keeps the picture's edges outside the frame's, and a smaller picture in the middle. */
function keepInside({ scale, x, y }: ZoomView, { frame, picture }: Place): ZoomView {
  const most = (side: keyof Size) => Math.max(0, (picture[side] * scale - frame[side]) / 2);
  return { scale, x: clamp(x, -most('width'), most('width')), y: clamp(y, -most('height'), most('height')) };
}

// `|| 0` turns -0 into 0.
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value)) || 0;
