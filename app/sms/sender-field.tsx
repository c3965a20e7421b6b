import { Select } from "../kit/ui/field";
import { kindHelp, type SenderChoice, senderChoice } from "./promotional";

type SenderFieldProps = {
  senders: readonly SenderChoice[];
  /** As the page came, and as it is now. */
  start: string;
  chosen: SenderChoice | undefined;
  errors?: readonly string[] | undefined;
};

/** The sender ID with its kind, and when it delivers. */
export function SenderField({ senders, start, chosen, errors }: SenderFieldProps) {
  return (
    <Select
      id="sender"
      name="sender"
      label="Sender ID"
      defaultValue={start}
      choices={senders.map(senderChoice)}
      help={chosen ? kindHelp[chosen.kind] : "This account has no approved sender ID yet."}
      errors={errors ?? []}
      {...(senders.some(({ status }) => status === "approved") ? {} : { empty: "None approved yet" })}
    />
  );
}
