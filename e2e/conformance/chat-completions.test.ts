import { questionsResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { expect, it } from '@rstest/core';
import { z } from 'zod';
import { visit } from './sample-museum.ts';
import { onBothSides, prepareStage } from './stage.ts';

const stage = prepareStage();

it('the gateway gets three questions from a hosted language model, or from the museum’s own texts', async () => {
  const asking = { visit, lines: ['Guide: The wheel was built in 1788.'], asked: [] };
  const [hosted, own] = await onBothSides(stage, async (gateway) => {
    const answer = await gateway.post('/api/questions', asking);
    return z.strictObject(questionsResponseSchema.shape).parse(answer.json()).questions;
  });
  expect(hosted).toEqual(['Who built the wheel?', 'When was it built?', 'Why does it stand still?']);
  expect(own[0]).toBe('Why does the wheel stand still in August?');
  expect(own).toHaveLength(3);
});
