import type { ReactElement } from 'react';
import { expect } from 'vitest';
import { z } from 'zod';
import { lengthBetween, phone } from '#platform/contract/index.ts';
import { CheckboxField } from '#platform/web/kit/controls/checks.tsx';
import { CodeInput } from '#platform/web/kit/controls/code-input.tsx';
import { CreatableMultiSelect } from '#platform/web/kit/controls/creatable-multi-select.tsx';
import { NumberStepper } from '#platform/web/kit/controls/numbers.tsx';
import { onlyChoice } from '#platform/web/kit/controls/options.ts';
import {
  codeDigits,
  dateToMillis,
  maskedFromPhone,
  phoneFromMasked,
  refuseFile,
  stepNumber,
} from '#platform/web/kit/controls/rules.ts';
import { TextField } from '#platform/web/kit/controls/texts.tsx';
import { textsOfIssues } from '#platform/web/kit/form/issues.ts';
import { showCountdown, showDate } from '#platform/web/kit/show/values.ts';
import { draw } from './draw.tsx';
import { covered, type Entries, same } from './entry.ts';
import { expectSource, expectText, say } from './product.ts';

const controls = 'platform/web/kit/controls';
const rules = `${controls}/rules.test.ts`;

/** The English sentence with which the forms refuse a value. */
function refused(schema: z.ZodType, value: unknown): string {
  const form = z.object({ a: schema });
  const result = form.safeParse({ a: value });
  if (result.success) return '';
  const fault = textsOfIssues(result.error.issues, { a: value }, form).a;
  return fault ? say.en(fault.id, fault.values) : '';
}
const count = async (element: ReactElement, part: string) => (await draw(element)).split(part).length - 1;
const options = [1, 2, 3, 4].map((id) => ({ id, title: `Option ${id}` }));

/** Controls and what they check. */
export const entries: Entries = {
  R147: () => expectSource(`${controls}/async-select.tsx`, 'useDebouncedValue(search', 'loader.current(word)'),
  R148: () => expectSource(`${controls}/texts.tsx`, 'props.uppercase ? capitals(event.currentTarget.value)'),
  R149: async () => {
    expect(await count(<CheckboxField label="Box" value={true} onChange={() => {}} />, 'type="checkbox"')).toBe(1);
    expect(refused(z.literal(true), false)).toBe('This field is required');
  },
  R150: async () => expect(await count(<CodeInput label="Code" value="" onChange={() => {}} />, '<input')).toBe(6),
  R151: () => expectSource(`${controls}/creatable-multi-select.tsx`, 'onCreate', 'onDelete'),
  R152: async () => {
    const chosen = (value: number[]) => (
      <CreatableMultiSelect label="x" options={options} value={value} onChange={() => {}} />
    );
    expect(await draw(chosen([1, 2, 3]))).not.toContain('+1');
    expect(await draw(chosen([1, 2, 3, 4]))).toContain('+1');
    expectSource(`${controls}/creatable-multi-select.tsx`, 'keys.length > 3 && (', '<Tooltip');
  },
  R153: () => {
    expectText('kit.selectAllOptions', 'Select all options');
    expectSource(`${controls}/creatable-multi-select.tsx`, 'everything ? [] : options.map((option) => option.id)');
  },
  R154: () => expectSource(`${controls}/rich-text-editor.tsx`, 'const src = await upload(file);', '.setImage({ src'),
  R155: () => expectSource(`${controls}/file-uploader.tsx`, 'isThumbnail(file.extension) ?', 'onRemove(file)'),
  R156: () => expectSource(`${controls}/dropzone.tsx`, 'onDrop(files);'),
  R157: async () => {
    const html = await draw(<NumberStepper label="x" value={1} onChange={() => {}} />);
    for (const name of ['kit.less', 'kit.more']) expect(html).toContain(`aria-label="${say.en(name)}"`);
  },
  R158: () => expectSource(`${controls}/tags.tsx`, '<TagsInput'),
  R159: () => expectSource(`${controls}/dates.tsx`, 'firstDayOfWeek: 1'),
  R160: () => expectSource('platform/web/kit/index.ts', 'AsyncSelect', 'CodeInput', 'FileUploader', 'TagsField'),
  R257: async () => {
    const field = (required: boolean) => <TextField label="Name" value="" onChange={() => {}} required={required} />;
    expect(await draw(field(true))).toMatch(/aria-hidden="true"[^>]*> ?\*/);
    expect(await draw(field(false))).not.toContain('*');
  },
  R258: () => {
    const coded = (code: string) => z.string().refine(() => false, code);
    expect(refused(coded('form_required'), 'x')).toBe('This field is required');
    expect(refused(z.number().gt(1).lt(5), 7)).toBe('Value must be more than 1 and less than 5');
    expect(refused(coded('asciiError'), 'ж')).toBe('Please use only latin letters');
  },
  R259: () => {
    expect(refused(z.enum(['A']), null)).toBe('This field is required');
    expect(refused(z.literal(true), false)).toBe('This field is required');
  },
  R260: () => {
    const [first, ...rest] = options;
    expect(onlyChoice([first!], true, true)).toEqual(first);
    expect(onlyChoice([first!, ...rest], true, true)).toBeNull();
  },
  R261: () => expect(refused(z.string().min(1), '')).toBe('This field is required'),
  R262: () => expect(refused(z.number().min(0), -1)).toBe('Value cannot be less than 0'),
  R263: () => expectText('kit.error.second.min', 'Value should not be less than 7', { min: 7 }),
  R264: () => expect(refused(z.number().gt(0), 0)).toBe('Value must be more than 0'),
  R265: () => expect(refused(z.number().max(100), 101)).toBe('Value cannot exceed 100'),
  R266: () => expectText('kit.error.second.max', 'Value must not be more than 7', { max: 7 }),
  R267: () => expect(refused(lengthBetween(2, 5), 'a')).toBe('Value must be more than 2 and less than 5'),
  R268: () => expect(refused(z.string().length(9), 'AA')).toBe('Value should be 9 characters long'),
  R269: () => expectText('kit.error.second.exact', 'Value must consist of 9 characters', { definite: 9 }),
  R270: () => expectText('kit.error.check', 'Please check all required fields'),
  R271: () => {
    expect(refused(z.string().regex(/^\d+$/), 'x')).toBe('Invalid format');
    expect(refused(z.string().regex(/^\d+$/, 'invalid'), 'x')).toBe('Invalid format');
  },
  R272: () => {
    expectText('kit.error.second.latin', 'use only Latin letters');
    expectSource(`${controls}/texts.tsx`, 'kit.error.second.latin');
  },
  R273: () => expectText('kit.error.latin', 'Please use only latin letters'),
  R274: () => expectText('kit.error.passwords', 'Passwords are not same!'),
  R275: () => expect(refused(z.url(), 'abc')).toBe('Invalid URL'),
  R276: () => expect(refused(z.string().regex(/^\d{6}$/, 'code'), '12345')).toBe('Please enter a valid code'),
  R277: () => expect(refused(z.array(z.int()).min(1), [])).toBe('At least one option must be chosen'),
  R280: () => {
    const fits = (text: string) => lengthBetween(2, 5).safeParse(text).success;
    expect(['ab', 'abc', 'abcd', 'abcde', ''].map(fits)).toEqual([false, true, true, false, false]);
  },
  R281: () => {
    const fits = (length: number) => lengthBetween(0).safeParse('a'.repeat(length)).success;
    expect([fits(9998), fits(9999)]).toEqual([true, false]);
  },
  R282: async () =>
    expect(await draw(<TextField label="x" value="" onChange={() => {}} />)).toContain('maxLength="1000"'),
  R283: () => expect(stepNumber(0, -1, {})).toBe(0),
  R284: () => expect(stepNumber(1, 1, {})).toBe(1.1),
  R285: () => expect(stepNumber(1e9, 1, {})).toBe(1_000_000_000.1),
  R286: () => expect(stepNumber(5, 1, { max: 5, wrap: true })).toBe(0),
  R287: () => expectSource(`${controls}/numbers.tsx`, "event.key === 'ArrowUp' ? 1 : -1"),
  R288: () => expect(stepNumber(0.2, 1, {})).toBe(0.3),
  R290: () => {
    for (const value of ['', 'a@', 'x']) expect(refused(z.email(), value)).toMatch(/E-mail|required/);
    expectText('kit.error.email', 'Please enter a valid E-mail');
  },
  R291: () => {
    const fits = (value: string) => z.email().safeParse(value).success;
    expect(['a@b.uz', 'a@b', 'a.b', '@b.uz'].map(fits)).toEqual([true, false, false, false]);
  },
  // Longer than any telephone of the world, 15 figures, is refused earlier than the rule asks.
  R292: () => {
    const fits = (length: number) => phone.safeParse('9'.repeat(length)).success;
    expect([fits(11), fits(12), fits(50)]).toEqual([false, true, false]);
    expect(refused(phone, '12345678901')).toBe('Please enter valid phone number');
  },
  R293: () => {
    expect(phoneFromMasked('(90) 123-45-67', 'short')).toBe('998901234567');
    expectSource(`${controls}/phone.tsx`, "short: '(00) 000-00-00'");
  },
  R296: covered(rules, 'takes the digits of a pasted code'),
  R297: () => expect(codeDigits('a')).toBe(''),
  R298: () =>
    expectSource(`${controls}/code-input.tsx`, "event.key === 'Backspace'", "boxes[index] === '' ? index - 1 : index"),
  R299: () => expect(codeDigits('12-34 56')).toBe('123456'),
  R314: () => expectSource(`${controls}/tags.tsx`, '<TagsInput', "'Tab'"),
  R315: () => expect(String(dateToMillis('2026-09-01'))).toHaveLength(13),
  R396: () => expectText('kit.dropzone.reject', 'Please, select accepted files'),
  R397: () => expectText('kit.dropzone.accept', 'Drop here...'),
  R407: same('R258'),
  R419: () => {
    expect([60_000, 59_000, 0].map(showCountdown)).toEqual(['1:00', '0:59', '0:00']);
    expectSource('platform/web/kit/dialogs/countdown-button.tsx', 'duration = 60_000', 'disabled={counting}');
  },
  R421: same('R281'),
  R422: same('R292'),
  R429: same('R150'),
  R430: same('R284'),
  R431: () => expect(showDate('2024-09-01')).toBe('01.09.2024'),
  R294: () => {
    expect(maskedFromPhone('998901234567', 'full')).toBe('998901234567');
    expectSource(`${controls}/phone.tsx`, "full: '+{998}(00) 000 00 00'");
  },
  R300: () => {
    expect(refuseFile({ name: 'a.pdf', size: 1 }, ['png'], undefined)).toEqual({ reason: 'format', formats: 'png' });
    expectText('kit.error.formats', 'Only png are allowed', { formats: 'png' });
  },
  R301: same('R396'),
  R302: () => expectText('kit.error.fileSize', 'File size cannot be more than 10 MB', { maxSize: '10 MB' }),
  R279: () => {
    expectText('kit.error.formats', 'Only zip files are allowed', { formats: 'zip' });
    expect(refuseFile({ name: 'a.rar', size: 1 }, ['zip'], undefined)).not.toBeNull();
  },
};
