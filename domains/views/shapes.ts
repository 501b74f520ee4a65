import { z } from 'zod';
import { requiredText } from '#platform/contract/index.ts';

/** What somebody says of a view that they keep. */
export const viewNaming = z.object({ name: requiredText(80), shared: z.boolean().optional() });
