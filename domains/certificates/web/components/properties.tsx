import {
  Button,
  Checkbox,
  ColorInput,
  Group,
  Menu,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { upload } from '#domains/files/web/index.ts';
import { type FileRecord, type Locale, locales } from '#platform/contract/index.ts';
import { choices, useMessages } from '#platform/web/index.ts';
import { FileUploader } from '#platform/web/kit/index.ts';
import { alignments, type Element, fonts, type Page, pageBox, signers } from '../../shapes.ts';
import { within } from '../placing.ts';
import styles from './stage.module.css';

export interface KnownField {
  id: string;
  title: string;
  group: string;
}
interface PropertiesProps {
  element: Element;
  page: Page;
  fields: readonly KnownField[];
  files: readonly FileRecord[];
  readOnly: boolean;
  onChange: (element: Element) => void;
  onFile: (file: FileRecord) => void;
}

const toOptions = (list: readonly { id: string; title: string }[]) =>
  list.map(({ id, title }) => ({ value: id, label: title }));

/** All that can be said of one thing on the page; what is moved with the mouse can be typed here. */
export function Properties({ element, page, fields, files, readOnly, onChange, onFile }: PropertiesProps) {
  const t = useMessages();
  const [width, height] = pageBox(page);
  const place = (key: 'x' | 'y' | 'w' | 'h', max: number) => (
    <NumberInput
      key={key}
      size="xs"
      label={t(`certificates.box.${key}`)}
      value={element[key]}
      min={key === 'x' || key === 'y' ? 0 : key === 'w' ? 2 : 0.5}
      max={max}
      step={0.5}
      decimalScale={1}
      suffix=" mm"
      readOnly={readOnly}
      onChange={(value) => {
        if (typeof value === 'number') onChange({ ...element, ...within({ ...element, [key]: value }, page) });
      }}
    />
  );
  const picture = (file_id: number | null, keep: (id: number | null) => void) => {
    const file = files.find(({ id }) => id === file_id);
    return (
      <FileUploader
        name="picture"
        label={t(element.kind === 'signature' ? 'certificates.signature.picture' : 'certificates.picture')}
        upload={upload}
        extensions={['png', 'jpg', 'jpeg']}
        multiple={false}
        disabled={readOnly}
        value={file ? [file] : []}
        onChange={(chosen) => {
          const next = chosen.at(-1);
          if (next) onFile(next as FileRecord);
          keep(next?.id ?? null);
        }}
      />
    );
  };
  return (
    <Stack gap="sm" component="fieldset" style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
      <Text fw={600} size="sm" component="legend">
        {t(`certificates.kind.${element.kind}`)}
      </Text>
      <Group grow gap="xs">
        {place('x', width)}
        {place('y', height)}
      </Group>
      <Group grow gap="xs">
        {place('w', width)}
        {place('h', height)}
      </Group>
      {element.kind === 'text' && (
        <>
          <Words
            label={t('certificates.text')}
            value={element.text}
            rows={4}
            fields={fields}
            readOnly={readOnly}
            onChange={(text) => onChange({ ...element, text })}
          />
          <Group grow gap="xs">
            <Select
              size="xs"
              label={t('certificates.font')}
              data={[...fonts]}
              value={element.font}
              allowDeselect={false}
              readOnly={readOnly}
              onChange={(font) => font && onChange({ ...element, font: font === 'Inter' ? 'Inter' : 'Serif' })}
            />
            <NumberInput
              size="xs"
              label={t('certificates.size')}
              value={element.size}
              min={5}
              max={96}
              step={0.5}
              decimalScale={1}
              readOnly={readOnly}
              onChange={(size) =>
                typeof size === 'number' &&
                onChange({ ...element, size: Math.round(Math.min(Math.max(size, 5), 96) * 2) / 2 })
              }
            />
          </Group>
          <SegmentedControl
            size="xs"
            aria-label={t('certificates.align')}
            data={alignments.map((id) => ({ value: id, label: t(`certificates.align.${id}`) }))}
            value={element.align}
            disabled={readOnly}
            onChange={(align) => onChange({ ...element, align: alignments.find((one) => one === align) ?? 'left' })}
          />
          <Group gap="md">
            <Checkbox
              size="xs"
              label={t('certificates.bold')}
              checked={element.bold}
              disabled={readOnly}
              onChange={({ currentTarget: { checked } }) => onChange({ ...element, bold: checked })}
            />
            <Checkbox
              size="xs"
              label={t('certificates.italic')}
              checked={element.italic}
              disabled={readOnly}
              onChange={({ currentTarget: { checked } }) => onChange({ ...element, italic: checked })}
            />
          </Group>
        </>
      )}
      {element.kind === 'signature' && (
        <>
          <Select
            size="xs"
            label={t('certificates.signer')}
            data={toOptions(choices(t, 'certificates.signer', signers))}
            value={element.signer}
            allowDeselect={false}
            readOnly={readOnly}
            onChange={(signer) => onChange({ ...element, signer: signers.find((one) => one === signer) ?? 'OTHER' })}
          />
          {element.signer === 'OTHER' && (
            <TextInput
              size="xs"
              label={t('certificates.signature.name')}
              value={element.name}
              maxLength={200}
              readOnly={readOnly}
              onChange={({ currentTarget: { value } }) => onChange({ ...element, name: value })}
            />
          )}
          <Words
            label={t('certificates.signature.role')}
            value={element.role}
            rows={1}
            fields={fields}
            readOnly={readOnly}
            onChange={(role) => onChange({ ...element, role })}
          />
          {picture(element.file_id, (file_id) => onChange({ ...element, file_id }))}
        </>
      )}
      {element.kind === 'picture' && picture(element.file_id, (file_id) => onChange({ ...element, file_id }))}
      {(element.kind === 'text' || element.kind === 'line' || element.kind === 'frame') && (
        <ColorInput
          size="xs"
          label={t('certificates.color')}
          format="hex"
          withEyeDropper={false}
          value={element.color}
          swatches={['#1c2b2d', '#5b6b6e', '#0b6b68', '#1d4f91', '#8a1c1c', '#8a6d1c']}
          readOnly={readOnly}
          onChangeEnd={(color) => /^#[0-9a-f]{6}$/.test(color) && onChange({ ...element, color })}
        />
      )}
      {(element.kind === 'line' || element.kind === 'frame') && (
        <NumberInput
          size="xs"
          label={t('certificates.weight')}
          value={element.weight}
          min={0.25}
          max={10}
          step={0.25}
          decimalScale={2}
          readOnly={readOnly}
          onChange={(weight) =>
            typeof weight === 'number' && onChange({ ...element, weight: Math.min(Math.max(weight, 0.25), 10) })
          }
        />
      )}
      {element.kind === 'frame' && (
        <Checkbox
          size="xs"
          label={t('certificates.double')}
          checked={element.double}
          disabled={readOnly}
          onChange={({ currentTarget: { checked } }) => onChange({ ...element, double: checked })}
        />
      )}
    </Stack>
  );
}

type Said = Record<Locale, string>;

/** One text in three languages side by side; a field goes in where the cursor was. */
function Words({
  label,
  value,
  rows,
  fields,
  readOnly,
  onChange,
}: {
  label: string;
  value: Said;
  rows: number;
  fields: readonly KnownField[];
  readOnly: boolean;
  onChange: (value: Said) => void;
}) {
  const t = useMessages();
  const boxes = useRef(new Map<Locale, HTMLTextAreaElement>());
  const [last, setLast] = useState<Locale>('uz');
  const said = locales.some((locale) => value[locale].trim());
  const put = (name: string) => {
    const box = boxes.current.get(last);
    const at = box?.selectionStart ?? value[last].length;
    const to = box?.selectionEnd ?? at;
    onChange({ ...value, [last]: `${value[last].slice(0, at)}{${name}}${value[last].slice(to)}` });
    requestAnimationFrame(() => box?.focus());
  };
  const groups = [...Map.groupBy(fields, ({ group }) => group)];
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text size="xs" fw={500}>
          {label}
        </Text>
        {!readOnly && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <Button size="compact-xs" variant="light" leftSection={<IconBraces size={14} aria-hidden />}>
                {t('certificates.insert')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
              {groups.map(([group, list]) => (
                <div key={group}>
                  <Menu.Label>{t(`certificates.group.${group as 'person'}`)}</Menu.Label>
                  {list.map(({ id, title }) => (
                    <Menu.Item key={id} onClick={() => put(id)}>
                      {title}
                    </Menu.Item>
                  ))}
                </div>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <div className={styles.words}>
        {locales.map((locale) => (
          <Textarea
            key={locale}
            size="xs"
            lang={locale}
            label={t(`certificates.language.${locale}`)}
            rows={rows}
            autosize={false}
            maxLength={2000}
            value={value[locale]}
            readOnly={readOnly}
            error={said && !value[locale].trim() ? t('certificates.lacks') : undefined}
            ref={(box) => {
              if (box) boxes.current.set(locale, box);
            }}
            onFocus={() => setLast(locale)}
            onChange={({ currentTarget }) => onChange({ ...value, [locale]: currentTarget.value })}
          />
        ))}
      </div>
    </Stack>
  );
}
