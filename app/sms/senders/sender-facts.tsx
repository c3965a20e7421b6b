import { FileText } from "lucide-react";
import { showDate } from "../../../rules/format";
import type { SenderRecord } from "../../../services/messaging/contract.senders";
import { DescriptionList, type Fact } from "../../kit/ui/description-list";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";
import { kindNames, statusKinds, statusNames, statusWord } from "./sender-labels";
import { SenderPreview } from "./sender-preview";

type Paper = { id: string; name: string; url: string };

type SenderFactsProps = {
  sender: SenderRecord;
  papers: readonly Paper[];
  zone: string;
  /** Whose it is, for the platform's people. */
  account?: string;
};

function Papers({ papers }: { papers: readonly Paper[] }) {
  return (
    <ul className="grid gap-1">
      {papers.map(({ id, name, url }) => (
        <li key={id}>
          <Link className="link inline-flex min-h-6 items-center gap-1.5" to={url} reloadDocument target="_blank">
            <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
            {name}
            <span className="sr-only"> (opens in a new tab)</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function factsOf({ sender, papers, zone, account }: SenderFactsProps): Fact[] {
  const from = sender.given ? "Given by your reseller" : sender.assigned ? "Assigned by us" : "Requested";
  const by = sender.requested_by ? ` by ${sender.requested_by}` : "";
  return [
    ...(account ? [{ label: "Account", value: account }] : []),
    { label: "Status", value: <Status kind={statusKinds[sender.status]}>{statusWord(sender)}</Status> },
    { label: "Kind", value: kindNames[sender.kind] },
    ...sender.networks.map(({ network, status, reason, decided_at }) => ({
      label: network,
      value: <Status kind={statusKinds[status]}>{statusNames[status]}</Status>,
      note: [decided_at ? showDate(decided_at, zone) : "Not decided yet", reason].filter(Boolean).join("\n"),
    })),
    { label: from, value: `${showDate(sender.requested_at, zone)}${by}` },
    ...(sender.approved_at ? [{ label: "Approved", value: showDate(sender.approved_at, zone) }] : []),
    ...(sender.purpose ? [{ label: "Purpose", value: sender.purpose }] : []),
    ...(papers.length > 0 ? [{ label: "Papers", value: <Papers papers={papers} /> }] : []),
  ];
}

/** A sender ID with what each network says of it, its papers, and a message as a phone would show it. */
export function SenderFacts(props: SenderFactsProps) {
  const { sender } = props;
  return (
    <>
      <DescriptionList facts={factsOf(props)} />
      {sender.sample && <SenderPreview sender={sender.sender} kind={sender.kind} sample={sender.sample} />}
    </>
  );
}
