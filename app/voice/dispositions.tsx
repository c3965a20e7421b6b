// /voice/dispositions - calls that ended and what was said of each
import { useLoaderData } from "@remix-run/react";
import { Tags } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { dispositionList } from "./dispositions.list";

export const meta = titled("Call dispositions");

export const loader = listLoader("/voice/dispositions", dispositionList);

export default function Dispositions() {
  const found = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={dispositionList}
      found={found}
      text="How calls ended, newest first."
      action={({ id, disposition, phoneNumber }) => (
        <LinkButton
          to={href("/voice/dispositions/disposition-form", undefined, { call: id })}
          label={`${disposition ? "Change" : "Set"} the disposition of ${phoneNumber}`}
        >
          {disposition ? "Change" : "Set"}
        </LinkButton>
      )}
      empty={{ icon: Tags, title: "No calls yet", text: "Calls that ended appear here with their dispositions." }}
    />
  );
}
