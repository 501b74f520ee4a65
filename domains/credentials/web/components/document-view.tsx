import { Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { Facts, showDate, showDateTime } from '#platform/web/kit/index.ts';
import type { DocumentBody, Section } from '../../shapes.ts';

/** Everything that a document says, in its own language. */
export function DocumentView({ body }: { body: DocumentBody }) {
  const t = useMessages();
  return (
    <Stack gap="md">
      <div lang={body.language}>
        <Text size="sm" c="dimmed">
          {body.institution.name}
        </Text>
        <Title order={2} size="h3">
          {body.title}
        </Title>
        {body.subtitle && <Text>{body.subtitle}</Text>}
      </div>
      <Facts
        items={[
          { label: t('credentials.field.number'), value: body.number },
          {
            label: t('credentials.field.issued_at'),
            value: body.issued_on ? showDate(body.issued_on) : showDateTime(body.issued_at),
          },
          { label: t('credentials.field.check_code'), value: body.code },
        ]}
      />
      <Stack gap="md" lang={body.language}>
        {body.sections.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a signed document never move
          <Part key={at} part={part} />
        ))}
        {body.signatories.length > 0 && (
          <Stack gap={2}>
            {body.signatories.map(({ role, name }) => (
              <Group key={`${role} ${name}`} justify="space-between">
                <Text size="sm">{role}</Text>
                <Text size="sm">{name}</Text>
              </Group>
            ))}
          </Stack>
        )}
      </Stack>
    </Stack>
  );
}

function Part({ part }: { part: Section }) {
  return (
    <section>
      {part.title && (
        <Title order={3} size="h6" mb="xs">
          {part.title}
        </Title>
      )}
      {part.kind === 'facts' && <Facts columns={2} items={part.rows.map(([label, value]) => ({ label, value }))} />}
      {part.kind === 'text' && <Text size="sm">{part.text}</Text>}
      {part.kind === 'table' && <Grid part={part} />}
    </section>
  );
}

function Grid({ part }: { part: Extract<Section, { kind: 'table' }> }) {
  const align = (at: number) => part.columns[at]?.align ?? 'left';
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing={6} fz="sm" className="tabular">
        <Table.Thead>
          <Table.Tr>
            {part.columns.map((column, at) => (
              <Table.Th key={column.title} ta={align(at)} fw={500} c="dimmed">
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {part.rows.map((row, at) => {
            const cells = 'group' in row ? null : 'sum' in row ? row.sum : row;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a signed document never move
              <Table.Tr key={at}>
                {cells === null ? (
                  <Table.Th colSpan={part.columns.length} bg="var(--hover)">
                    {(row as { group: string }).group}
                  </Table.Th>
                ) : (
                  cells.map((cell, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    <Table.Td key={column} ta={align(column)} fw={'sum' in row ? 600 : undefined}>
                      {cell}
                    </Table.Td>
                  ))
                )}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
