import { Form, useLocation } from "@remix-run/react";
import { MessageSquare, Search } from "lucide-react";
import { showPhone } from "../../../rules/phone";
import type { ContactPoint, Reachable } from "../../../services/chat/contract.start";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Drawer } from "../../kit/ui/drawer";
import { TextArea, TextInput } from "../../kit/ui/field";
import { FormFoot } from "../../kit/ui/form-foot";
import { Link } from "../../kit/ui/link";
import { ChannelIcon } from "../channels/channel-icon";
import { inboxHref } from "./inbox-links";
import { channelNames } from "./labels";
import type { Starting } from "./start.server";

type StartProps = {
  starting: Starting;
  /** What was refused, as it was typed. */
  last: LastPost;
  working: boolean;
};

/** A conversation that an agent begins: with whom, at which contact point, and the first message. */
export function StartDrawer({ starting, last, working }: StartProps) {
  const { search } = useLocation();
  const { find, data, person, request_id } = starting;
  const close = inboxHref(search);
  const [chosen] = person === undefined ? [] : data;
  const may = chosen?.contact_points.some((point) => point.may) ?? false;
  return (
    <Drawer
      title="New conversation"
      close={close}
      foot={chosen && may && <FormFoot submitLabel="Send" close={close} form="begin" working={working} />}
    >
      {chosen ? (
        <>
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{chosen.person.name || "Unknown name"}</p>
              <p className="num text-sm text-quiet wrap-anywhere">{known(chosen)}</p>
            </div>
            <LinkButton to={inboxHref(search, { drawer: "new", find })} preventScrollReset>
              Another person
            </LinkButton>
          </div>
          <Form
            id="begin"
            method="post"
            action={inboxHref(search, { drawer: "new", person: chosen.person.id })}
            className="grid gap-5"
            data-keeps=""
          >
            <input type="hidden" name="intent" value="begin" />
            <input type="hidden" name="request_id" value={request_id} />
            <input type="hidden" name="person" value={chosen.person.id} />
            <ContactPoints points={chosen.contact_points} chosen={typedValue(last, "point")} search={search} />
            {may && (
              <TextArea
                id="first-message"
                name="message"
                label="First message"
                rows={5}
                maxLength={10_000}
                defaultValue={typedValue(last, "message") ?? ""}
                errors={fieldErrors(last).message ?? []}
              />
            )}
          </Form>
        </>
      ) : (
        <>
          <Form method="get" action={close.split("?")[0]} className="flex items-end gap-2" preventScrollReset>
            {[...new URLSearchParams(inboxHref(search, { drawer: "new" }).split("?")[1])].map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <TextInput
              key={find}
              id="find"
              name="find"
              label="Customer"
              help="The name, number or email address of someone who has written before."
              defaultValue={find}
              className="min-w-0 flex-1"
              autoComplete="off"
            />
            <Button icon={Search} label="Find" size="lg" className="mb-6" />
          </Form>
          {data.length === 0 && (
            <p className="text-quiet">
              {find
                ? "No customer matches."
                : "No one has written yet. You can start a conversation with a customer who has."}
            </p>
          )}
          <ul className="divide-y divide-line">
            {data.map((one) => (
              <Customer
                key={one.person.id}
                one={one}
                to={inboxHref(search, { drawer: "new", find, person: one.person.id })}
              />
            ))}
          </ul>
        </>
      )}
    </Drawer>
  );
}

/** One of those found; all of it is the link. */
function Customer({ one, to }: { one: Reachable; to: string }) {
  const open = one.contact_points.filter(({ may }) => may);
  return (
    <li>
      <Link to={to} className="-mx-2 flex items-center gap-3 rounded px-2 py-2.5 hover:bg-raised" preventScrollReset>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{one.person.name || "Unknown name"}</span>
          <span className="num block truncate text-sm text-quiet">{known(one)}</span>
        </span>
        {open.length === 0 ? (
          <span className="shrink-0 text-sm text-quiet">Can't be written to now</span>
        ) : (
          <span className="flex shrink-0 gap-1.5 text-quiet">
            {[...new Set(open.map(({ channel }) => channel))].map((channel) => (
              <ChannelIcon key={channel} channel={channel} named />
            ))}
          </span>
        )}
      </Link>
    </li>
  );
}

/** Every contact point of the customer; where nothing may be sent it says why before anything is written. */
function ContactPoints({
  points,
  chosen,
  search,
}: {
  points: readonly ContactPoint[];
  chosen: string | undefined;
  search: string;
}) {
  const keys = points.filter(({ may }) => may).map(contactPointKey);
  const first = chosen !== undefined && keys.includes(chosen) ? chosen : keys[0];
  return (
    <CheckboxGroup
      id="point"
      legend="Where"
      boxed
      {...(keys.length === 0 ? { help: "No message can go to this customer now." } : {})}
    >
      {points.map((point) => (
        <div
          key={contactPointKey(point)}
          className="flex items-center gap-2 [&>.tick]:flex-1 [&>.tick]:px-3 [&>.tick]:py-2.5"
        >
          <Checkbox
            type="radio"
            name="point"
            value={contactPointKey(point)}
            defaultChecked={contactPointKey(point) === first}
            disabled={!point.may}
            label={
              <span className="flex items-center gap-2 font-medium">
                <ChannelIcon channel={point.channel} />
                {channelNames[point.channel]}
                {point.inbox && <span className="min-w-0 truncate font-normal text-quiet">{point.inbox}</span>}
              </span>
            }
            help={point.words}
          />
          {point.running !== null && (
            <LinkButton
              icon={MessageSquare}
              to={inboxHref(search, { chat: point.running })}
              className="mr-3 shrink-0"
              preventScrollReset
            >
              Open it
            </LinkButton>
          )}
        </div>
      ))}
    </CheckboxGroup>
  );
}

/** A contact point in a form: the channel's number, then the customer's id there. */
function contactPointKey({ inbox_id, external_id }: Pick<ContactPoint, "inbox_id" | "external_id">): string {
  return `${inbox_id} ${external_id}`;
}

function known({ person }: Reachable): string {
  return [person.msisdn && showPhone(person.msisdn), person.email].filter(Boolean).join(", ");
}
