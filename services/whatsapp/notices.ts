import type { Trx } from "../kit/database";
import { publishNotices } from "../kit/notices";

type BroadcastOwner = { id: number; name: string; template_name: string; user_id: string | null };

function nameOf({ name, template_name }: BroadcastOwner): string {
  return `Your WhatsApp broadcast “${name || template_name}”`;
}

/** Tells who made a broadcast that it stopped by itself, and why. */
export async function publishStop(trx: Trx, account: string, broadcast: BroadcastOwner, why: string): Promise<void> {
  if (broadcast.user_id === null) return;
  const about = { kind: "broadcast stopped", subject: broadcast.id } as const;
  const key = `broadcast:${broadcast.id}:stopped:${Date.now()}`;
  const words = `${nameOf(broadcast)} stopped. ${why}`;
  await publishNotices(trx, account, [{ ...about, key, users: [broadcast.user_id], words }]);
}

export async function publishEnd(
  trx: Trx,
  account: string,
  broadcast: BroadcastOwner,
  { sent, failed }: { sent: number; failed: number },
): Promise<void> {
  if (broadcast.user_id === null) return;
  const count = (many: number) => many.toLocaleString("en-GB");
  const words = `${nameOf(broadcast)} has ended: ${count(sent)} sent${failed > 0 ? `, ${count(failed)} failed` : ""}.`;
  const about = { kind: "broadcast ended", subject: broadcast.id, key: `broadcast:${broadcast.id}:ended` } as const;
  await publishNotices(trx, account, [{ ...about, users: [broadcast.user_id], words }]);
}
