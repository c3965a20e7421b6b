import { showPhone } from "../../../rules/phone";
import type { SurveyMessage } from "../../../services/survey/contract.instances";
import { href } from "../../href";
import { DateTime } from "../date-time";
import type { ListColumn } from "../lists/definition";
import { Link } from "../ui/link";
import { Status } from "../ui/status";
import { RowLink } from "../ui/table";
import { channelName, messageState } from "./labels";

/** The columns of the messages of surveys. @param all with the run that each belongs to, else with the channel */
export function messageColumns(zone: string, all: boolean): ListColumn<SurveyMessage>[] {
  return [
    {
      ...{ name: "msisdn", label: "Number", fixed: true, mobileOrder: 1, num: true },
      value: ({ msisdn }) => msisdn,
      cell: ({ uuid, session_id, recipient_id, msisdn }) => (
        <RowLink
          to={
            recipient_id === null
              ? href("/survey/:uuid/responses/:id", { uuid, id: session_id })
              : href("/survey/contacts/:id", { id: recipient_id })
          }
        >
          {msisdn ? showPhone(msisdn) : "Erased"}
        </RowLink>
      ),
    },
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
