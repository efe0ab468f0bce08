import { museumKeySchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/remote/release-set';
import { z } from 'zod';

/** A release set as far as it is shown; the rest of it, files and signature, goes to `--json` as it came. */
export const setAnswerSchema = z.looseObject({
  /** `*` for a museum that gets the default set. */
  museumId: museumKeySchema,
  sequence: z.number().int().nonnegative(),
  issuedAt: z.iso.datetime(),
  remotes: z.record(remoteNameSchema, z.looseObject({ version: remoteVersionSchema, contract: z.string() })),
});
