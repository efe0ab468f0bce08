import type { ExhibitionSummary } from './museum.ts';
import type { MuseumProfile, Scene, WorkPicture } from './profile.ts';
import type { ThemeMode } from './theme.ts';

const ownScene = /^(\/media\/scenes\/[0-9a-f]{24}\/[a-z-]+)\/(?:positive|negative)\.svg$/;

/** The gateway's URL of a scene in a museum's colours. */
export function sceneUrl(museumId: string, scene: Scene, mode: ThemeMode): string {
  return `/media/scenes/${museumId}/${scene}/${mode}.svg`;
}

/** An exhibition's cover in the visitor's theme. The museum's own pictures have one version. */
export function coverUrl(exhibition: ExhibitionSummary, mode: ThemeMode): string | undefined {
  return exhibition.coverImageURL?.replace(ownScene, `$1/${mode}.svg`);
}

/** The scene behind a visit: of the tour's room, or else of the exhibition, or else a generic scene. */
export function sceneOf(profile: MuseumProfile, exhibitionId: string | undefined, room?: { number: number }): Scene {
  const roomScene = room && profile.rooms[room.number - 1]?.scene;
  return roomScene ?? ((exhibitionId && profile.exhibitions[exhibitionId]?.scene) || 'gallery-hall');
}

/** A quoted document of an answer. */
interface Source {
  document: string;
  /** Paragraphs counted from 1, if known. */
  paragraphs?: readonly number[] | undefined;
}

/**
 * The picture that belongs to most sources of an answer. If two are equal, the picture with fewer passages wins: a text about a ceiling
 * may mention the mirror below it, but a text about the mirror concerns the mirror alone.
 */
export function pictureOf({ pictures = [] }: Pick<MuseumProfile, 'pictures'>, sources: readonly Source[]): WorkPicture | undefined {
  const taken = sources.flatMap(({ document, paragraphs }) => (paragraphs ?? [undefined]).map((paragraph) => ({ document, paragraph })));
  const tellsOf = ({ passages }: WorkPicture, { document, paragraph }: (typeof taken)[number]) =>
    passages.some(
      (one) => one.document === document && (!one.paragraphs || (paragraph !== undefined && one.paragraphs.includes(paragraph))),
    );
  const [best] = pictures
    .map((picture) => ({ picture, count: taken.filter((passage) => tellsOf(picture, passage)).length, breadth: breadthOf(picture) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || one.breadth - other.breadth);
  return best?.picture;
}

/** Assumed number of paragraphs of a whole document. */
const manyParagraphs = 6;
const breadthOf = ({ passages }: WorkPicture) => passages.reduce((sum, { paragraphs }) => sum + (paragraphs?.length ?? manyParagraphs), 0);

/** Types of pictures in a museum's own folder, by file extension. */
export const pictureTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
};
const ownPicture = /^\/media\/museums\/[a-z0-9-]{1,64}\/[A-Za-z0-9][\w.-]{0,99}\.(svg|png|jpe?g|webp|avif)$/;

/** The type of a picture below `/media/museums/` by its extension; undefined for other paths. */
export const ownPictureType = (address: string): string | undefined => pictureTypes[ownPicture.exec(address)?.[1] ?? ''];
