/** Milliseconds between the two titles of a tab that rings. */
const flashMs = 1_000;

/** Shows in the tab's title, and as the system's notification where that was allowed, that somebody rings. */
export function ringNotice(who: string): () => void {
  const title = document.title;
  let shown = false;
  const timer = setInterval(() => {
    shown = !shown;
    document.title = shown ? `☎ ${who}` : title;
  }, flashMs);
  const hidden = document.visibilityState !== "visible" && "Notification" in window;
  const notification =
    hidden && Notification.permission === "granted"
      ? new Notification("Incoming call", { body: who, tag: "phone", requireInteraction: true })
      : undefined;
  if (notification)
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  return () => {
    clearInterval(timer);
    if (shown) document.title = title;
    notification?.close();
  };
}
