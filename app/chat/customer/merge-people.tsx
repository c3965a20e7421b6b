import { Form, useLocation } from "@remix-run/react";
import { Merge, Search, Undo2 } from "lucide-react";
import { showPhone } from "../../../rules/phone";
import type { ChatPerson } from "../../../services/chat/contract.schemas";
import { Button } from "../../kit/ui/button";
import { TextInput } from "../../kit/ui/field";
import { channelNames } from "../inbox/labels";

type MergeProps = {
  person: ChatPerson;
  find: string;
  found: readonly ChatPerson[];
  action: string;
  working: boolean;
};

/** One customer who came through two doors is made one by hand, and parted again when that was wrong. */
export function MergePeople({ person, find, found, action, working }: MergeProps) {
  const { search } = useLocation();
  const joined = new Set([person.id, ...person.merged.map(({ id }) => id)]);
  const others = found.filter(({ id }) => !joined.has(id));
  return (
    <section aria-label="The same person elsewhere" className="grid gap-3">
      <h3 className="font-semibold">The same person elsewhere</h3>
      {person.merged.length > 0 && (
        <ul className="grid gap-2">
          {person.merged.map((one) => (
            <li key={one.id} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{one.name || `Customer ${one.id}`}</span>
              <PersonPost action={action} person={person.id} other={one.id}>
                <Button icon={Undo2} name="intent" value="part" working={working}>
                  Undo merge
                </Button>
              </PersonPost>
            </li>
          ))}
        </ul>
      )}
      <Form method="get" action={action.split("?")[0]} className="flex items-end gap-2" preventScrollReset>
        {[...new URLSearchParams(search)]
          .filter(([name]) => name !== "find")
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <TextInput
          key={find}
          id="find"
          name="find"
          label="Find another customer"
          defaultValue={find}
          className="min-w-0 flex-1"
          autoComplete="off"
        />
        <Button icon={Search} label="Find" size="lg" />
      </Form>
      {find && others.length === 0 && <p className="text-sm text-quiet">No other customer matches.</p>}
      <ul className="grid gap-2">
        {others.map((one) => (
          <li key={one.id} className="rounded-md border border-line px-3 py-2">
            <p className="truncate font-medium">{one.name || "Unknown name"}</p>
            <p className="num text-sm text-quiet wrap-anywhere">
              {[
                one.msisdn && showPhone(one.msisdn),
                one.email,
                ...new Set(one.identities.map(({ channel }) => channelNames[channel])),
              ]
                .filter(Boolean)
                .join(", ")}
            </p>
            {differences(person, one).map((words) => (
              <p key={words} className="mt-1 text-sm text-warn wrap-anywhere">
                {words}
              </p>
            ))}
            <PersonPost action={action} person={person.id} other={one.id}>
              <Button icon={Merge} name="intent" value="merge" className="mt-2" working={working}>
                Merge into {person.name || "this customer"}
              </Button>
            </PersonPost>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What both say differently: the one that stays keeps its own. */
function differences(one: ChatPerson, other: ChatPerson): string[] {
  const pairs = [
    ["Number", one.msisdn, other.msisdn],
    ["Email", one.email, other.email],
  ] as const;
  return pairs.flatMap(([name, mine, theirs]) =>
    mine && theirs && mine !== theirs ? [`${name}: ${mine} stays, not ${theirs}.`] : [],
  );
}

function PersonPost(props: { action: string; person: number; other: number; children: React.ReactNode }) {
  const { action, person, other, children } = props;
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="person_id" value={person} />
      <input type="hidden" name="other" value={other} />
      {children}
    </Form>
  );
}
