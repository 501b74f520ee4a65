import { Alert, Grid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { type BuiltSection, type SectionStore, Sections, TryOut } from '#domains/questions/web/index.ts';
import { silent, useLocale, useTitle } from '#platform/web/index.ts';
import { Loaded, PageHeader, plainValue } from '#platform/web/kit/index.ts';
import { api, type Questionnaire, refresh, useFields } from '../api.ts';

type Section = Questionnaire['sections'][number];

/** The questions of one questionnaire, and beside them how students see them. */
export default function BuilderPage() {
  const { questionnaire_id = '' } = useParams({ strict: false }) as { questionnaire_id?: string };
  const query = useQuery(api.questionnaire.get.queryOptions({ input: { id: questionnaire_id }, ...silent }));
  return <Loaded query={query}>{(data) => <Builder key={data.id} of={data} />}</Loaded>;
}

function Builder({ of }: { of: Questionnaire }) {
  const { t } = useFields();
  const { locale } = useLocale();
  const name = plainValue(of.title, locale);
  useTitle(name);
  // Each write makes it newer; the next one begins with that.
  const version = useRef(of.version);
  version.current = Math.max(version.current, of.version);
  const write = async (sections: Section[]) => {
    const saved = await api.questionnaire.save.call({ id: of.id, version: version.current, sections }, silent);
    version.current = saved.version;
  };
  const placeOf = (id: number) => of.sections.findIndex((one) => one.id === id);
  const fresh = () => Math.max(0, ...of.sections.map(({ id }) => id)) + 1;
  const without = (id: number) => of.sections.filter((one) => one.id !== id);
  const store: SectionStore = {
    put: ({ id }, fields) => write(of.sections.map((one) => (one.id === id ? { ...one, fields } : one))),
    name: (section, words) =>
      write(
        section
          ? of.sections.map((one) => (one.id === section.id ? { ...one, ...words } : one))
          : [...of.sections, { id: fresh(), ...words, fields: [] }],
      ),
    shift: ({ id }, by) => {
      const at = placeOf(id);
      const moved = of.sections[at];
      return moved ? write(without(id).toSpliced(at + by, 0, moved)) : Promise.resolve();
    },
    remove: ({ id }) => write(without(id)),
    restore: ({ title, note, fields }) => write([...of.sections, { id: fresh(), title, note, fields: [...fields] }]),
    refresh,
  };
  const sections: BuiltSection[] = of.sections.map((one) => ({ ...one, version: of.version }));
  return (
    <Stack gap="md">
      <PageHeader back="/evaluation/questionnaires" title={name} description={t('evaluation.questionnaire.about')} />
      <Alert color="gray">{t('evaluation.questionnaire.copy')}</Alert>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="md">
            <Sections sections={sections} draft store={store} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <TryOut
            heading={t('evaluation.questionnaire.preview')}
            about={t('evaluation.questionnaire.preview_about')}
            title={of.title}
            description={null}
            sections={sections}
            facts={{}}
          />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
