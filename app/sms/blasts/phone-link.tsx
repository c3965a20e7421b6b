import { showPhone } from "../../../rules/phone";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";

/** A number that leads to all that happened with it; one that was erased is none any more. */
export function PhoneLink({ msisdn }: { msisdn: string }) {
  if (!msisdn.startsWith("+")) return showPhone(msisdn);
  return (
    <Link className="link" to={href("/sms/recipient", undefined, { number: msisdn })}>
      {showPhone(msisdn)}
    </Link>
  );
}
