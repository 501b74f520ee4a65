import type { ComponentType } from 'react';
import type { PermissionName } from '#platform/contract/index.ts';
import type { MessageId } from './i18n.tsx';
import type { LoadOptions } from './kit/controls/options.ts';
import type { UserInfo } from './session/session.ts';

type Lazy<P = object> = () => Promise<{ default: ComponentType<P> }>;
/** Any one of several is enough. */
export type Need = PermissionName | readonly PermissionName[];

export interface Page {
  /** As the specification writes it: `/students/{student_id}`. */
  path: string;
  /** Without a permission the page is for every signed-in person. */
  permission?: Need;
  /** Opens without a session, always in the blank layout. Say why in `reason`. */
  public?: boolean;
  /** Only for signed-out people; others go to `/`. */
  authOnly?: boolean;
  reason?: string;
  /** The page opens only while the profile has this required action, for example `UPDATE_PASSWORD`. */
  requires?: string;
  layout?: 'blank';
  title: MessageId;
  component: Lazy;
  /** Where work goes on with the network gone: the message that says so, in place of the one that it waits. */
  offline?: MessageId;
  /** What the page reads from the query string, each given once. */
  search?: readonly string[];
}

export interface MenuEntry {
  id: string;
  /** Id of the group it stands in. A group is an entry without a path. */
  parent?: string;
  /** Message id of the heading above it; neighbours share it. Entries without a parent have one, but for the first. */
  section?: MessageId;
  title: MessageId;
  /** What it is called where that is stored and not a message, such as the name of a link. */
  text?: string;
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  /** A page of the application, or a whole address for a link that leads out. */
  path?: string;
  /** Left out, the permission of the page at `path` decides. */
  permission?: Need;
  /** For entries that depend on how far a right reaches: a list of people is nothing for those who see themselves alone. */
  shown?: (scope: (permission: PermissionName) => string | undefined) => boolean;
  /** Place among its siblings, small first: ten times the place in the specification's menu, others in between. */
  order: number;
  newTab?: boolean;
  disabled?: boolean;
  badge?: (user: UserInfo) => { text: string; tone?: 'neutral' | 'warning' } | undefined;
}

export interface PaletteItem {
  id: string;
  title: string;
  description?: string;
  /** Address inside the application. */
  path: string;
}

export interface Palette {
  /** The heading of its results. */
  title: MessageId;
  permission?: Need;
  search: (query: string, signal: AbortSignal) => Promise<PaletteItem[]>;
}

/** A piece of a domain that stands in the shell: on every page, in the navigation bar or on the home page. */
export interface Piece {
  id: string;
  permission?: Need;
  order?: number;
  component: Lazy;
}

/** How the changes of a table read; its fields are called `<domain>.field.<column>` in the messages. */
export interface RecordWords {
  /** Message id of a field that is called otherwise, by column. */
  fields?: Record<string, string>;
  /** Which message says what a code means, by column: `level` → `students.level.MASTER`. */
  codes?: Record<string, string>;
  /** Columns, and parts of them, that hold amounts in tiyin. */
  money?: readonly string[];
  /** The page that shows a record, for those who may open it. */
  page?: { permission?: Need; to: (id: number) => string };
}

/** By table; what the history of changes shows. */
export type RecordsWords = Readonly<Record<string, RecordWords>>;

/** What a domain adds to the records of another one that does not know it: a count, a person, a field of its own. */
export interface Addition {
  /** Place that a page offers: `department.people`. */
  place: string;
  /** What it is called where each has a tab of its own: `student.record`. */
  title?: MessageId;
  permission?: Need;
  /** among those of other domains in the same place */
  order?: number;
  component: Lazy<{ id: number }>;
}

/** Whom one may write to: records of a domain that stand for people with an account, as dialogs that send let choose them. */
export interface Recipients {
  kind: 'student' | 'account';
  permission: PermissionName;
  load: LoadOptions;
}

export interface Domain {
  name: string;
  pages: readonly Page[];
  menu?: readonly MenuEntry[];
  /** What Ctrl+K finds of it: one kind of things, or several. */
  palette?: Palette | readonly Palette[];
  /** Shown above every page of the shell, such as a dialog that must be answered. */
  overlays?: readonly Piece[];
  navbar?: readonly Piece[];
  /** What the home page begins with: the moment of whoever opens it. */
  lead?: readonly Piece[];
  home?: readonly Piece[];
  additions?: readonly Addition[];
  recipients?: Recipients;
}

export const page = (definition: Page): Page => definition;
export const defineDomain = (definition: Domain): Domain => definition;

/** `/students/{student_id}` as the router writes it: `/students/$student_id`. */
export const routerPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, '$$$1').replace(/(?<=.)\/$/, '');

export type AllRecords = () => Promise<{ records: Readonly<Record<string, RecordsWords>> }>;
let mounted: readonly Domain[] = [];
let recordsOf: AllRecords = async () => ({ records: {} });
/** `records` brings what they say of their records, by their names. */
export const registerDomains = (domains: readonly Domain[], records = recordsOf) => {
  mounted = domains;
  recordsOf = records;
};
/** What all domains say of their records, by their names. */
export const allRecords = async () => (await recordsOf()).records;
export const allDomains = () => mounted;
export const allPages = () => mounted.flatMap((domain) => domain.pages);
