import { mediaUrlSchema, museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { themeSchema } from '@enfilade/shared-contracts/museum/theme';
import { z } from 'zod';

const { primaryColor, accentColor, secondaryColor, backgroundColor, textColor, fontFamily, headerSize } = themeSchema.shape;

/** `museum.json`: a museum whose niceties are stated. A hosted museum may lack them, a file of ours may not. */
export const museumFileSchema = museumSchema.extend({
  logoSvgURL: mediaUrlSchema,
  theme: z.object({
    primaryColor: primaryColor.unwrap(),
    accentColor: accentColor.unwrap(),
    secondaryColor: secondaryColor.unwrap(),
    backgroundColor: backgroundColor.unwrap(),
    textColor: textColor.unwrap(),
    fontFamily,
    headerSize,
  }),
  exhibitions: museumSchema.shape.exhibitions.unwrap().min(1),
  defaultLanguage: z.enum(['English', 'German', 'French']),
});
