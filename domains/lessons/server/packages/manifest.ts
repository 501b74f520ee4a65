import { parseXml } from '#platform/server/spreadsheets/xml.ts';
import type { packageKinds } from '../../shapes.ts';
import { type Rules, readRules } from './rules.ts';
import { type TimeLimit, timeLimit } from './time-limit.ts';

/** What an e-learning package says of itself: SCORM 1.2, SCORM 2004, or nothing but pages. Pure: names in, items out. */

/** A part that can be opened. `path` is the entry's name in the archive, `query` what is put behind its address. */
export interface Item {
  id: string;
  title: string;
  path: string;
  query: string;
  /** Whether it speaks with the run time; pages alone do not. */
  sco: boolean;
  /** What the manifest gives the content: pass mark (0 to 100) and its launch data. */
  mastery?: number;
  data?: string;
  limit?: TimeLimit;
}
export interface Manifest {
  kind: (typeof packageKinds)[number];
  title: string;
  items: Item[];
  sequencing: Rules | null;
}
/** NOT_A_PACKAGE: nothing that can be opened. PACKAGE_MISSING_FILE: the manifest names a file that is not there. */
export class ManifestError extends Error {
  readonly code: 'NOT_A_PACKAGE' | 'PACKAGE_MISSING_FILE';
  readonly data: Record<string, string>;
  constructor(code: ManifestError['code'], data: Record<string, string> = {}) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

interface RawItem {
  id: string;
  ref: string | undefined;
  parameters: string;
  title: string;
  mastery: string;
  data: string;
  allowed: string;
  action: string;
  /** The collected rules that it takes over. */
  rules: string;
  hidden: boolean;
}
interface Organization {
  id: string;
  title: string;
  items: RawItem[];
}

const nameOf = 'imsmanifest.xml';
/** Pages with which authoring tools begin, in the order in which they are preferred. */
const firstPages = ['story.html', 'index_lms.html', 'presentation.html', 'index.html', 'index.htm', 'story_html5.html'];
const depth = (name: string) => name.split('/').length;
const lastPart = (name: string) => name.slice(name.lastIndexOf('/') + 1).toLowerCase();

/** Where the manifest lies: at the top, or in the folder that was packed instead of its content. */
export const manifestName = (names: readonly string[]): string | undefined =>
  names.filter((name) => lastPart(name) === nameOf && depth(name) <= 2).toSorted((a, b) => depth(a) - depth(b))[0];

/** A package without a manifest: pages that begin with one of the usual names. Errors: NOT_A_PACKAGE. */
export function plainPackage(names: readonly string[], title: string): Manifest {
  const shallow = Math.min(...names.map(depth), 99);
  for (const page of firstPages) {
    const path = names.find((name) => depth(name) <= Math.max(shallow, 2) && lastPart(name) === page);
    if (path)
      return {
        kind: 'PLAIN',
        title,
        items: [{ id: 'page', title, path, query: '', sco: false }],
        sequencing: null,
      };
  }
  throw new ManifestError('NOT_A_PACKAGE');
}

/**
 * Reads a manifest. `names` are the files of the archive, `at` where the manifest lies among them. What can be opened comes in the order of the default organization. Errors: as ManifestError, BROKEN_FILE.
 */
export async function readManifest(
  xml: Buffer,
  names: readonly string[],
  at: string,
  fallback: string,
): Promise<Manifest> {
  const organizations: Organization[] = [];
  const resources = new Map<string, { href: string; sco: boolean; base: string }>();
  let chosen: string | undefined;
  let version = '';
  let [manifestBase, resourcesBase, text] = ['', '', ''];
  let item: RawItem | undefined;
  const collection = new Map<string, string>();
  let collected = '';
  const open: RawItem[] = [];
  const path: string[] = [];
  await parseXml(
    (async function* () {
      yield xml;
    })(),
    {
      open(name, attribute) {
        path.push(name);
        text = '';
        if (name === 'manifest' && path.length === 1) manifestBase = attribute('base') ?? '';
        else if (name === 'organizations') chosen = attribute('default');
        else if (name === 'organization')
          organizations.push({
            id: attribute('identifier') ?? '',
            title: '',
            items: [],
          });
        else if (name === 'resources') resourcesBase = attribute('base') ?? '';
        else if (name === 'item') {
          item = {
            id: attribute('identifier') ?? `item-${resources.size}-${organizations.at(-1)?.items.length}`,
            ref: attribute('identifierref'),
            parameters: attribute('parameters') ?? '',
            hidden: attribute('isvisible') === 'false',
            title: '',
            mastery: '',
            data: '',
            allowed: '',
            action: '',
            rules: '',
          };
          open.push(item);
          organizations.at(-1)?.items.push(item);
        } else if (name === 'sequencing') {
          collected = attribute('ID') ?? '';
          if (item) item.rules = attribute('IDRef') ?? '';
        } else if (name === 'limitConditions') {
          const allowed = attribute('attemptAbsoluteDurationLimit') ?? '';
          if (item) item.allowed = allowed;
          else if (collected) collection.set(collected, allowed);
        } else if (name === 'resource')
          resources.set(attribute('identifier') ?? '', {
            href: attribute('href') ?? '',
            sco: (attribute('scormtype') ?? attribute('scormType') ?? '').toLowerCase() === 'sco',
            base: attribute('base') ?? '',
          });
      },
      text(piece) {
        text += piece;
      },
      close(name) {
        const organization = organizations.at(-1);
        const value = text.trim().replaceAll(/\s+/g, ' ');
        const within = path.at(-2);
        if (name === 'title' && within === 'item' && item) item.title = value;
        else if (name === 'title' && within === 'organization' && organization) organization.title = value;
        else if (name === 'schemaversion' && !version) version = value;
        else if (name.toLowerCase() === 'masteryscore' && item) item.mastery = value;
        else if (name.toLowerCase() === 'datafromlms' && item) item.data = text.trim();
        else if (name.toLowerCase() === 'maxtimeallowed' && item) item.allowed = value;
        else if (name.toLowerCase() === 'timelimitaction' && item) item.action = value;
        else if (name === 'minNormalizedMeasure' && item) item.mastery = String(Number(value) * 100);
        else if (name === 'item') {
          open.pop();
          item = open.at(-1);
        }
        path.pop();
        text = '';
      },
    },
  );
  const organization = organizations.find((one) => one.id === chosen) ?? organizations[0];
  const title = organization?.title || fallback;
  const files = new Map(names.map((name) => [name.toLowerCase(), name]));
  const known = new Set(names);
  const items: Item[] = [];
  const add = (ref: string, raw: Partial<RawItem> & { id: string }) => {
    const resource = resources.get(ref);
    if (!resource?.href) return;
    const { path: wanted, query } = addressOf(
      at,
      [manifestBase, resourcesBase, resource.base],
      resource.href,
      raw.parameters ?? '',
    );
    const found = known.has(wanted) ? wanted : files.get(wanted.toLowerCase());
    if (!found) throw new ManifestError('PACKAGE_MISSING_FILE', { name: wanted });
    const mastery = Number(raw.mastery || Number.NaN);
    const limit = timeLimit(raw.allowed || (collection.get(raw.rules ?? '') ?? ''), raw.action ?? '');
    items.push({
      id: raw.id,
      title: raw.title || title,
      path: found,
      query,
      sco: resource.sco,
      ...(Number.isFinite(mastery) ? { mastery } : {}),
      ...(raw.data ? { data: raw.data } : {}),
      ...(limit ? { limit } : {}),
    });
  };
  for (const raw of organization?.items ?? []) if (raw.ref && !raw.hidden) add(raw.ref, raw);
  const source = xml.toString('utf8');
  const kind = kindOf(version, source, items);
  const openable = (organization?.items ?? []).filter((raw) => resources.get(raw.ref ?? '')?.href);
  const sequencing = kind === 'SCORM2004' ? await readRules(xml, new Set(openable.map((raw) => raw.id))) : null;
  // Rules lead also to parts that no list shows.
  if (sequencing) {
    items.length = 0;
    for (const raw of openable) add(raw.ref ?? '', raw);
  }
  // Packages of resources alone have no organization; each SCO among them is a part.
  if (items.length === 0) for (const [id, resource] of resources) if (resource.sco) add(id, { id });
  if (items.length === 0) throw new ManifestError('NOT_A_PACKAGE');
  return { kind: kindOf(version, source, items), title, items, sequencing };
}

function kindOf(version: string, source: string, items: Item[]): Manifest['kind'] {
  if (!items.some((one) => one.sco)) return 'PLAIN';
  if (/2004|CAM 1\.3|1\.3/i.test(version) || (!/^1\.[12]$/.test(version) && /adlcp_v1p3/i.test(source)))
    return 'SCORM2004';
  return 'SCORM12';
}

/** Resolves an address against the bases above it, as XML says. Errors: PACKAGE_MISSING_FILE for what lies elsewhere. */
function addressOf(at: string, bases: string[], href: string, parameters: string): { path: string; query: string } {
  const escaped = (text: string) => text.replaceAll('\\', '/');
  let url: URL;
  try {
    url = bases.reduce((base, next) => new URL(escaped(next), base), new URL(encodeURI(at), 'http://package/'));
    url = new URL(escaped(href), url);
    if (url.origin !== 'http://package') throw new Error('elsewhere');
    const more = parameters.replace(/^[?&]+/, '');
    if (more.startsWith('#')) url.hash ||= more;
    else if (more) url.search = url.search ? `${url.search}&${more}` : `?${more}`;
    return {
      path: decodeURIComponent(url.pathname.slice(1)),
      query: url.search + url.hash,
    };
  } catch {
    throw new ManifestError('PACKAGE_MISSING_FILE', { name: href });
  }
}
