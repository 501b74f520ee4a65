import { Group, List, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { TryOut } from '#domains/questions/web/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { choices, useMessages } from '#platform/web/index.ts';
import { SelectField } from '#platform/web/kit/index.ts';
import { documentsFor } from '../../../form.ts';
import { applicantTypes } from '../../../shapes.ts';
import type { Form } from '../../api.ts';

/** The form as applicants will fill it in, with the papers that go with it. */
export function Preview({ form }: { form: Form }) {
  const t = useMessages();
  const [type, setType] = useState<string>('general');
  const [level, setLevel] = useState<string>('BACHELOR');
  const academic = form.flavour === 'plain' || form.flavour === 'general';
  const papers = documentsFor(form.documents, academic ? type : '', academic ? level : null);
  return (
    <TryOut
      heading={t('admissions.form.preview')}
      about={t('admissions.form.preview_about')}
      title={form.title}
      description={form.description}
      sections={form.batches}
      asksMore={papers.length > 0}
      more={(speak) =>
        papers.length > 0 && (
          <Stack gap={4}>
            <Title order={4} size="h6">
              {t('admissions.form.papers')}
            </Title>
            <List size="sm">
              {papers.map((paper) => (
                <List.Item key={paper.type}>
                  {speak(paper.title)}
                  {paper.required && ' *'}
                </List.Item>
              ))}
            </List>
          </Stack>
        )
      }
      choose={
        academic && (
          <Group grow align="flex-start">
            <SelectField
              label={t('admissions.field.applicant_type')}
              options={choices(t, 'admissions.applicant_type', applicantTypes)}
              value={type}
              onChange={(value) => setType(String(value ?? 'general'))}
            />
            <SelectField
              label={t('admissions.field.level')}
              options={choices(t, 'admissions.level', studyLevels)}
              value={level}
              onChange={(value) => setLevel(String(value ?? 'BACHELOR'))}
            />
          </Group>
        )
      }
    />
  );
}
