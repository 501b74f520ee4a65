/** What whoever is signed in sees first; one script, for the two come together. */
export { default as Home } from '../pages/home.tsx';
export { Shell } from './shell.tsx';
