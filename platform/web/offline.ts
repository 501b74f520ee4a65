/**
 * Keeps the application in this browser, so that it opens with the network gone (public/service-worker.js). For those
 * whose work goes on there; others never load it. Does nothing where browsers forbid it, as on plain HTTP.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('keep');
  } catch (error) {
    // Private windows refuse it.
    console.debug(error);
  }
}
