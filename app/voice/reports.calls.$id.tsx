// /voice/reports/calls/:id - one call: what was told of it, its disposition and its recording (drawer)

import { Form, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { Play } from "lucide-react";
import { mayOpen } from "../access";
import { href } from "../href";
import { numberWords, statusWords, took, typeWords } from "../kit/call-labels";
import { DateTime } from "../kit/date-time";
import { InterviewLink } from "../kit/interview-link";
import { PostResult } from "../kit/post-result";
import { NoFields } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { KeyValues } from "../kit/ui/description-list";
import { Drawer } from "../kit/ui/drawer";
import { Link } from "../kit/ui/link";
import { SoundPlayer } from "../kit/ui/sound-player";
import { Status } from "../kit/ui/status";
import { act, expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";

const path = "/voice/reports/calls/:id";

export const loader = page(path, async ({ api, params, viewer }) => ({
  call: expectStatus(await api.voice.callRecord({ params: { id: Number(params.id) || 0 } }), 200),
  zone: viewer.time_zone,
  mayInterview: mayOpen(viewer, routeFor("/survey/interview")),
}));

/** Who listens is in the activities: the sound is asked for by a post, and not with the page. */
export const action = act(path, NoFields, async ({ api, params, refuse, stay }) => {
  const answer = await api.voice.recording({ params: { id: Number(params.id) || 0 } });
  return answer.status === 201 ? stay({ sound: answer.body.url }) : refuse(answer.body, { sound: "" });
});

export default function Call() {
  const { call, zone, mayInterview } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const sound = last && "sound" in last ? last.sound : "";
  const working = useNavigation().state === "submitting";
  const { search } = useLocation();
  const rows = [
    { label: "Time", value: <DateTime at={call.startedAt} zone={zone} /> },
    { label: "In or out", value: typeWords[call.type] },
    { label: "Agent", value: call.userName },
    ...(call.queue ? [{ label: "Queue", value: call.queue }] : []),
    ...(call.ourNumber ? [{ label: "Our number", value: numberWords(call.ourNumber) }] : []),
    { label: "Rang", value: took(call.ringDuration) },
    { label: "Talked", value: took(call.answered ? call.callDuration : null) },
    { label: "of it on hold", value: took(call.answered ? call.holdDuration : null) },
    { label: "Wrap-up", value: took(call.status === "Complete" ? call.wrapDuration : null) },
    { label: "Disposition", value: call.disposition || "Not set" },
    ...(call.transferredBy ? [{ label: "Transferred by", value: call.transferredBy }] : []),
    ...(call.transferredTo ? [{ label: "Transferred to", value: numberWords(call.transferredTo) }] : []),
    ...(call.consultation ? [{ label: "Kind", value: "Agents spoke about a caller. No figure counts it." }] : []),
    ...(call.note ? [{ label: "Note", value: call.note }] : []),
  ];
  return (
    <Drawer title={call.name || numberWords(call.phoneNumber)} close={`${href("/voice/reports/calls")}${search}`}>
      <PostResult last={last} />
      <div className="grid gap-5">
        <p className="flex items-center gap-3">
          <Status kind={statusWords[call.status].kind}>{statusWords[call.status].word}</Status>
          {call.name && <span className="num text-quiet">{numberWords(call.phoneNumber)}</span>}
        </p>
        <KeyValues rows={rows} />
        {call.endedAt && !call.consultation && (
          <p>
            <LinkButton to={href("/voice/dispositions/disposition-form", undefined, { call: call.id })}>
              {call.disposition ? "Change the disposition" : "Set the disposition"}
            </LinkButton>
          </p>
        )}
        {mayInterview && call.phoneNumber && !call.consultation && (
          <p>
            <InterviewLink phone={call.phoneNumber} name={call.name} source={`call/${call.id}`} />
          </p>
        )}
        {call.recorded && (
          <section aria-label="Recording">
            <h3 className="mb-2 font-semibold">Recording</h3>
            {sound ? (
              <SoundPlayer src={sound} label="Recording of the call" />
            ) : (
              <Form method="post" preventScrollReset>
                <Button icon={Play} working={working}>
                  Listen, {took(call.recordingSeconds)}
                </Button>
                <p className="mt-1 text-sm text-quiet">The account's activities show who listened.</p>
              </Form>
            )}
          </section>
        )}
        {call.consultations.length > 0 && (
          <section aria-label="Consultations">
            <h3 className="mb-2 font-semibold">Asked before a transfer</h3>
            <ul className="grid gap-1 text-sm">
              {call.consultations.map(({ id, userName, phoneNumber, status }) => (
                <li key={id} className="flex justify-between gap-4">
                  <Link className="link" to={href("/voice/reports/calls/:id", { id })}>
                    {userName} and {numberWords(phoneNumber)}
                  </Link>
                  <span className="text-quiet">{statusWords[status].word}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section aria-label="What happened">
          <h3 className="mb-2 font-semibold">What happened</h3>
          <ol className="grid gap-1 text-sm">
            {call.events.map(({ state, status, at }) => (
              <li key={`${at} ${state} ${status}`} className="flex justify-between gap-4">
                <span>{statusWords[status].word}</span>
                <span className="num text-quiet">
                  <DateTime at={at} zone={zone} />
                </span>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </Drawer>
  );
}
