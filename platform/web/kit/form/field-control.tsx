import type { ComponentType } from 'react';
import { AsyncSelect } from '../controls/async-select.tsx';
import { CheckboxField, SwitchField } from '../controls/checks.tsx';
import { CodeInput } from '../controls/code-input.tsx';
import { CreatableMultiSelect } from '../controls/creatable-multi-select.tsx';
import { DateField, DateTimeField } from '../controls/dates.tsx';
import { FileUploader } from '../controls/file-uploader.tsx';
import { MultilingualField } from '../controls/multilingual.tsx';
import { MultilingualRichText } from '../controls/multilingual-rich.tsx';
import { MoneyField, NumberField, NumberStepper } from '../controls/numbers.tsx';
import { PhoneField } from '../controls/phone.tsx';
import { RichText } from '../controls/rich-text.tsx';
import { SelectField } from '../controls/selects.tsx';
import { TagsField } from '../controls/tags.tsx';
import { EmailField, PasswordField, TextAreaField, TextField } from '../controls/texts.tsx';

/** Which control stands for which word in a field definition. */
const controls = {
  text: TextField,
  textarea: TextAreaField,
  email: EmailField,
  password: PasswordField,
  phone: PhoneField,
  number: NumberField,
  stepper: NumberStepper,
  money: MoneyField,
  select: SelectField,
  async: AsyncSelect,
  creatable: CreatableMultiSelect,
  tags: TagsField,
  checkbox: CheckboxField,
  switch: SwitchField,
  date: DateField,
  datetime: DateTimeField,
  code: CodeInput,
  multilingual: MultilingualField,
  rich: RichText,
  multilingualRich: MultilingualRichText,
  files: FileUploader,
} as const;

type Controls = typeof controls;
type PropsOf<C> = C extends (props: infer P) => unknown ? P : never;

/** A field of a form: the control's word, its name in the values, and the control's own properties. */
export type FieldDefinition = {
  [K in keyof Controls]: { control: K; name: string } & Omit<PropsOf<Controls[K]>, 'name' | 'value' | 'onChange'>;
}[keyof Controls];

export function FieldControl({ control, ...props }: FieldDefinition) {
  const Control = controls[control] as ComponentType<Record<string, unknown>>;
  return <Control {...props} />;
}
