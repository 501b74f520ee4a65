import { peopleSheets as sheets } from '../../contract/people.ts';
import { columnOf } from './declared.ts';

/** The columns of people for imports whose fields are not declared yet. */
export const people = {
  lastname: columnOf('lastname', sheets.lastname),
  firstname: columnOf('firstname', sheets.firstname),
  midname: columnOf('midname', sheets.midname),
  gender: columnOf('gender', sheets.gender),
  birthdate: columnOf('birthdate', sheets.birthdate),
  passport_id: columnOf('passport_id', sheets.passport_id),
  pinfl: columnOf('pinfl', sheets.pinfl),
  permanent_address: columnOf('permanent_address', sheets.permanent_address),
  current_address: columnOf('current_address', sheets.current_address),
};
