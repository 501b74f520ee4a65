import { type ComponentType, lazy, Suspense, useState } from 'react';
import { t } from './i18n.tsx';
import { toast } from './toast.tsx';

/** Nothing to see while a part comes whose place is not known before, but a sign of it for whoever waits until a page is whole. */
export const Coming = () => <span data-waits hidden />;

/** A part that pages of other domains show: it comes with the page that shows it, not with the first one. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={<Coming />}>
      <Part {...props} />
    </Suspense>
  );
}

/** A dialog or drawer that comes when it is opened for the first time, and stays then, so that it can close as it likes. */
export function laterDialog<P extends object>(
  load: () => Promise<ComponentType<P>>,
  opened: (props: P) => boolean,
): ComponentType<P> {
  const Dialog = later(load);
  return (props) => {
    const [wanted, setWanted] = useState(false);
    if (!wanted && opened(props)) setWanted(true);
    return wanted ? <Dialog {...props} /> : null;
  };
}

/**
 * A part that somebody's act asks for: undefined until then, and what fetches it. Where it does not come, that is told
 * and what stands goes on standing; some browsers ask again only when the page is opened anew.
 */
export function usePart<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  const [part, setPart] = useState<{ Part: ComponentType<P> }>();
  const bring = () => {
    if (part) return;
    load().then(
      ({ default: Part }) => setPart({ Part }),
      (error: unknown) => {
        console.error(error);
        toast.error(t('common.no_answer'));
      },
    );
  };
  return [part?.Part, bring] as const;
}
