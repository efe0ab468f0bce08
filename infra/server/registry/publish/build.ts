import { writtenDeclarationSchema } from '@enfilade/shared-contracts/build/remote-description';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { hostOffer } from '@enfilade/shared-contracts/releases/check-remote';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import { isVersionRange } from '@enfilade/shared-contracts/releases/version-range';
import semver from 'semver';
import { z } from 'zod';
import { PublishRefusedError } from '../state/registry-error.ts';
import { type BuildFiles, byName, entryOf, hashedFiles, isScriptOrStyle, type Release } from '../state/releases.ts';
import { type Attempt, descriptionFile, manifestFile, printable, privateFolder } from './build-files.ts';

const maxFactsBytes = 262_144;

const descriptionSchema = z.strictObject({
  name: remoteNameSchema,
  version: remoteVersionSchema,
  contract: z
    .string()
    .max(64)
    .regex(/^[\x20-\x7e]+$/),
  contractVersion: remoteVersionSchema,
  contractFingerprint: z.string().regex(/^[0-9a-f]{32}$/),
  declaration: writtenDeclarationSchema,
});

const filesSchema = z.object({ sync: z.array(z.string()), async: z.array(z.string()) });
const assetsSchema = z.object({ js: filesSchema, css: filesSchema });
export const noAssets: z.infer<typeof assetsSchema> = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };

/** Unknown keys are allowed, because federation's releases add keys. */
const manifestSchema = z.object({
  metaData: z.object({
    publicPath: z.string().optional(),
    globalName: z.string().optional(),
    /** Absent in manifests of the preset. */
    remoteEntry: z.object({ name: z.string().min(1).max(200), path: z.string().max(200), type: z.string().max(32) }).optional(),
  }),
  shared: z.array(
    z.object({
      name: z.string().min(1).max(64),
      requiredVersion: z.string().min(1).max(64),
      singleton: z.boolean(),
      /** Files of the bundled fallback copy. Absent in builds of the preset, which bundle no copy. */
      assets: z.optional(assetsSchema),
      /** Version of the fallback copy. In a stock build, version of the installed package. */
      version: z.string().max(64),
    }),
  ),
  remotes: z.array(z.unknown()).optional(),
  exposes: z.array(z.object({ path: z.string(), assets: assetsSchema })),
});

export type FederationManifest = z.infer<typeof manifestSchema>;

export interface Build {
  release: Release;
  /** Files that visitors can load, by the paths of `release.files`. */
  served: BuildFiles;
  /** By their paths in `private/`. */
  private: BuildFiles;
  manifest: FederationManifest;
  /** The contract's number and fingerprint. */
  builtWith: { version: string; fingerprint: string };
  budget: z.infer<typeof writtenDeclarationSchema>['budget'];
}

/** Undefined if the description or the manifest is invalid. */
export function readBuild(files: BuildFiles, attempt: Attempt): Build | undefined {
  const description = attempt(() => parseFacts(files, descriptionFile, descriptionSchema));
  const manifest = attempt(() => parseManifest(files));
  if (!description || !manifest) return undefined;
  const { name, version, contract, contractVersion, contractFingerprint: fingerprint } = description;
  const { budget, ...declaration } = description.declaration;
  const [served, kept]: [BuildFiles, BuildFiles] = [new Map(), new Map()];
  for (const [file, contents] of files) {
    if (file.startsWith(privateFolder)) kept.set(file.slice(privateFolder.length), contents);
    else if (file !== descriptionFile && file !== manifestFile) served.set(file, contents);
  }
  const stock = stockOf(manifest);
  const ranges = manifest.shared.map((each) => [each.name, stock ? pageRange(each) : each.requiredVersion] as const);
  // A screen of JSX alone imports only the runtime of React, and React gets the range of the runtime.
  const react = ranges.find(([each]) => each === 'react') ?? ranges.find(([each]) => each === 'react/jsx-runtime');
  const shared = Object.fromEntries([...ranges, ...(react ? [['react', react[1]] as const] : [])].sort(([a], [b]) => byName(a, b)));
  return {
    release: {
      name,
      version,
      contract,
      ...(stock && { stock }),
      shared,
      initial: initialFiles(manifest),
      files: hashedFiles(served),
      declaration,
    },
    ...{ served, private: kept, manifest, builtWith: { version: contractVersion, fingerprint }, budget },
  };
}

/** The entry stores the container in a global. Undefined for a build of the preset. */
export function stockOf({ metaData }: FederationManifest): Release['stock'] {
  const { remoteEntry, globalName = '' } = metaData;
  if (!remoteEntry) return undefined;
  const entry = [remoteEntry.path.replace(/^\.?\/+|\/+$/g, ''), remoteEntry.name].filter(Boolean).join('/');
  return { container: globalName, entry };
}

type SharedPackage = FederationManifest['shared'][number];

export const offeredVersion = (name: string) => (Object.hasOwn(hostOffer.shared, name) ? hostOffer.shared[name] : undefined);

/** The stock plugin writes "^undefined" for a missing range, so the installed version replaces an invalid range. */
function pageRange({ name, requiredVersion, version }: SharedPackage): string {
  const range = semver.validRange(requiredVersion) === null ? `^${version}` : requiredVersion;
  const offered = offeredVersion(name);
  if (isVersionRange(range) || offered === undefined || !semver.satisfies(offered, range)) return range;
  return `^${offered}`;
}

export const exposedScreen = './screen';
export const screenAssets = ({ exposes }: FederationManifest) => exposes.find(({ path }) => path === exposedScreen)?.assets;

/** The entry is omitted. */
function initialFiles(manifest: FederationManifest): string[] {
  const { js, css } = screenAssets(manifest) ?? noAssets;
  const entry = entryOf({ stock: stockOf(manifest) });
  return [...new Set([...js.sync, ...css.sync])].filter((file) => file !== entry && isScriptOrStyle(file)).sort(byName);
}

/** @throws PublishRefusedError */
export function parseManifest(files: BuildFiles): FederationManifest {
  return parseFacts(files, manifestFile, manifestSchema);
}

function parseFacts<Schema extends z.core.$ZodType>(files: BuildFiles, file: string, schema: Schema): z.infer<Schema> {
  const again =
    file === manifestFile
      ? 'build with the preset of shared-contracts, or with "manifest: true" of the federation plugin'
      : 'build the remote with the preset of shared-contracts and publish its dist folder';
  const bytes = files.get(file);
  if (!bytes) throw new PublishRefusedError(`The build has no ${file}; ${again}.`);
  if (bytes.length > maxFactsBytes) throw new PublishRefusedError(`${file} is larger than ${maxFactsBytes} bytes; ${again}.`);
  const parsed = z.safeParse(schema, parseJson(bytes.toString('utf8')));
  if (parsed.success) return parsed.data;
  const { path = [], message = '' } = parsed.error.issues[0] ?? {};
  // The screen's team writes the declaration. The preset writes everything else.
  if (file === descriptionFile && path[0] === 'declaration') throw refuseDeclaration(path.slice(1), message);
  throw new PublishRefusedError(`${file} is not valid at "${path.join('.')}" (${printable(message)}); ${again}.`);
}

function refuseDeclaration(path: readonly PropertyKey[], message: string): PublishRefusedError {
  if (path.length === 0) return new PublishRefusedError('The build has no declaration; build again with a declaration.json.');
  const rule =
    path[0] === 'routes' && path.length > 1 ? 'a path is one segment of lowercase letters, digits and hyphens, such as /poster' : message;
  return new PublishRefusedError(
    `The declaration is not valid at "${printable(path.join('.'))}" (${printable(rule)}); write a correct declaration.json and build again.`,
  );
}
