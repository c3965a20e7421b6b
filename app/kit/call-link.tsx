import { showPhone } from "../../rules/phone";

type CallLinkProps = { phone: string; name?: string /** Where it is called from: "ticket/12". */; source: string };

/** A number to call: the phone in the frame takes the click into its dialler; without one, the computer's own does. */
export function CallLink({ phone, name = "", source }: CallLinkProps) {
  return (
    <a className="num tel" href={`tel:${phone}`} data-call-name={name} data-call-source={source}>
      {showPhone(phone)}
    </a>
  );
}
