import { api } from '../api.ts';
import { SheetImport } from '../components/sheet-import.tsx';

const words = { kind: 'timetable.wish_kind', week: 'timetable.week', day: 'timetable.day' } as const;

/** Times of teachers and rooms from a spreadsheet. */
export default function Import() {
  return (
    <SheetImport
      calls={api.wish_import}
      messages="timetable.import"
      path="/timetable_wish/import"
      list="/timetable-wishes"
      words={words}
    />
  );
}
