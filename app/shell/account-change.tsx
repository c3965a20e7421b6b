import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { LinkButton } from "../kit/ui/button";

type CurrentAccount = { number: string; name: string };

/**
 * All tabs of a browser are in one account. When another tab has begun or ended the work in a child account, this page is
 * still of the account before, and what it sends would go to the other one: that is said, and nothing typed is lost.
 */
export function AccountChange({ number, name }: CurrentAccount) {
  const { pathname, search } = useLocation();
  const [other, setOther] = useState<CurrentAccount>();
  useEffect(() => {
    const channel = new BroadcastChannel("account");
    channel.onmessage = ({ data }: MessageEvent<CurrentAccount>) => setOther(data.number === number ? undefined : data);
    channel.postMessage({ number, name });
    return () => channel.close();
  }, [number, name]);
  if (!other) return null;
  return (
    <div className="card sticky top-0 z-8 mb-4 flex flex-wrap items-center gap-3 border-bad! p-4" role="alert">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        You now work in <b className="font-semibold">{other.name}</b> in another tab. This page is of {name}: load it
        again before you send anything, or it goes to {other.name}.
      </p>
      <LinkButton to={`${pathname}${search}`} reloadDocument>
        Reload
      </LinkButton>
    </div>
  );
}
