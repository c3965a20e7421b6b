/** The session that collects: without it here, it would itself be collected, and never answer. */
let session;

/**
 * Collects what the start left and gives the room for new objects back to the system; it grows again with the first
 * pages. `gc()` collects too, but keeps that room for as long as the process has just been busy.
 */
export async function returnMemory() {
  const inspector = await import("node:inspector").catch(() => undefined);
  // A Node that was built without it keeps its memory.
  if (!inspector) return;
  session = new inspector.Session();
  session.connect();
  await new Promise((resolve) => session.post("HeapProfiler.collectGarbage", resolve));
  session.disconnect();
  session = undefined;
}
