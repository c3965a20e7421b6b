import { Form, useNavigation } from "@remix-run/react";
import { Square } from "lucide-react";
import { commas } from "../../../rules/format";
import type { SurveyInstanceDetail } from "../../../services/survey/contract.instances";
import { href } from "../../href";
import { PostResult } from "../post-result";
import type { LastPost } from "../refused-post";
import { Button, LinkButton } from "../ui/button";
import { PageHeader } from "../ui/page-header";
import { useRunBase } from "./base";

/** The last step before a run is closed early. */
export function CloseRun({ run, last }: { run: SurveyInstanceDetail; last: LastPost }) {
  const base = useRunBase();
  const working = useNavigation().state === "submitting";
  const here = href(base, { id: run.id });
  return (
    <div className="max-w-[760px]">
      <PostResult last={last} />
      <PageHeader
        title={`Close ${run.name}?`}
        text={`No one is asked anything more. ${commas(run.waiting_count)} people were not asked yet. What was answered is kept, and a closed run can't be resumed.`}
        back={{ label: run.name, to: here }}
      />
      <Form method="post" className="flex flex-wrap gap-2">
        <Button variant="danger" size="lg" icon={Square} working={working}>
          Close the run
        </Button>
        <LinkButton to={here} size="lg">
          Keep it
        </LinkButton>
      </Form>
    </div>
  );
}
