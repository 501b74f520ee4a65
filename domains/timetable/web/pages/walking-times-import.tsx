import { api } from '../api.ts';
import { SheetImport } from '../components/sheet-import.tsx';

const words = {};

/** Ways between buildings from a spreadsheet. */
export default function WalkingTimesImport() {
  return (
    <SheetImport
      calls={api.way_import}
      messages="timetable.ways_import"
      path="/timetable_way/import"
      list="/timetable-settings"
      words={words}
    />
  );
}
