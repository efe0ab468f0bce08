import { teamFileSchema } from '@enfilade/shared-contracts/build/remote-description';
import { eventSchemas } from '@enfilade/shared-contracts/events/event-bus';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import { hostOffer } from '@enfilade/shared-contracts/releases/check-remote';
import { contractVersion, mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { declarationWords, textsSchema } from '@enfilade/shared-contracts/releases/declaration';
import { slotProps } from '@enfilade/shared-contracts/releases/slots';
import { z } from 'zod/mini';

/** Pages accept unknown words and missing languages. Publish refuses both. */
const asPublished: Parameters<typeof z.toJSONSchema>[1] = {
  io: 'input',
  override({ zodSchema, jsonSchema }) {
    if (zodSchema === textsSchema) jsonSchema.required = [...languages];
    for (const [field, words] of Object.entries({ ...declarationWords, props: slotProps })) {
      const schema = jsonSchema.properties?.[field];
      if (typeof schema !== 'object' || !jsonSchema.properties) continue;
      jsonSchema.properties[field] = schema.type === 'array' ? { ...schema, items: { enum: [...words] } } : { enum: [...words] };
    }
  },
};

const { $schema, ...events } = z.toJSONSchema(z.partial(z.strictObject(eventSchemas)));

const data = {
  versions: { 1: contractVersion, 2: mountContractVersion },
  shared: hostOffer.shared,
  events: { $schema, title: 'Payloads of events, by the name of the event', $defs: events.properties },
  enfilade: { title: 'enfilade.json: what a remote is', ...z.toJSONSchema(teamFileSchema, asPublished) },
};
export default data;
