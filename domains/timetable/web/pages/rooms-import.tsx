import { api } from '../api.ts';
import { SheetImport } from '../components/sheet-import.tsx';

const words = { kind: 'institutions.place_kind' } as const;

/** Rooms from a spreadsheet. */
export default function RoomsImport() {
  return (
    <SheetImport
      calls={api.room_import}
      messages="timetable.rooms_import"
      path="/timetable_room/import"
      list="/timetable-settings"
      words={words}
    />
  );
}
