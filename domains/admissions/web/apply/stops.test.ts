import { expect, it } from 'vitest';
import { type FlavourName, flavourNames, flavours } from '../../flavours.ts';
import { isOver } from '../../over.ts';
import { stopReached, stopsOf, waitsForMe } from './stops.ts';

const words = (flavour: FlavourName, state: Parameters<typeof stopsOf>[1], through?: Parameters<typeof stopsOf>[2]) =>
  stopsOf(flavour, state, through)
    .map(({ stop, at }) => `${stop}:${at}`)
    .join(' ');

it('says how far one came', () => {
  expect(words('plain', 'EXAM_ASSIGNED')).toBe(
    'filled:done checked:done exam:here decision:ahead contract:ahead payment:ahead student:ahead',
  );
  expect(words('general', 'ENROLLED')).not.toMatch(/here|ahead/);
  expect(words('st_course', 'SUBMITTED')).toBe('filled:done payment:here course:ahead certificate:ahead');
});

it('stops where one was when it ended', () => {
  expect(words('plain', 'WITHDRAWN', ['DRAFT', 'SUBMITTED', 'WITHDRAWN'])).toMatch(
    /^filled:done checked:stopped exam:ahead/,
  );
  expect(words('hr', 'REJECTED', ['DRAFT', 'SUBMITTED', 'SHORTLISTED', 'REJECTED'])).toMatch(/interview:stopped/);
  expect(words('plain', 'EXPIRED')).toMatch(/^filled:stopped/);
});

it('tells from a row of a list how far one came', () => {
  const row = { submitted_at: '2026-11-01T00:00:00Z', seat: null, decision: null };
  expect(words('plain', 'REJECTED', stopReached(row))).toMatch(/checked:stopped/);
  const refused = { ...row, decision: { status: 'REJECTED', published: true } as const };
  expect(words('plain', 'REJECTED', stopReached(refused))).toMatch(/exam:done decision:stopped/);
  expect(words('plain', 'WITHDRAWN', stopReached({ ...row, submitted_at: null }))).toMatch(/^filled:stopped/);
});

it('has exactly one place for every state of every life', () => {
  for (const flavour of flavourNames)
    for (const state of flavours[flavour].workflow.states) {
      const road = stopsOf(flavour, state);
      expect(road.filter(({ at }) => at === 'here' || at === 'stopped').length, `${flavour} ${state}`).toBe(
        road.every(({ at }) => at === 'done') ? 0 : 1,
      );
      if (isOver(state)) expect(waitsForMe(flavour, state)).toBe(false);
    }
});
