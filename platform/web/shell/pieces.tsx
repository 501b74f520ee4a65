import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { allDomains, type Piece } from '../domain.ts';
import { useAbility } from '../session/ability.ts';

const made = new Map<Piece['component'], ComponentType>();
const componentOf = (piece: Piece): ComponentType => {
  const component = made.get(piece.component) ?? lazy(piece.component);
  made.set(piece.component, component);
  return component;
};

const nothing = () => null;

/**
 * What the domains put into this place of the shell, for those who may see it. `waiting` stands where a piece is being
 * fetched. One that fails is left out and written to the console; the page around it goes on.
 */
export function Pieces({ place, waiting = null }: { place: 'overlays' | 'navbar' | 'home'; waiting?: ReactNode }) {
  const { can } = useAbility();
  const pieces = allDomains()
    .flatMap((domain) => domain[place] ?? [])
    .filter((piece) => can(piece.permission))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return pieces.map((piece) => {
    const Component = componentOf(piece);
    return (
      <CatchBoundary key={piece.id} getResetKey={() => piece.id} errorComponent={nothing} onCatch={console.error}>
        <Suspense fallback={waiting}>
          <Component />
        </Suspense>
      </CatchBoundary>
    );
  });
}
