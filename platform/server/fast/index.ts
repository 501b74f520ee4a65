/** The one door to what makes the common path quick. README.md beside it says what each part does and when it is wrong. */
export { cachedAnswer, keptUntilChanged } from './answer-cache.ts';
export { beingChanged, cachedTotal, totalAt, totalKey, versionOf } from './list-totals.ts';
export { elsewhere, pipelined, planOnce, pooled } from './pipeline.ts';
export { forgetProcessCaches, processCache } from './process-cache.ts';
export { beginStatement, endRead } from './read-end.ts';
export { countedQuickly, fromSeekPoint, keepSeekPoint, seekPointBefore } from './seek-points.ts';
export { SharedRead } from './shared-read.ts';
