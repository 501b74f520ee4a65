import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { type Addition, allDomains, type Piece } from '../domain.ts';
import { useMessages } from '../i18n.tsx';
import { Coming } from '../later.tsx';
import { useAbility } from '../session/ability.ts';

// biome-ignore lint/suspicious/noExplicitAny: a component is kept by the function that fetches it, whatever its properties
const made = new Map<unknown, ComponentType<any>>();
// biome-ignore lint/suspicious/noExplicitAny: as above
const componentOf = (piece: Pick<Piece, 'component'> | Pick<Addition, 'component'>): ComponentType<any> => {
  const component = made.get(piece.component) ?? lazy(piece.component as Piece['component']);
  made.set(piece.component, component);
  return component;
};

const nothing = () => null;

/**
 * What the domains put into this place of the shell, for those who may see it. `waiting` stands where a piece is being
 * fetched. One that fails is left out and written to the console; the page around it goes on.
 */
export function Pieces({
  place,
  waiting = <Coming />,
  around = (_id, piece) => piece,
}: {
  place: 'overlays' | 'navbar' | 'lead' | 'home';
  waiting?: ReactNode;
  /** puts something around each piece */
  around?: (id: string, piece: ReactNode) => ReactNode;
}) {
  const { can } = useAbility();
  const pieces = allDomains()
    .flatMap((domain) => domain[place] ?? [])
    .filter((piece) => can(piece.permission))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return pieces.map((piece) => {
    const Component = componentOf(piece);
    return (
      <CatchBoundary key={piece.id} getResetKey={() => piece.id} errorComponent={nothing} onCatch={console.error}>
        {around(
          piece.id,
          <Suspense fallback={waiting}>
            <Component />
          </Suspense>,
        )}
      </CatchBoundary>
    );
  });
}

const Added = ({ addition, id, waiting = <Coming /> }: { addition: Addition; id: number; waiting?: ReactNode }) => {
  const Component = componentOf(addition);
  return (
    <CatchBoundary getResetKey={() => id} errorComponent={nothing} onCatch={console.error}>
      <Suspense fallback={waiting}>
        <Component id={id} />
      </Suspense>
    </CatchBoundary>
  );
};

/** The same for a page with tabs: each domain that adds to this record has one, for those who may see it. */
export function useAddedTabs(place: string, id: number): { key: string; label: string; content: ReactNode }[] {
  const { can } = useAbility();
  const t = useMessages();
  return allDomains().flatMap(({ name, additions = [] }) =>
    additions.flatMap((addition) =>
      addition.place === place && addition.title && can(addition.permission)
        ? [{ key: name, label: t(addition.title), content: <Added addition={addition} id={id} /> }]
        : [],
    ),
  );
}

/** What other domains add to this record, for those who may see it. `waiting` stands where one of them is being fetched. */
export function Additions({ place, id, waiting }: { place: string; id: number; waiting?: ReactNode }) {
  const { can } = useAbility();
  return allDomains()
    .flatMap(({ name, additions = [] }) => additions.map((addition) => ({ name, addition })))
    .filter(({ addition }) => addition.place === place && can(addition.permission))
    .sort((a, b) => (a.addition.order ?? 0) - (b.addition.order ?? 0))
    .map(({ name, addition }) => <Added key={name} addition={addition} id={id} waiting={waiting} />);
}
