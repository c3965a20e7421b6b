import { RefreshCw, WifiOff } from "lucide-react";
import { isLive } from "../../../rules/call";
import { Button } from "../../kit/ui/button";
import type { Phone } from "./phone.client";
import { type PhoneState, phoneStore } from "./phone-store";

const clockTime = new Intl.DateTimeFormat("en-KE", { hour: "numeric", minute: "2-digit" });

/** Above the page: no call can reach the agent (the documented banner, with Re-connect and Dismiss). */
export function PhoneBanner({ phone, state }: { phone: Phone; state: PhoneState }) {
  const { link, dismissed, tab, call, interrupted } = state;
  if (tab !== "here" || dismissed) return null;
  const inCall = isLive(call) && call.answered;
  if (interrupted)
    return <Strip title="The sound is interrupted." text="The call is being connected again." state={state} />;
  if (link.state === "offline") {
    const text = `Calls can't reach you.${inCall ? " This call goes on if the network is back soon." : ""} The phone connects again when the network is back.`;
    return <Strip bad title="You are offline." text={text} state={state} phone={phone} />;
  }
  if (link.state !== "lost") return null;
  const text = `${inCall ? "This call goes on; new calls can't reach you. " : ""}Tried 3 times, last at ${clockTime.format(link.at)}.`;
  return <Strip title="You are disconnected from the queue." text={text} state={state} phone={phone} />;
}

type StripProps = { title: string; text: string; bad?: boolean; phone?: Phone; state: PhoneState };

function Strip({ title, text, bad = false, phone }: StripProps) {
  return (
    <div role="alert" className={`phone-banner ${bad ? "bg-bad-soft text-bad" : "bg-warn-soft text-warn"}`}>
      <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" />
      <p className="min-w-48 flex-1">
        <strong>{title}</strong> {text}
      </p>
      {phone && (
        <span className="flex gap-2">
          <Button type="button" icon={RefreshCw} onClick={phone.reconnect}>
            Re-connect
          </Button>
          <Button type="button" variant="ghost" onClick={() => phoneStore.set({ dismissed: true })}>
            Dismiss
          </Button>
        </span>
      )}
    </div>
  );
}
