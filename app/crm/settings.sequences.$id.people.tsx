// /crm/settings/sequences/:id/people - the leads and contacts that are or were in a sequence
import { useLoaderData } from "@remix-run/react";
import { Users } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { useEventRevalidate } from "../shell/live";
import { sequencePeopleList } from "./settings.sequences.$id.people.list";

const path = "/crm/settings/sequences/:id/people";

export const meta = titled("People in a sequence");

export const loader = listLoader(path, sequencePeopleList);

export default function SequencePeople() {
  const found = useLoaderData<typeof loader>();
  const { id, name } = found.facts.sequence;
  useEventRevalidate(["lead", "crm_contact"]);
  return (
    <ListPage
      list={sequencePeopleList}
      found={found}
      trail={[
        { label: "Sequences", to: href("/crm/settings/sequences") },
        { label: name, to: href("/crm/settings/sequences/:id", { id }) },
      ]}
      empty={{
        icon: Users,
        title: "No one is in it yet",
        text: "Open a lead or a contact and put it in, or choose several in their list.",
      }}
    />
  );
}
