import { Bell, BellOff, Keyboard } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../kit/ui/button";
import { WithScript } from "../../kit/ui/without-script";
import { notifies, turnNotices } from "./notify";

/** What works with script only: sound and notices, once the person has allowed them, and the list of keys. */
export function ListTools() {
  const [on, setOn] = useState(false);
  useEffect(() => setOn(notifies()), []);
  return (
    <WithScript>
      <Button
        variant="ghost"
        type="button"
        icon={on ? Bell : BellOff}
        label={on ? "Sound and notifications are on" : "Sound and notifications are off"}
        aria-pressed={on}
        onClick={() => void turnNotices(!on).then(setOn)}
      />
      <Button
        variant="ghost"
        type="button"
        icon={Keyboard}
        label="Keys"
        className="max-md:hidden"
        onClick={() => document.querySelector<HTMLElement>("[data-keys-help]")?.click()}
      />
    </WithScript>
  );
}
