import { showPhone } from "../../../rules/phone";
import type { SurveyMessage } from "../../../services/survey/contract.instances";
import { href } from "../../href";
import { DateTime } from "../date-time";
import type { ListColumn } from "../lists/definition";
import { Badge } from "../ui/badge";
import { Link } from "../ui/link";
import { Status } from "../ui/status";
import { RowLink } from "../ui/table";
import { channelName, messageState } from "./labels";

/** Where a message is shown with what it belongs to: a dry run, which is no response, on the page of its run. */
function messagePage({ uuid, instance_id, session_id, recipient_id, dry_run }: SurveyMessage): string {
  if (dry_run) return href("/survey/configure/:id", { id: instance_id });
  return recipient_id === null
    ? href("/survey/:uuid/responses/:id", { uuid, id: session_id })
    : href("/survey/contacts/:id", { id: recipient_id });
}

/** The columns of the messages of surveys. @param all with the run that each belongs to, else with the channel */
export function messageColumns(zone: string, all: boolean): ListColumn<SurveyMessage>[] {
  return [
    {
      ...{ name: "msisdn", label: "Number", fixed: true, mobileOrder: 1, num: true },
      value: ({ msisdn }) => msisdn,
      cell: (message) => (
        <>
          <RowLink to={messagePage(message)}>{message.msisdn ? showPhone(message.msisdn) : "Erased"}</RowLink>
          {message.dry_run && <Badge className="ml-2">Dry run</Badge>}
        </>
      ),
    },
    { name: "dry_run", label: "Dry run", fileOnly: true, value: ({ dry_run }) => (dry_run ? "Dry run" : "") },
    { name: "name", label: "Name", mobileOrder: 3, value: ({ name }) => name },
    { name: "text", label: "Text", wide: true, mobileOrder: 4, value: ({ text }) => text },
    ...(all
      ? [
          {
            ...{ name: "run", label: "Run", clip: true, hideOnSmall: true },
            value: ({ instance }: SurveyMessage) => instance,
            cell: ({ instance_id, instance }: SurveyMessage) => (
              <Link className="link" to={href("/survey/configure/:id", { id: instance_id })}>
                {instance}
              </Link>
            ),
          },
        ]
      : [
          {
            ...{ name: "channel", label: "Channel", muted: true, hideOnSmall: true },
            value: ({ channel }: SurveyMessage) => channelName[channel],
          },
        ]),
    { name: "reason", label: "Why not sent", extra: true, value: ({ reason }) => reason },
    { name: "message", label: "Message", extra: true, num: true, value: ({ message_id }) => message_id },
    {
      ...{ name: "at", label: "Time", muted: true, mobileOrder: 5 },
      value: ({ at }) => at,
      cell: ({ at }) => <DateTime at={at} zone={zone} />,
    },
    {
      ...{ name: "state", label: "Status", alignEnd: true, mobileOrder: 2 },
      value: ({ state }) => messageState[state].word,
      cell: ({ state }) => <Status kind={messageState[state].kind}>{messageState[state].word}</Status>,
    },
  ];
}

/** The filter of the messages of surveys. */
export const messageFilter = {
  ...{ name: "state", label: "Status" },
  choices: Object.entries(messageState).map(([value, { word }]) => ({ value, label: word })),
};
