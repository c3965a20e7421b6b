// /survey/:uuid/interview/:id/break-off - why an interview is broken off, and whether it can be gone on with
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { breakOffNames, breakOffReasons, endsInterview } from "../../rules/survey/interviews";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { TextArea } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, page } from "../shell/page.server";
import { fetchInterview, interviewId } from "./interviewing/interview.server";

const path = "/survey/:uuid/interview/:id/break-off";

export const meta = titled("Break off an interview");

export const loader = page(path, async ({ api, params }) => {
  return { interview: await fetchInterview(api, params) };
});

const BreakOffFields = z.object({
  reason: z.enum(breakOffReasons, { error: "Choose the reason." }),
  note: typedText,
});

export const action = act(path, BreakOffFields, async ({ api, params, value, refuse, from }) => {
  const { uuid } = params;
  const id = interviewId(params);
  const broken = await api.survey.breakOffInterview({ params: { id }, body: value });
  if (broken.status !== 201) return refuse(broken.body);
  return done(from, href("/survey/:uuid/interview", { uuid }), "Interview broken off");
});

export default function BreakOff() {
  const { interview } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { id, uuid, title, place } = interview;
  const errors = fieldErrors(last);
  const chosen = typedValue(last, "reason");
  const working = useNavigation().state === "submitting";
  const here = href("/survey/:uuid/interview/:id", { uuid, id });
  return (
    <div className="max-w-[720px]">
      <PostResult last={last} idOf={(name) => `break-off-${name}`} />
      <PageHeader
        title="Break off the interview"
        back={{ label: title, to: here }}
        text={`It is at question ${place}. The answers so far are kept.`}
      />
      <Form method="post" className="grid gap-5">
        <CheckboxGroup id="break-off-reason" legend="Reason" errors={errors.reason ?? []} boxed>
          {breakOffReasons.map((reason) => (
            <Checkbox
              key={reason}
              type="radio"
              name="reason"
              value={reason}
              label={breakOffNames[reason]}
              help={endsInterview(reason) ? "The response ends here." : "You or someone else can continue later."}
              defaultChecked={chosen === reason}
            />
          ))}
        </CheckboxGroup>
        <TextArea
          id="break-off-note"
          name="note"
          label="Note"
          optional
          rows={3}
          maxLength={500}
          help="For the next interviewer, such as when to call."
          defaultValue={typedValue(last, "note") ?? ""}
          errors={errors.note ?? []}
        />
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" size="lg" working={working}>
            Break off
          </Button>
          <LinkButton to={here} size="lg">
            Back to the question
          </LinkButton>
        </div>
      </Form>
    </div>
  );
}
