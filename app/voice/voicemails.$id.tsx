// /voice/voicemails/:id - a message that a caller left (drawer)

import { Form, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { Play } from "lucide-react";
import { href } from "../href";
import { numberWords, took } from "../kit/call-labels";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { NoFields } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { KeyValues } from "../kit/ui/description-list";
import { Drawer } from "../kit/ui/drawer";
import { Link } from "../kit/ui/link";
import { SoundPlayer } from "../kit/ui/sound-player";
import { act, expectStatus, page } from "../shell/page.server";
import { readRecordId } from "../shell/record-id.server";

const path = "/voice/voicemails/:id";

export const loader = page(path, async ({ api, params, viewer }) => ({
  message: expectStatus(await api.voice.voicemail({ params: { id: readRecordId(params.id) } }), 200),
  zone: viewer.time_zone,
}));

/** Who listens is in the activities: the sound is asked for by a post, and not with the page. */
export const action = act(path, NoFields, async ({ api, params, refuse, stay }) => {
  const answer = await api.voice.openVoicemail({ params: { id: readRecordId(params.id) } });
  return answer.status === 201 ? stay({ sound: answer.body.url }) : refuse(answer.body, { sound: "" });
});

export default function VoicemailDrawer() {
  const { message, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const sound = last && "sound" in last ? last.sound : "";
  const working = useNavigation().state === "submitting";
  const { search } = useLocation();
  const { listenedAt, listenedBy, ticket } = message;
  const rows = [
    { label: "Time", value: <DateTime at={message.at} zone={zone} /> },
    { label: "Number", value: numberWords(message.phoneNumber) },
    { label: "Our number", value: numberWords(message.ourNumber) },
    {
      label: "Listened to",
      value: listenedAt ? (
        <>
          {listenedBy}, <DateTime at={listenedAt} zone={zone} />
        </>
      ) : (
        "Not yet"
      ),
    },
    {
      label: "Ticket",
      value:
        ticket === null ? (
          "Not opened yet"
        ) : (
          <Link className="link" to={href("/ticketing/show/:index", { index: ticket })}>
            #{ticket}
          </Link>
        ),
    },
  ];
  return (
    <Drawer title={message.name || numberWords(message.phoneNumber)} close={`${href("/voice/voicemails")}${search}`}>
      <PostResult last={last} />
      <div className="grid gap-5">
        <KeyValues rows={rows} />
        {!message.kept && <p className="text-quiet">The sound is older than recordings are kept.</p>}
        {message.kept && sound && <SoundPlayer src={sound} label="Voicemail" />}
        {message.kept && !sound && (
          <Form method="post" preventScrollReset>
            <Button icon={Play} working={working}>
              Listen, {took(message.seconds)}
            </Button>
            <p className="mt-1 text-sm text-quiet">The account's activities show who listened.</p>
          </Form>
        )}
      </div>
    </Drawer>
  );
}
