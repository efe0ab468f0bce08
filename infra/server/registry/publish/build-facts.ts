import { writtenDeclarationSchema } from '@enfilade/shared-contracts/build/remote-description';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import { PublishRefusedError } from '../state/registry-error.ts';
import { type BuildFiles, descriptionFile, manifestFile, printable } from './build-files.ts';

const maxFactsBytes = 262_144;

const descriptionSchema = z.strictObject({
  name: remoteNameSchema,
  version: remoteVersionSchema,
  /** Range of contract versions the remote was built for. */
  contract: z
    .string()
    .max(64)
    .regex(/^[\x20-\x7e]+$/),
  /** The contract it was built with: its number, and the fingerprint of what it really was. Older builds name neither. */
  contractVersion: z.optional(remoteVersionSchema),
  contractFingerprint: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  /** What the screen says of itself, with what it promises to weigh. Older builds say nothing. */
  declaration: z.optional(writtenDeclarationSchema),
});

const filesSchema = z.object({ sync: z.array(z.string()), async: z.array(z.string()) });

/** What we rely on in federation's own manifest. Releases add keys to it, so others may stand beside these. */
const manifestSchema = z.object({
  metaData: z.object({
    publicPath: z.string().optional(),
    globalName: z.string().optional(),
    /** Of the stock plugin alone: the preset's manifest names no entry. */
    remoteEntry: z.object({ name: z.string().min(1).max(200), path: z.string().max(200), type: z.string().max(32) }).optional(),
  }),
  shared: z.array(
    z.object({
      name: z.string().min(1).max(64),
      requiredVersion: z.string().min(1).max(64),
      singleton: z.boolean(),
      /** Of the files of the copy that comes along in case the page had none; absent in the preset's, which brings none. */
      assets: z.optional(z.object({ js: filesSchema, css: filesSchema })),
      /** Of that copy, or, by the stock plugin, of the package that it was built with. */
      version: z.string().max(64),
    }),
  ),
  remotes: z.array(z.unknown()).optional(),
  exposes: z.array(z.object({ path: z.string(), assets: z.object({ js: filesSchema, css: filesSchema }) })),
});

export type BuildDescription = z.infer<typeof descriptionSchema>;
export type FederationManifest = z.infer<typeof manifestSchema>;

/** What the stock federation plugin says of a build. */
export interface StockBuild {
  /** Name of its container: the global that its entry leaves. */
  container: string;
  entry: string;
  /** Files of the copies of shared packages that come along: the page has these packages and fetches none of them. */
  fallbacks: ReadonlySet<string>;
}

/** Undefined for a build of the preset. */
export function stockBuildOf({ metaData, shared }: FederationManifest): StockBuild | undefined {
  const { remoteEntry, globalName = '' } = metaData;
  if (!remoteEntry) return undefined;
  const copies = shared.flatMap(({ assets }) => (assets ? [assets.js, assets.css] : [])).flatMap(({ sync, async }) => [...sync, ...async]);
  const entry = [remoteEntry.path.replace(/^\.?\/+|\/+$/g, ''), remoteEntry.name].filter(Boolean).join('/');
  return { container: globalName, entry, fallbacks: new Set(copies) };
}

/** What a check is given of a build. */
export interface BuildFacts extends Pick<BuildFiles, 'served' | 'private'> {
  /** Of the stock federation plugin; undefined for the preset's. */
  stock: StockBuild | undefined;
  /** The remote it is published as. */
  name: string;
  description: BuildDescription;
  manifest: FederationManifest;
}

/** @throws PublishRefusedError */
export function parseDescription(bytes: Buffer | undefined): BuildDescription {
  return parseFacts(descriptionFile, descriptionSchema, bytes);
}

/** @throws PublishRefusedError */
export function parseManifest(bytes: Buffer | undefined): FederationManifest {
  return parseFacts(manifestFile, manifestSchema, bytes);
}

function parseFacts<Schema extends z.core.$ZodType>(file: string, schema: Schema, bytes: Buffer | undefined): z.infer<Schema> {
  const again =
    file === manifestFile
      ? 'build with the preset of shared-contracts, or with "manifest: true" of the federation plugin'
      : 'build the remote with the preset of shared-contracts and publish its dist folder';
  if (!bytes) throw new PublishRefusedError(`The build has no ${file}; ${again}.`);
  if (bytes.length > maxFactsBytes) throw new PublishRefusedError(`${file} is larger than ${maxFactsBytes} bytes; ${again}.`);
  const parsed = z.safeParse(schema, parseJson(bytes.toString('utf8')));
  if (parsed.success) return parsed.data;
  const { path = [], message = '' } = parsed.error.issues[0] ?? {};
  // Written by the screen's team, unlike all the rest, which the preset writes.
  if (file === descriptionFile && path[0] === 'declaration' && path.length > 1) {
    const rule =
      path[1] === 'routes' && path.length > 2 ? 'a path is one segment of small letters, digits and hyphens, such as /poster' : message;
    throw new PublishRefusedError(
      `The declaration is not valid at "${printable(path.slice(1).join('.'))}" (${printable(rule)}); write it anew in declaration.json and build again.`,
    );
  }
  throw new PublishRefusedError(`${file} is not valid at "${path.join('.')}" (${printable(message)}); ${again}.`);
}
