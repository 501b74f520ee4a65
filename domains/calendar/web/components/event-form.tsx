import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { codeId, silent, useMessages } from '#platform/web/index.ts';
import {
  AsyncSelect,
  DateField,
  FormDrawer,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  useFormBinding,
} from '#platform/web/kit/index.ts';
import { eventSave } from '../../shapes.ts';
import { api, type Event, loadCourses, loadGroups, loadRoles } from '../api.ts';

const schema = z.object({
  ...saveBase,
  ...eventSave,
  audience: eventSave.audience.unwrap(),
  starts_on: eventSave.starts_on.unwrap(),
});

interface Props {
  /** an event to change, the day of a new one, or nothing */
  what: Event | string | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Enters and changes events. What is asked depends on the type, on whole days and on for whom it is. */
export function EventForm({ what, onClose, onSaved }: Props) {
  const t = useMessages();
  const record = typeof what === 'object' ? what : null;
  const { data: kinds } = useQuery(api.event.types.queryOptions());
  const first = kinds?.[0]?.children[0];
  const defaults = useMemo(
    () => ({
      all_day: true,
      starts_on: typeof what === 'string' ? what : undefined,
      type: first?.name,
      audience: first?.audiences.at(-1),
    }),
    [what, first],
  );
  return (
    <FormDrawer
      opened={what !== undefined && kinds !== undefined}
      onClose={onClose}
      title={t(record ? 'calendar.edit' : 'calendar.add')}
      schema={schema}
      record={record}
      defaults={defaults}
      save={(payload) => api.event.save.call(payload, silent)}
      onSaved={onSaved}
    >
      <Fields />
    </FormDrawer>
  );
}

function Fields() {
  const t = useMessages();
  const form = useFormBinding();
  const { data: kinds = [] } = useQuery(api.event.types.queryOptions());
  const label = (name: string) => ({ name, label: t(codeId('calendar.field', name)) });
  const types = kinds.flatMap((kind) => kind.children);
  const allowed = types.find(({ name }) => name === form?.get('type'))?.audiences ?? [];
  const audience = form?.get('audience');
  const timed = form?.get('all_day') === false;
  return (
    <>
      <TextField {...label('title')} />
      <SelectField {...label('type')} options={types.map(({ name, type }) => ({ id: name, title: type.title }))} />
      <SwitchField {...label('all_day')} />
      <DateField {...label('starts_on')} />
      {timed && <TextField {...label('starts_time')} placeholder="09:00" required />}
      <DateField {...label('ends_on')} />
      {timed && <TextField {...label('ends_time')} placeholder="10:30" required />}
      <SelectField
        {...label('audience')}
        options={allowed.map((id) => ({
          id,
          title: t(id === 'PERSON' ? 'calendar.audience.ME' : `calendar.audience.${id}`),
        }))}
      />
      {audience === 'ROLES' && <AsyncSelect {...label('roles')} multiple load={loadRoles} required />}
      {audience === 'COURSE' && <AsyncSelect {...label('course_id')} load={loadCourses} required />}
      {audience === 'GROUP' && <AsyncSelect {...label('group_id')} load={loadGroups} required />}
      <TextField {...label('place')} />
      <TextField {...label('link')} placeholder="https://" />
      <TextAreaField {...label('description')} />
    </>
  );
}
