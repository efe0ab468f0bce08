import type { Registry } from '../registry/registry.ts';

/** A remote built on this machine. */
export interface LocalBuild {
  name: string;
  folder: string;
}

const actor = 'local-build';

/** Publishes each build and makes it the default of all museums; a museum's own pins stay as they are. @throws RegistryError */
export async function publishBuilds(registry: Registry, builds: readonly LocalBuild[]): Promise<void> {
  const published = await Promise.all(
    builds.map(async ({ name, folder }) => ({ name, ...(await registry.publish({ name, folder, actor })) })),
  );
  for (const { name, version } of published) {
    const expected = registry.releaseSet('*').remotes[name]?.version ?? null;
    if (expected !== version) await registry.pin({ museumId: '*', name, version, expected, actor });
  }
}
