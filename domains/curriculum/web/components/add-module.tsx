import { z } from 'zod';
import { id } from '#platform/contract/index.ts';
import { choices, codeId, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer } from '#platform/web/kit/index.ts';
import { courseModuleSave, moduleTypes } from '../../shapes.ts';
import { api, loadModules, type Matrix, refresh } from '../api.ts';
import { keyOf, type Place, placeOf } from '../plan.ts';

const schema = z.object({
  module_id: id,
  /** year and semester, as `2.1` */
  place: z.string().min(1),
  type: courseModuleSave.type,
  credits: courseModuleSave.credits,
});

/** Puts a module into a semester of the plan; kind and credits are the module's own unless told. */
export function AddModule({
  matrix,
  place,
  onClose,
}: {
  matrix: Matrix;
  place: Place | undefined;
  onClose: () => void;
}) {
  const t = useMessages();
  const field = <N extends NameIn<'curriculum.field'>>(name: N) => ({
    name,
    label: t(codeId('curriculum.field', name)),
  });
  return (
    <FormDrawer
      as="modal"
      opened={place !== undefined}
      onClose={onClose}
      title={t('curriculum.plan.add')}
      schema={schema}
      defaults={{ place: place ? keyOf(place) : '' }}
      draftKey={false}
      submitLabel={t('curriculum.plan.add.submit')}
      fields={[
        { control: 'async', ...field('module_id'), load: loadModules, wide: true },
        {
          control: 'select',
          ...field('place'),
          wide: true,
          options: matrix.semesters.map((one) => ({
            id: keyOf(one),
            title: t('curriculum.plan.semester', { year: one.study_year, semester: one.semester }),
          })),
        },
        {
          control: 'select',
          ...field('type'),
          clearable: true,
          options: choices(t, 'curriculum.type', moduleTypes),
          placeholder: t('curriculum.plan.as_module'),
        },
        {
          control: 'number',
          ...field('credits'),
          step: 0.5,
          decimals: 1,
          placeholder: t('curriculum.plan.as_module'),
        },
      ]}
      save={({ place: where, ...rest }) =>
        api.course_module.save.call(
          { ...rest, ...placeOf(where), course_id: matrix.course.id, academic_year_id: matrix.academic_year.id },
          silent,
        )
      }
      onSaved={() => {
        void refresh();
      }}
    />
  );
}
