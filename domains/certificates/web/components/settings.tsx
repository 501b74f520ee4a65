import { ActionIcon, Button, Checkbox, Group, Menu, Stack } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconLayersIntersect,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { locales } from '#platform/contract/index.ts';
import { useMessages } from '#platform/web/index.ts';
import { MultilingualField, SelectField } from '#platform/web/kit/index.ts';
import { type ElementKind, elementKinds, type Layout, type Page, pageSizes } from '../../shapes.ts';
import type { Template } from '../api.ts';
import { type Placing, redone, undone } from '../placing.ts';

type Head = Pick<Template, 'title' | 'languages'>;

/** What holds for the whole page. */
export function PageSettings({
  head,
  layout,
  readOnly,
  onHead,
  onPage,
}: {
  head: Head;
  layout: Layout;
  readOnly: boolean;
  onHead: (head: Head) => void;
  onPage: (page: Page) => void;
}) {
  const t = useMessages();
  return (
    <Stack gap="sm">
      <MultilingualField
        name="title"
        label={t('certificates.field.title')}
        value={head.title}
        disabled={readOnly}
        onChange={(title) => onHead({ ...head, title })}
      />
      <Checkbox.Group
        label={t('certificates.languages')}
        value={head.languages}
        onChange={(chosen) => {
          const languages = locales.filter((each) => chosen.includes(each));
          if (languages.length) onHead({ ...head, languages });
        }}
      >
        <Group gap="md" mt={4}>
          {locales.map((id) => (
            <Checkbox key={id} value={id} disabled={readOnly} label={t(`certificates.language.${id}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <SelectField
        name="size"
        label={t('certificates.paper')}
        options={pageSizes.flatMap((size) =>
          [true, false].map((landscape) => ({
            id: `${size} ${landscape}`,
            title: `${size} · ${t(landscape ? 'certificates.landscape' : 'certificates.portrait')}`,
          })),
        )}
        disabled={readOnly}
        value={`${layout.page.size} ${layout.page.landscape}`}
        onChange={(next) => {
          const [size, landscape] = String(next).split(' ');
          onPage({ size: size === 'A5' ? 'A5' : 'A4', landscape: landscape === 'true' });
        }}
      />
    </Stack>
  );
}

/** Putting things in, steps back and forth, and what is done with the thing that is chosen. */
export function Tools({
  placing,
  chosen,
  onPut,
  onStep,
  onCopy,
  onFront,
  onRemove,
}: {
  placing: Placing;
  chosen: boolean;
  onPut: (kind: ElementKind) => void;
  onStep: (step: (state: Placing) => Placing) => void;
  onCopy: () => void;
  onFront: () => void;
  onRemove: () => void;
}) {
  const t = useMessages();
  return (
    <Group gap="xs">
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />}>
            {t('certificates.put')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {elementKinds.map((kind) => (
            <Menu.Item key={kind} onClick={() => onPut(kind)}>
              {t(`certificates.kind.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Tool label={t('certificates.undo')} disabled={placing.before.length === 0} onClick={() => onStep(undone)}>
        <IconArrowBackUp size={16} aria-hidden />
      </Tool>
      <Tool label={t('certificates.redo')} disabled={placing.after.length === 0} onClick={() => onStep(redone)}>
        <IconArrowForwardUp size={16} aria-hidden />
      </Tool>
      <Tool label={t('certificates.copy')} disabled={!chosen} onClick={onCopy}>
        <IconCopy size={16} aria-hidden />
      </Tool>
      <Tool label={t('certificates.front')} disabled={!chosen} onClick={onFront}>
        <IconLayersIntersect size={16} aria-hidden />
      </Tool>
      <Tool label={t('certificates.remove')} disabled={!chosen} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </Tool>
    </Group>
  );
}

function Tool({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <ActionIcon variant="default" size={30} aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
