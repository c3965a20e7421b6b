import { showPhone } from "../../../rules/phone";
import type { ListColumn } from "../../kit/lists/definition";
import { PhoneLink } from "./phone-link";

/** The number in the path: anything but digits is an unknown blast. */
export const blastInPath = (said: string | undefined) => (/^[1-9]\d{0,14}$/.test(said ?? "") ? Number(said) : 0);

/** Who a row of a blast is about: the name, and the number. */
export const recipientColumns: ListColumn<{ name: string; msisdn: string }>[] = [
  {
    name: "recipient",
    label: "Recipient",
    heading: "Name",
    fixed: true,
    mobileOrder: 1,
    value: ({ name }) => name,
    cell: ({ name, msisdn }) => <b className="font-medium">{name || showPhone(msisdn)}</b>,
  },
  {
    name: "number",
    label: "Number",
    muted: true,
    num: true,
    mobileOrder: 3,
    value: ({ msisdn }) => msisdn,
    cell: ({ msisdn }) => <PhoneLink msisdn={msisdn} />,
  },
];
