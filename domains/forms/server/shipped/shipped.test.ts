import { expect, test } from 'vitest';
import { untranslated } from '../../texts.ts';
import { shippedTypes } from './index.ts';

test('the types that come along speak all three languages', () => {
  for (const { title, form: content } of shippedTypes)
    expect(
      untranslated({
        title,
        description: null,
        sections: content.sections ?? [],
        steps: content.steps ?? [],
        paper: content.paper ?? null,
      }),
      title.en,
    ).toEqual([]);
});
