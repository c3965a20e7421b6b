import { href } from "../../href";
import type { SenderFieldProps } from "../../kit/compose/channel";
import { Select } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";

/** The address that a mail comes from; one whose domain is not proved can't be chosen. */
export function SenderField({ senders, start, errors }: SenderFieldProps) {
  const usable = senders.filter(({ status }) => status === "approved");
  return (
    <Select
      id="sender"
      name="sender"
      label="From"
      defaultValue={start}
      choices={usable.map(({ sender }) => ({ value: sender, label: sender }))}
      {...(usable.length > 0 ? {} : { help: "No domain of this account is proved yet.", empty: "No address yet" })}
      errors={errors ?? []}
      aside={
        <Link className="link inline-block min-h-6 text-sm" to={href("/email/domains")} target="_blank">
          Domains
          <span className="sr-only"> (opens in a new tab)</span>
        </Link>
      }
    />
  );
}
