// /survey/:uuid/responses - the responses of a survey
import { useLoaderData } from "@remix-run/react";
import { MessageSquareText } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { useLive } from "../kit/use-live";
import { page } from "../shell/page.server";
import { responses } from "./$uuid.responses.list";

export const meta = titled("Responses");

export const loader = page("/survey/:uuid/responses", async (given) => ({
  found: await loadList(responses, given),
  uuid: given.params.uuid,
}));

export default function Responses() {
  const { found, uuid } = useLoaderData<typeof loader>();
  useLive(found.facts.live, 5_000);
  const results = <LinkButton to={href("/survey/:uuid/reports", { uuid })}>See the results</LinkButton>;
  return (
    <ListPage
      list={responses}
      found={found}
      text={`What was answered to ${found.facts.title}. Completed responses are shown unless you choose others.`}
      actions={results}
      empty={{
        icon: MessageSquareText,
        title: "No completed responses yet",
        text: "Share the survey's link. Responses appear here when they are completed.",
        actions: results,
      }}
    />
  );
}
