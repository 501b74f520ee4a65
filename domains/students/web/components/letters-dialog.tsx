import { Alert, Text } from '@mantine/core';
import { locales } from '#platform/contract/index.ts';
import { choices, codeId, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer, notify } from '#platform/web/kit/index.ts';
import { callLettersSave, callOccasions, mostLetters } from '../../contract/call-letters.ts';
import { api, refresh } from '../api.ts';

const schema = callLettersSave.omit({ ids: true });

/** Issues call letters to the chosen students, to all of them or to none. */
export function LettersDialog({ ids, onClose }: { ids: number[] | undefined; onClose: () => void }) {
  const t = useMessages();
  const count = ids?.length ?? 0;
  const field = <N extends NameIn<'students.field'>>(name: N) => ({ name, label: t(codeId('students.field', name)) });
  return (
    <FormDrawer
      notice={false}
      opened={ids !== undefined}
      onClose={onClose}
      as="modal"
      title={t('students.letter.title', { count })}
      schema={schema}
      draftKey={false}
      fields={[
        {
          control: 'select',
          ...field('occasion'),
          options: choices(t, 'students.letter', callOccasions),
          wide: true,
        },
        { control: 'date', ...field('starts_on') },
        { control: 'date', ...field('ends_on') },
        { control: 'text', ...field('addressee'), wide: true },
        {
          control: 'select',
          name: 'language',
          label: t('students.field.letter_language'),
          description: t('students.hint.letter_language'),
          options: choices(t, 'students.language', locales),
          wide: true,
        },
      ]}
      submitLabel={t('students.letter.issue')}
      save={async (payload) => {
        const answer = await api.call_letter.save.call({ ids: ids ?? [], ...payload }, silent);
        notify.success(t('students.letter.done', { count: answer.issued }));
        return answer;
      }}
      onSaved={() => void refresh()}
    >
      {count > mostLetters ? (
        <Alert color="orange">{t('students.letter.too_many')}</Alert>
      ) : (
        <Text size="sm" c="dimmed">
          {t('students.letter.about')}
        </Text>
      )}
    </FormDrawer>
  );
}
