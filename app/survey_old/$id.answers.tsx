// /survey_old/:id/answers - all answers to an old survey
import { useLoaderData } from "@remix-run/react";
import { MessageSquareText } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { oldAnswers } from "./$id.answers.list";
import { ReadOnly } from "./parts/old-tabs";

export const meta = titled("Answers to an old survey");

export const loader = listLoader("/survey_old/:id/answers", oldAnswers);

export default function OldAnswers() {
  const found = useLoaderData<typeof loader>();
  const { id, title } = found.facts.survey;
  return (
    <ListPage
      list={oldAnswers}
      found={found}
      text={<ReadOnly />}
      trail={[
        { label: "Old surveys", to: href("/survey_old") },
        { label: title, to: href("/survey_old/:id", { id }) },
      ]}
      empty={{ icon: MessageSquareText, title: "No answers", text: "No import brought answers to this survey." }}
    />
  );
}
