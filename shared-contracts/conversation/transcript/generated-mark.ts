import type { Generated } from '../../api/schemas.ts';

/** The value of `data-generated`, by which machines find generated text in the page: `quotation`, `model` or `model <its name>`. */
export function generatedMark({ generated }: { generated?: Generated } = {}): string | undefined {
  return generated && [generated.kind, generated.model].filter(Boolean).join(' ');
}
