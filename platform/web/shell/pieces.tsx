import { type ComponentType, lazy, Suspense } from 'react';
import { allDomains, type Piece } from '../domain.ts';
import { useAbility } from '../session/ability.ts';

const made = new Map<Piece['component'], ComponentType>();
const componentOf = (piece: Piece): ComponentType => {
  const component = made.get(piece.component) ?? lazy(piece.component);
  made.set(piece.component, component);
  return component;
};

/** What the domains put into this place of the shell, for those who may see it. */
export function Pieces({ place }: { place: 'overlays' | 'navbar' | 'home' }) {
  const { can } = useAbility();
  const pieces = allDomains()
    .flatMap((domain) => domain[place] ?? [])
    .filter((piece) => can(piece.permission))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return pieces.map((piece) => {
    const Component = componentOf(piece);
    return (
      <Suspense key={piece.id} fallback={null}>
        <Component />
      </Suspense>
    );
  });
}
