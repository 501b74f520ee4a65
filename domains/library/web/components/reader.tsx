import { Anchor, Badge, Button, Group, Image, Modal, Stack, Text } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '#platform/web/index.ts';
import { Empty, Facts, PdfView } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** One record of the library with all that is known of it; a PDF is read in place. */
export function Reader({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const t = useMessages();
  const { data: item, isError } = useQuery({
    ...api.e_library.get.queryOptions({ input: { id: id ?? 0 } }),
    enabled: id !== undefined,
  });
  const facts = item && [
    { label: t('library.field.authors'), value: item.authors.join(', ') || '—' },
    { label: t('library.field.year'), value: item.year ?? '—' },
    { label: t('library.field.publisher'), value: item.publisher || '—' },
    { label: t('library.field.language'), value: t(`library.language.${item.language}`) },
    ...(item.isbn ? [{ label: t('library.field.isbn'), value: item.isbn }] : []),
    ...(item.pages ? [{ label: t('library.field.pages'), value: item.pages }] : []),
  ];
  return (
    <Modal opened={id !== undefined} onClose={onClose} size="80rem" title={item?.title ?? t('library.item.read')}>
      {isError && <Empty title={t('library.item.gone')} />}
      {item && facts && (
        <Stack>
          <Group align="flex-start" wrap="wrap">
            {item.cover && <Image src={item.cover.src} alt="" w={110} radius="sm" />}
            <Stack gap="xs" style={{ flex: 1, minWidth: 240 }}>
              <Group gap={6}>
                <Badge variant="light">{t(`library.type.${item.type}`)}</Badge>
                {item.subjects.map((subject) => (
                  <Badge key={subject} variant="default">
                    {subject}
                  </Badge>
                ))}
              </Group>
              <Facts items={facts} />
              {item.description && <Text size="sm">{item.description}</Text>}
              {item.link && (
                <Anchor href={item.link} target="_blank" rel="noreferrer" size="sm">
                  <IconExternalLink size={14} aria-hidden /> {item.link}
                </Anchor>
              )}
            </Stack>
          </Group>
          {item.file &&
            (item.file.type === 'application/pdf' ? (
              <PdfView src={item.file.original_url} name={item.file.original_name} />
            ) : (
              <Button
                component="a"
                href={item.file.original_url}
                download={item.file.original_name}
                leftSection={<IconDownload size={16} aria-hidden />}
                style={{ alignSelf: 'flex-start' }}
              >
                {item.file.original_name}
              </Button>
            ))}
        </Stack>
      )}
    </Modal>
  );
}
