import type { BundledPackage } from '@enfilade/shared-contracts/api/version-schemas';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { z } from 'zod';

/** The private file of a build that says what is bundled into it: `shared-contracts/build/bill-of-materials.ts` writes it. */
export const billFile = 'sbom.cdx.json';

const propertiesSchema = z.array(z.object({ name: z.string(), value: z.string() })).default([]);
const licencesSchema = z
  .array(
    z.object({
      license: z.object({ id: z.string().optional(), name: z.string().optional() }).optional(),
      expression: z.string().optional(),
    }),
  )
  .default([]);
/** What is read of CycloneDX; builds of other tools may say more, and less. */
const billSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z
    .array(
      z.object({
        group: z.string().optional(),
        name: z.string(),
        version: z.string().default(''),
        licenses: licencesSchema,
        components: z.array(z.object({ name: z.string(), properties: propertiesSchema })).default([]),
      }),
    )
    .default([]),
});

const bytesOf = (properties: z.infer<typeof propertiesSchema>) => {
  const bytes = Number(properties.find(({ name }) => name === 'enfilade:bytes')?.value);
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : 0;
};

/** Undefined when the bytes are no bill of materials. */
export function parseBill(bytes: Buffer): BundledPackage[] | undefined {
  const bill = billSchema.safeParse(parseJson(bytes.toString('utf8'))).data;
  return bill?.components.map(({ group, name, version, licenses, components }) => {
    const modules = Object.fromEntries(components.map((module) => [module.name, bytesOf(module.properties)]));
    const [licence] = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name);
    return {
      name: group === undefined ? name : `${group}/${name}`,
      version,
      ...(licence !== undefined && { licence }),
      bytes: Object.values(modules).reduce((sum, each) => sum + each, 0),
      modules,
    };
  });
}
