import { asc, isNull, sql } from 'drizzle-orm';
import { serve } from '#platform/server/call/context.ts';
import { crudHandlers, localTitle } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { resources } from './resources.ts';
import { allSemesters } from './semesters.ts';
import { departments, levels, videoTutorials } from './tables.ts';
import { listOptions, options, removeOption, restoreOption, saveOption } from './types.ts';

const on = serve(contract);

export const router = on.router({
  country: crudHandlers(contract.country, resources.country),
  state: crudHandlers(contract.state, resources.state),
  city: crudHandlers(contract.city, resources.city),
  academic_year: crudHandlers(contract.academic_year, resources.academic_year),
  semester: { all: on.semester.all.handler(({ input, context }) => allSemesters(context, input)) },
  level: {
    all: on.level.all.handler(({ context }) =>
      context.db
        .select({
          id: levels.id,
          number: levels.number,
          title: sql<string>`${localTitle(levels.title, context.locale)}`,
        })
        .from(levels)
        .where(isNull(levels.deleted_at))
        .orderBy(asc(levels.number)),
    ),
  },
  education_form: crudHandlers(contract.education_form, resources.education_form),
  category: crudHandlers(contract.category, resources.category),
  education_place: crudHandlers(contract.education_place, resources.education_place),
  department: {
    ...crudHandlers(contract.department, resources.department),
    label: on.department.label.handler(({ context }) =>
      context.db
        .select({
          value: departments.id,
          label: sql<string>`${localTitle(departments.title, context.locale)}`,
          parent_id: departments.parent_id,
        })
        .from(departments)
        .where(isNull(departments.deleted_at))
        .orderBy(sql`coalesce(${departments.parent_id}, ${departments.id}), ${departments.parent_id} is not null, 2`),
    ),
  },
  page_settings: {
    ...crudHandlers(contract.page_settings, resources.page_settings),
    by_identity: on.page_settings.by_identity.handler(({ input, context }) =>
      resources.page_settings.get(context, { id: input.identity }),
    ),
  },
  institution: crudHandlers(contract.institution, resources.institution),
  types: {
    list: on.types.list.handler(({ input, context }) => options(context, input.variable, undefined, input.search)),
    child: on.types.child.handler(({ input, context }) => options(context, input.variable, input.child)),
    all: on.types.all.handler(({ input, context }) => listOptions(context, input.variable, input.deleted)),
    save: on.types.save.handler(({ input, context }) => saveOption(context, input)),
    remove: on.types.remove.handler(({ input, context }) => removeOption(context, input.variable, input.id)),
    restore: on.types.restore.handler(({ input, context }) => restoreOption(context, input.variable, input.id)),
  },
  video_tutorial: {
    all: on.video_tutorial.all.handler(({ context }) =>
      context.db
        .select({
          id: videoTutorials.id,
          title: sql<string>`${localTitle(videoTutorials.title, context.locale)}`,
          link: videoTutorials.link,
        })
        .from(videoTutorials)
        .where(isNull(videoTutorials.deleted_at))
        .orderBy(asc(videoTutorials.position), asc(videoTutorials.id)),
    ),
  },
});
