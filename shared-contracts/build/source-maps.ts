import path from 'node:path';

/**
 * No script names its map, and no map holds the text of a source: they are kept and served to nobody, for the site's own
 * servers, which find the places of errors with them.
 */
export const hiddenMaps = { js: 'hidden-nosources-source-map', css: false } as const;

const packages = /^.*[/\\]node_modules[/\\]/;

/** Where the maps of a build are, and how they name its sources. */
export const placeMaps = (folder: string) => ({
  sourceMapFilename: 'private/maps/[file].map',
  devtoolModuleFilenameTemplate: ({ absoluteResourcePath }: { absoluteResourcePath: string }) => nameSource(folder)(absoluteResourcePath),
});

/**
 * How a build's maps name sources: `ui/talk-panel.tsx` in its own folder, `shared-contracts/ui/button.tsx` beside it,
 * `node_modules/react-dom/…` of a package. Never a path of the machine.
 */
export function nameSource(folder: string): (resource: string) => string {
  return (resource) => {
    const [file = ''] = (resource.split('!').at(-1) ?? '').split(/[?|]/);
    if (packages.test(file)) return file.replace(packages, 'node_modules/');
    if (!path.isAbsolute(file)) return file;
    const places = [path.relative(folder, file), path.relative(path.resolve(import.meta.dirname, '../..'), file)];
    return places.find((place) => !place.startsWith('..') && !path.isAbsolute(place)) ?? path.basename(file);
  };
}
