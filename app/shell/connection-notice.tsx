import { useEffect, useMemo } from "react";
import { Toasts } from "../kit/ui/notice";
import { useLost } from "./connection";
import { watchHistory } from "./keep-page";

/** Says that a page or a form found no server, over any page. */
export function ConnectionNotice() {
  const lost = useLost();
  useEffect(watchHistory, []);
  const shown = useMemo(() => {
    if (!lost) return [];
    const action = { label: "Try again", press: lost.again };
    return [{ id: String(lost.id), kind: "warning" as const, title: "No connection", text: lost.text, action }];
  }, [lost]);
  return <Toasts notices={shown} label="Connection" />;
}
