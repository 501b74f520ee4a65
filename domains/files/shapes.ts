import { z } from 'zod';

const megabytes = z.int().min(1).max(1_000_000);
/** Megabytes that one file may have. */
export const uploadSizes = z.object({ file_mb: megabytes, package_mb: megabytes.describe('of an e-learning package') });
