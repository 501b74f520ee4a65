/** The public face of the kit. */

export { addressedId, countryOptions, studentOptions } from './controls/addressed.ts';
export type { AsyncSelectProps } from './controls/async-select.tsx';
export { AsyncSelect } from './controls/async-select.tsx';
export { CheckboxField, SwitchField } from './controls/checks.tsx';
export { CodeInput } from './controls/code-input.tsx';
export { CreatableMultiSelect } from './controls/creatable-multi-select.tsx';
export { DateField, DateFilter, DateMillisField, DateTimeField } from './controls/dates.tsx';
export { Dropzone } from './controls/dropzone.tsx';
export { FileList, FileUploader } from './controls/file-uploader.tsx';
export type { Multilingual } from './controls/multilingual.tsx';
export { MultilingualField } from './controls/multilingual.tsx';
export { MultilingualRichText } from './controls/multilingual-rich.tsx';
export { MoneyField, NumberField, NumberStepper } from './controls/numbers.tsx';
export type { AnyOption, LoadOptions, Option, OptionId } from './controls/options.ts';
export { choiceOf } from './controls/options.ts';
export { PhoneField } from './controls/phone.tsx';
export { RichText } from './controls/rich-text.tsx';
export { sanitise } from './controls/sanitise.ts';
export { Scanner } from './controls/scanner.tsx';
export { SelectField } from './controls/selects.tsx';
export { TagsField } from './controls/tags.tsx';
export { EmailField, PasswordField, TextAreaField, TextField } from './controls/texts.tsx';
export type { Upload, UploadedFile } from './controls/upload.ts';
export { useDrag } from './controls/use-drag.ts';
export { askReason, askToLeave, confirm, confirmDelete, takeBack, tell, tellError } from './dialogs/confirm.tsx';
export { CopyDrawer } from './dialogs/copy-drawer.tsx';
export { CountdownButton } from './dialogs/countdown-button.tsx';
export { JobProgress, type JobProgressProps, ProgressDialog } from './dialogs/job-progress.tsx';
export { notify } from './dialogs/notify.tsx';
export { type Previewed, usePreviewed } from './dialogs/previewed.ts';
export { ReasonDialog } from './dialogs/reason-dialog.tsx';
export { isOver, type Job, progressOf, RunningJob, useJob } from './dialogs/running-job.tsx';
export { fieldTitle, formFields, shownRecord } from './fields/declared.ts';
export { choosableColumns, FieldValue, factsOf } from './fields/field-value.tsx';
export { useShownValues } from './fields/shown-values.ts';
export type { Field, FieldProps } from './form/context.tsx';
export { FormContext, useField, useFormBinding } from './form/context.tsx';
export type { FieldDefinition } from './form/field-control.tsx';
export { ForcedBadge, ForcedNote, ForceSwitch } from './form/forced.tsx';
export type { FormDrawerProps } from './form/form-drawer.tsx';
export { FormDrawer } from './form/form-drawer.tsx';
export type { FormSectionDefinition, RecordFormProps } from './form/record-form.tsx';
export { FormSection, RecordForm, RecordFormView } from './form/record-form.tsx';
export type { RecordFormOptions, RecordFormState } from './form/use-record-form.tsx';
export { useRecordForm } from './form/use-record-form.tsx';
export { CellFaults } from './grid/cell-faults.tsx';
export type { Edit, Fault, Outcome } from './grid/edits.ts';
export { Grid } from './grid/grid.tsx';
export type { GridCell, GridChange, GridColumn } from './grid/types.ts';
export { unsentSheets, useEdits } from './grid/use-edits.ts';
export { AsOfControl } from './list/as-of.tsx';
export { type ListOnPage, useListOnPage } from './list/list-on-page.ts';
export { ListPage } from './list/list-page.tsx';
export { Neighbours } from './list/neighbours.tsx';
export { listPlace } from './list/place.ts';
export { RowMenu } from './list/row-menu.tsx';
export { rowsOf } from './list/rows.ts';
export type { ListDefaults, ListInput } from './list/search-state.ts';
export type {
  BulkAction,
  FiltersOf,
  InputOf,
  KeyOf,
  ListCall,
  ListColumn,
  ListEnvelope,
  ListFilter,
  ListPageProps,
  RowAction,
  RowOf,
} from './list/types.ts';
export { useRowsDialog } from './list/use-rows-dialog.ts';
export type { Resource, ResourcePageProps, ResourceRow, ResourceTexts } from './resource-page.tsx';
export { ResourcePage } from './resource-page.tsx';
export { SettingsPage } from './settings-page.tsx';
export { actionBar } from './show/action-bar.ts';
export { Arrow } from './show/arrow.tsx';
export { Bars } from './show/bars.tsx';
export type { Fact, TabItem } from './show/blocks.tsx';
export { Facts, Section, Tabs } from './show/blocks.tsx';
export type { ChartProps, ChartSeries } from './show/charts.tsx';
export { Chart } from './show/charts.tsx';
export { Copyable } from './show/copyable.tsx';
export { CountedAt, untilCounted } from './show/counted-at.tsx';
export { Empty } from './show/empty.tsx';
export { FilesView } from './show/files-view.tsx';
export type { HistoryEntry } from './show/history.tsx';
export { DiffTable, History } from './show/history.tsx';
export type { HomeCardProps, HomeRow } from './show/home-card.tsx';
export { HomeCard } from './show/home-card.tsx';
export { keptSize, useKeptHeight } from './show/kept-height.ts';
export { type LifeStep, LifeSteps } from './show/life-steps.tsx';
export { Loaded } from './show/loaded.tsx';
export { ModuleTitle, moduleColor, shortModule } from './show/modules.tsx';
export { PageHeader } from './show/page-header.tsx';
export { PdfPage } from './show/pdf-page.tsx';
export { PdfView } from './show/pdf-view.tsx';
export { DateText, DateTimeText, DueText, MoneyText, Person, PhoneText, StatusBadge } from './show/people.tsx';
export { ChangedFact, Rail, RailFact, WithRail } from './show/rail.tsx';
export { Sides } from './show/sides.tsx';
export { type SmallColumn, SmallTable } from './show/small-table.tsx';
export {
  fullName,
  initials,
  namesOf,
  plainValue,
  showDate,
  showDateTime,
  showMoney,
  showNumber,
  showPercent,
  showPhone,
  showSize,
} from './show/values.ts';
