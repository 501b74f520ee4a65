import { Group, Stack, Text } from '@mantine/core';
import { OneFile, useTitle } from '#domains/questions/web/index.ts';
import { useMessages } from '#platform/web/index.ts';
import { notify, StatusBadge } from '#platform/web/kit/index.ts';
import type { Application } from './calls.ts';
import { type Faults, papersOf } from './faults.ts';
import type { Draft } from './use-draft.ts';

interface Props {
  application: Application;
  draft: Draft;
  faults: Faults;
  /** By type, with what was asked; all papers without. */
  only?: Record<string, string>;
}

/** The papers that somebody of this kind brings; each is on the server as soon as it is chosen. */
export function Papers({ application, draft, faults, only }: Props) {
  const t = useMessages();
  const title = useTitle();
  const papers = papersOf(application).filter((paper) => !only || paper.type in only);
  return (
    <Stack gap="lg">
      {papers.map((paper) => {
        const brought = application.documents.find((one) => one.type === paper.type);
        const declined = brought?.status === 'DECLINED';
        return (
          <div key={paper.type}>
            <OneFile
              name={`documents.${paper.type}`}
              label={title(paper.title)}
              description={only?.[paper.type] || undefined}
              required={paper.required}
              error={faults[`documents.${paper.type}`]}
              photo={paper.type === 'PHOTO'}
              file={brought?.file ?? null}
              onChange={(file) => {
                if (file)
                  draft
                    .run({ documents: [{ type: paper.type, file_id: file.id }] })
                    .catch((error: unknown) => notify.error(error));
              }}
            />
            {brought && application.status !== 'DRAFT' ? (
              <Group gap="xs" mt={6}>
                <StatusBadge status={brought.status} label={t(`admissions.document.${brought.status}`)} />
                {declined && brought.note ? (
                  <Text size="sm" c="red">
                    {brought.note}
                  </Text>
                ) : null}
              </Group>
            ) : null}
          </div>
        );
      })}
    </Stack>
  );
}
