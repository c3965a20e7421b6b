import { href } from "../../href";
import type { SenderFieldProps } from "../../kit/compose/channel";
import { Select } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import { senderChoice, senderHelp } from "./promotional";

/** The sender ID with its kind, and when it delivers. */
export function SenderField({ senders, start, chosen, errors }: SenderFieldProps) {
  return (
    <Select
      id="sender"
      name="sender"
      label="Sender ID"
      defaultValue={start}
      choices={senders.map(senderChoice)}
      help={chosen ? senderHelp(chosen) : "This account has no approved sender ID yet."}
      errors={errors ?? []}
      aside={<GetOwn senders={senders} />}
      {...(senders.some(({ status }) => status === "approved") ? {} : { empty: "You have no sender ID yet" })}
    />
  );
}

/** The way to a sender ID of one's own, while there is none; in a new tab, so that the message stays. */
function GetOwn({ senders }: Pick<SenderFieldProps, "senders">) {
  const own = senders.filter(({ shared }) => !shared);
  if (own.some(({ status }) => status === "approved")) return null;
  const [to, words] =
    own.length > 0
      ? [href("/sms/settings/sender"), "See your request"]
      : [href("/sms/settings/sender/new"), "Request a sender ID"];
  return (
    <Link className="link inline-block min-h-6 text-sm" to={to} target="_blank">
      {words}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}
