import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe, expectNoTrouble, screenshot } from '#tests/support/browser.ts';
import { type Look, openHouse } from '#tests/support/desks.ts';
import { wordsOf } from '#tests/support/words.ts';

/** A stranger finds a course on a phone and takes a place; the office offers one on a desk. */

const { site, desk, visitor } = openHouse({ students: 60 });
