import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod/mini';
import { decodeText } from '../kit/decode-text.ts';
import { declarationSchema } from '../releases/declaration.ts';
import { remoteNameSchema, remoteVersionSchema } from '../releases/release-set.ts';
import { slotsSchema } from '../releases/slots.ts';

interface Contracts extends Record<1 | 2, { version: string; fingerprint: string }> {
  shared: Record<string, string>;
}

/** Prefers the folder's own @enfilade/contract to the one beside this package. @throws Error */
export function loadContracts(folder: string): Contracts {
  for (const from of [path.join(folder, 'package.json'), import.meta.url]) {
    try {
      return createRequire(from)('@enfilade/contract/contracts.json') as Contracts;
    } catch {}
  }
  const action = 'install the package that the site serves: npm install --save-dev SITE/registry/v1/contract-VERSION.tgz';
  throw new Error(`${folder} has no @enfilade/contract; ${action}.`);
}

export const teamFile = 'enfilade.json';

const bytes = z.int().check(z.positive());
export const writtenDeclarationSchema = z.extend(declarationSchema, {
  slots: z.optional(slotsSchema),
  budget: z.optional(z.strictObject({ firstView: bytes, all: bytes })),
});

/** Editors complete enfilade.json by this schema. */
export const teamFileSchema = z.strictObject({
  $schema: z.optional(z.string()),
  name: remoteNameSchema,
  version: z.optional(remoteVersionSchema),
  contract: z.optional(z.union([z.literal(1), z.literal(2)])),
  declaration: writtenDeclarationSchema,
});
/** Publish reports the problems of the declaration. */
const identitySchema = z.catchall(z.omit(teamFileSchema, { declaration: true }), z.unknown());

/** Undefined if the folder has no enfilade.json. @throws Error that names the file and the problem */
export function readTeamFile(folder: string): (Omit<Described, 'folder' | 'version'> & { version?: string | undefined }) | undefined {
  const file = path.join(folder, teamFile);
  if (!existsSync(file)) return undefined;
  const { data, error } = z.safeParse(identitySchema, readJson(file));
  const [issue] = error?.issues ?? [];
  if (issue) throw new Error(`${file} is not valid at "${issue.path.join('.')}": ${issue.message}`);
  return data && { name: data.name, version: data.version, contract: data.contract ?? 1 };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(decodeText(readFileSync(file)));
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${cause instanceof Error ? cause.message : cause}; correct the file and build again.`, { cause });
  }
}

export const declarationFileOf = (folder: string) =>
  ['declaration.json', teamFile].map((file) => path.join(folder, file)).find((file) => existsSync(file));

export interface Described {
  name: string;
  version: string;
  contract: 1 | 2;
  /** The folder with package.json, and declaration.json or enfilade.json. */
  folder: string;
}

/** Contents of enfilade-remote.json for the registry. Publish checks the declaration. */
export function describeRemote({ name, version, contract, folder }: Described): object {
  const { version: built, fingerprint } = loadContracts(folder)[contract];
  const file = declarationFileOf(folder);
  const written = file === undefined ? undefined : readJson(file);
  const declaration: unknown = file?.endsWith(teamFile) ? Object(written).declaration : written;
  return {
    ...{ name, version, contract: `^${built}`, contractVersion: built, contractFingerprint: fingerprint },
    ...(declaration !== undefined && { declaration }),
  };
}
