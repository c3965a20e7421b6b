// /survey/interview - which survey somebody is asked whose number is known (?phone=&name=&from=ticket/12)
import { useLoaderData } from "@remix-run/react";
import { ClipboardList } from "lucide-react";
import { showPhone } from "../../rules/phone";
import { href } from "../href";
import { titled } from "../kit/title";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { personFrom } from "./interviewing/person";

export const meta = titled("Interview someone");

export const loader = page("/survey/interview", async ({ api, url }) => {
  const query = { status: "published", per_page: 100, sort: "title" } as const;
  return { surveys: expectStatus(await api.survey.surveys({ query }), 200), person: personFrom(url) };
});

export default function ChooseSurvey() {
  const { surveys, person } = useLoaderData<typeof loader>();
  const { phone, name } = person;
  const whom = [name, phone && showPhone(phone)].filter(Boolean).join(", ");
  return (
    <>
      <PageHeader
        title="Interview someone"
        back={{ label: "Surveys", to: href("/survey") }}
        text={whom ? `Choose the survey that you ask ${whom}.` : "Choose the survey that you ask."}
      />
      <Card label="Published surveys" className="max-w-[720px]">
        {surveys.data.length === 0 ? (
          <EmptyState
            icon={ClipboardList}
            title="No published survey"
            text="A survey can be asked once it is published."
          />
        ) : (
          <ul className="divide-y divide-line">
            {surveys.data.map(({ uuid, title, questions_count }) => (
              <li key={uuid} className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 py-3">
                <Link
                  className="link wrap-anywhere"
                  to={href("/survey/:uuid/interview", { uuid }, { phone, name, from: person.from })}
                >
                  {title}
                </Link>
                <span className="num text-sm text-quiet">
                  {questions_count} {questions_count === 1 ? "question" : "questions"}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {surveys.total > surveys.data.length && (
        <p className="mt-3 text-quiet">
          The first {surveys.data.length} of {surveys.total} published surveys. Others are in the{" "}
          <Link className="link" to={href("/survey", undefined, { status: "published" })}>
            list of surveys
          </Link>
          .
        </p>
      )}
    </>
  );
}
