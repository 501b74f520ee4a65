import { api } from '../api.ts';
import { SheetImport } from '../components/sheet-import.tsx';

const words = { kind: 'timetable.kind', week: 'timetable.week' } as const;

/** Needs of lessons from a spreadsheet. */
export default function NeedsImport() {
  return (
    <SheetImport
      calls={api.requirement_import}
      messages="timetable.needs_import"
      path="/timetable_requirement/import"
      list="/timetable-needs"
      words={words}
    />
  );
}
