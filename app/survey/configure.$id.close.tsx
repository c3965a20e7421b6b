// /survey/configure/:id/close - the last step before a run is closed early
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Square } from "lucide-react";
import { z } from "zod";
import { commas } from "../../rules/format";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, page } from "../shell/page.server";
import { loadRun, parseRunId } from "./runs/run.server";

const path = "/survey/configure/:id/close";

export const meta = titled("Close a run");

export const loader = page(path, async (given) => ({ run: await loadRun(given) }));

export const action = act(path, z.object({}), async ({ api, params, refuse, from }) => {
  const id = parseRunId(params.id);
  const answer = await api.survey.moveInstance({ params: { id }, body: { move: "close" } });
  return answer.status === 201
    ? done(from, href("/survey/configure/:id", { id }), "The run is closed")
    : refuse(answer.body);
});

export default function CloseRun() {
  const { run } = useLoaderData<typeof loader>();
  const working = useNavigation().state === "submitting";
  const here = href("/survey/configure/:id", { id: run.id });
  return (
    <div className="max-w-[760px]">
      <PostResult last={useActionData<typeof action>()} />
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
