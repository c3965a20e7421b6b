import { Form } from "@remix-run/react";
import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import { moved } from "../../../rules/chat-forms";
import { pageWords } from "../../../rules/chat-triggers";
import { duration, shorten } from "../../../rules/format";
import type { ChatTrigger } from "../../../services/chat/contract.forms";
import { href } from "../../href";
import { Button, LinkButton } from "../../kit/ui/button";
import { Status } from "../../kit/ui/status";

const path = "/chat/settings/trigger";

type TriggerRowProps = {
  trigger: ChatTrigger;
  index: number;
  ids: readonly number[];
  /** Whether a tried page would show it. */
  fits?: boolean;
};

/** One trigger in the list: where, when, how often, its words, and what moves and changes it. */
export function TriggerRow({ trigger, index, ids, fits }: TriggerRowProps) {
  const { id, name, seconds, once, text_en, text_sw, active } = trigger;
  const when = seconds === 0 ? "at once" : `after ${duration(seconds)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 pr-3 pl-4">
      <div className="min-w-40 flex-1">
        <p className={`font-medium wrap-anywhere ${active ? "" : "text-quiet"}`}>
          {name}
          {fits && <span className="ml-2 text-sm font-normal text-good">Fits the tried page</span>}
        </p>
        <p className="text-sm text-quiet wrap-anywhere">
          {pageWords(trigger)}, {when}, {once ? "once for each visitor" : "on every visit"}
        </p>
        <p className="text-sm wrap-anywhere">{shorten(text_en || text_sw, 140)}</p>
      </div>
      <span className="text-sm">
        <Status kind={active ? "good" : "none"}>{active ? "On" : "Off"}</Status>
      </span>
      <div className="flex items-center">
        {([-1, 1] as const).map((by) => (
          <Form key={by} method="post" action={href(path)} preventScrollReset>
            <input type="hidden" name="ids" value={moved(ids, index, by).join(",")} />
            <Button
              variant="ghost"
              icon={by < 0 ? ArrowUp : ArrowDown}
              label={`Move ${name} ${by < 0 ? "up" : "down"}`}
              {...((by < 0 ? index === 0 : index === ids.length - 1)
                ? { disabledReason: by < 0 ? "It is the first." : "It is the last." }
                : {})}
            />
          </Form>
        ))}
        <LinkButton
          to={href("/chat/settings/trigger/:id", { id })}
          variant="ghost"
          icon={Pencil}
          label={`Change ${name}`}
          preventScrollReset
        />
        <LinkButton
          to={href("/chat/settings/trigger/:id/delete", { id })}
          variant="ghost"
          icon={Trash2}
          label={`Delete ${name}`}
        />
      </div>
    </li>
  );
}
