import { lazy, Suspense } from "react";
import type { VoiceFacts } from "./voice-frame";
import * as frame from "./voice-frame";

/**
 * The telephone's parts of the frame. The server draws them at once; the browser fetches their program only for people
 * who have a telephone, and leaves what was drawn alone until it is there.
 */
const load = () => import("./voice-frame");
const parts = import.meta.env.SSR
  ? frame
  : {
      VoiceStatus: lazy(async () => ({ default: (await load()).VoiceStatus })),
      PhoneSlot: lazy(async () => ({ default: (await load()).PhoneSlot })),
    };

export function VoiceStatus({ facts }: { facts: VoiceFacts }) {
  return (
    <Suspense fallback={null}>
      <parts.VoiceStatus facts={facts} />
    </Suspense>
  );
}

export function PhoneSlot({ facts }: { facts: VoiceFacts }) {
  return (
    <Suspense fallback={<section className="phone" aria-label="Phone" />}>
      <parts.PhoneSlot facts={facts} />
    </Suspense>
  );
}
