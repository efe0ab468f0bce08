import { describe, expect, it } from '@rstest/core';
import { createProvenanceReader } from './provenance.ts';
import publicRoot from './sigstore-root.json';

const digest = '0'.repeat(64);

// What is right and wrong of whole bundles is tried by `infra/cli/pipelines.test.ts`, with a Sigstore of its own.
describe('a bundle', () => {
  it.each(['', 'null', '[]', '{}', '{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json"}', '\0'.repeat(20)])(
    'that is none is refused in a sentence, with the root of the public instance: %j',
    async (text) => {
      const read = createProvenanceReader(async () => publicRoot);
      await expect(read(Buffer.from(text), digest)).rejects.toMatchObject({
        code: 'refused',
        message: expect.stringMatching(/^The provenance of the build is not valid: [^\n]+; attest exactly what is published\.$/),
      });
    },
  );

  it('is not judged while the trusted root cannot be read, and can be afterwards', async () => {
    const roots: unknown[] = [undefined, { mediaType: 'wrong', tlogs: [{}] }, publicRoot];
    const read = createProvenanceReader(async () => {
      const root = roots.shift();
      if (root === undefined) throw new Error('no such file');
      return root;
    });
    for (const code of ['busy', 'busy', 'refused']) await expect(read(Buffer.from('{}'), digest)).rejects.toMatchObject({ code });
  });
});
