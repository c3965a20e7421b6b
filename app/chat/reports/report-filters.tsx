import type { SerializeFrom } from "@remix-run/node";
import { Form, useLocation } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { statuses } from "../../../rules/ticket-labels";
import type { StatisticsPeriod } from "../../../services/chat/contract.statistics";
import { withQuery } from "../../kit/list";
import { Button } from "../../kit/ui/button";
import type { Choice } from "../../kit/ui/field";
import { type Chip, type FilterField, Filters, kept } from "../../kit/ui/filters";
import { channelNames } from "../inbox/labels";
import type { reportFrom } from "./report.server";
import { dayChoices, dayWords } from "./report-labels";

type FilterProps = SerializeFrom<typeof reportFrom> & {
  period: StatisticsPeriod;
  /** The report without filters. */
  clear: string;
  /** The list of conversations has the filters that figures lead to as well, and a search. */
  all?: boolean;
};

const own = ["days", "from", "to"];

/** Every filter in the URL; without script they are forms. */
export function ReportFilterRow({ search, choices, period, clear, all = false }: FilterProps) {
  const location = useLocation();
  const params = [...new URLSearchParams(location.search)];
  const offered = offeredBy(choices);
  const shown = offered.filter(({ always }) => all || always);
  const value = (name: string) => search[name as keyof typeof search];
  const fields: FilterField[] = [
    ...shown.map(({ name, label, choices: list }) => ({
      kind: "choice" as const,
      ...{ name, label, choices: list },
      ...(value(name) === undefined ? {} : { value: String(value(name)) }),
    })),
    { kind: "date", name: "from", label: "From", ...(search.from ? { value: search.from } : {}) },
    { kind: "date", name: "to", label: "To", ...(search.to ? { value: search.to } : {}) },
  ];
  const chips: Chip[] = [...offered, ...unoffered].flatMap(({ name, label, choices: list }) => {
    const said = value(name);
    if (said === undefined || said === "") return [];
    const word = list.find((choice) => choice.value === String(said))?.label ?? (list.length > 0 ? "Unknown" : said);
    return [{ label, value: String(word), remove: withQuery(location.search, { [name]: undefined }) }];
  });
  return (
    <Filters
      params={params}
      {...(all ? { search: { name: "q", label: "Name, number, #chat", value: search.q } } : {})}
      chips={chips}
      clear={clear}
      fields={fields}
    >
      <Form method="get" className="flex shrink-0 items-center gap-2 sm:order-first print:hidden">
        {kept(params, own).map(([name, given]) => (
          <input key={`${name}=${given}`} type="hidden" name={name} value={given} />
        ))}
        <label htmlFor="days" className="sr-only">
          Period
        </label>
        <div className="relative">
          <select
            id="days"
            name="days"
            className="input h-8! w-auto! pr-8! max-md:h-10!"
            defaultValue={period.days ?? `${period.from}_${period.to}`}
            key={`${period.from} ${period.to}`}
          >
            {period.days === null && (
              <option value={`${period.from}_${period.to}`}>
                {dayWords(period.from)} to {dayWords(period.to)}
              </option>
            )}
            {Object.entries(dayChoices).map(([days, label]) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-quiet"
          />
        </div>
        <Button>Show</Button>
      </Form>
    </Filters>
  );
}

type ReportFilter = { name: string; label: string; choices: readonly Choice[]; always?: boolean };

/** Filters that figures lead to and nobody chooses from a list. */
const unoffered: readonly ReportFilter[] = [
  { name: "item", label: "Disposition item", choices: [] },
  { name: "person", label: "Customer", choices: [] },
  { name: "handled", label: "Handled", choices: [{ value: "yes", label: "By an agent, to its end" }] },
  { name: "taken", label: "Queue wait", choices: [{ value: "yes", label: "Taken from the team's queue" }] },
  { name: "transferred", label: "Transferred", choices: [{ value: "yes", label: "Had another agent before" }] },
  { name: "q", label: "Search", choices: [] },
];

const yesNo = (yes: string, no: string): Choice[] => [
  { value: "yes", label: yes },
  { value: "no", label: no },
];

function offeredBy(choices: FilterProps["choices"]): ReportFilter[] {
  const named = ({ id, name }: { id: number | string; name: string }): Choice => ({ value: String(id), label: name });
  return [
    {
      ...{ name: "channel", label: "Channel", always: true },
      choices: choices.channels.map((channel) => ({ value: channel, label: channelNames[channel] })),
    },
    { name: "inbox", label: "Channel account", always: true, choices: choices.inboxes.map(named) },
    {
      ...{ name: "agent", label: "Agent", always: true },
      choices: [
        ...choices.agents.map(({ left, ...agent }) =>
          named({ ...agent, name: left ? `${agent.name} (left)` : agent.name }),
        ),
        { value: "none", label: "Unassigned" },
      ],
    },
    { name: "team", label: "Team of the agent", always: true, choices: choices.teams.map(named) },
    {
      ...{ name: "disposition", label: "Disposition", always: true },
      choices: [...choices.dispositions.map(named), { value: "none", label: "None" }],
    },
    {
      ...{ name: "label", label: "Label", always: true },
      choices: [...choices.labels.map(named), { value: "none", label: "None" }],
    },
    {
      ...{ name: "given_team", label: "Given to the team", always: true },
      choices: [...choices.teams.map(named), { value: "any", label: "Any team" }, { value: "none", label: "No team" }],
    },
    {
      ...{ name: "hours", label: "Received", always: true },
      choices: [
        { value: "in", label: "In business hours" },
        { value: "out", label: "Outside business hours" },
      ],
    },
    {
      ...{ name: "state", label: "State" },
      choices: [
        { value: "bot", label: "With the bot" },
        { value: "waiting", label: "Waiting" },
        { value: "open", label: "Open" },
        { value: "ended", label: "Ended" },
      ],
    },
    { name: "answered", label: "Answered", choices: yesNo("By a person", "Not yet") },
    {
      ...{ name: "rating", label: "Rating" },
      choices: [
        { value: "any", label: "Any" },
        ...["5", "4", "3", "2", "1"].map((stars) => ({ value: stars, label: `${stars} of 5` })),
        { value: "satisfied", label: "4 or 5" },
        { value: "comment", label: "With a comment" },
        { value: "none", label: "None" },
      ],
    },
    {
      ...{ name: "ticket", label: "Ticket" },
      choices: [
        ...yesNo("With a ticket", "Without"),
        ...statuses.map((status) => ({ value: status, label: `One that is ${status}` })),
      ],
    },
  ];
}
