// /user/profile/sessions - where one is signed in, and the way to end it
import type { MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { LogOut } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import type { SessionInfo } from "../../services/identity/contract.profile";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { Button } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { type Column, Table } from "../kit/ui/table";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/user/profile/sessions";

const End = z.object({
  intent: z.enum(["one", "others", "all"]),
  id: z.uuid("There is no such session.").optional(),
});

export const meta: MetaFunction = () => [{ title: `Sessions - ${brand.name}` }];

export const loader = page(path, async ({ api, viewer }) => ({
  sessions: expectStatus(await api.identity.sessions(), 200).data,
  zone: viewer.time_zone,
}));

export const action = act(path, End, async ({ api, value, refuse, from }) => {
  const back = href(path);
  if (value.intent === "one" && value.id) {
    const answer = await api.identity.endSession({ params: { id: value.id } });
    return answer.status === 200 ? done(from, back, answer.body.message) : refuse(answer.body);
  }
  const answer = await api.identity.endSessions({ body: { keep_this: value.intent !== "all" } });
  if (answer.status !== 200) return refuse(answer.body);
  if (value.intent === "all") return redirect(href("/login"));
  const { ended } = answer.body;
  return done(
    from,
    back,
    ended === 0 ? "You were signed in here only." : `${ended} signed out. You stay signed in here.`,
  );
});

export default function Sessions() {
  const { sessions, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const columns: Column<SessionInfo>[] = [
    {
      name: "device",
      label: "Device",
      wide: true,
      mobileOrder: 1,
      cell: (session) => <b className="font-medium">{session.device}</b>,
    },
    {
      name: "here",
      label: "State",
      alignEnd: true,
      mobileOrder: 2,
      cell: (session) => (
        <Status kind={session.current ? "good" : "none"}>{session.current ? "This one" : "Signed in"}</Status>
      ),
    },
    { name: "address", label: "Address", muted: true, mobileOrder: 3, cell: (session) => session.address || "unknown" },
    {
      name: "seen",
      label: "Last used",
      mobileOrder: 4,
      cardLabel: "Last used",
      cell: (session) => <DateTime at={session.last_seen} zone={zone} />,
    },
    {
      name: "since",
      label: "Since",
      muted: true,
      mobileOrder: 5,
      cardLabel: "Since",
      cell: (session) => <DateTime at={session.since} zone={zone} />,
    },
  ];
  return (
    <>
      <PageHeader
        title="Sessions"
        text="Where you are signed in. If you don't know one of them, end it and change your password."
        back={{ label: "Profile", to: href("/user/profile") }}
        actions={
          <Form method="post" className="flex flex-wrap gap-2">
            <Button name="intent" value="others" working={working}>
              Sign out elsewhere
            </Button>
            <Button variant="danger-outline" name="intent" value="all" icon={LogOut} working={working}>
              Sign out everywhere
            </Button>
          </Form>
        }
      />
      <ActionNotice notice={last?.notice} />
      <Card label="Sessions">
        <CardHead count={String(sessions.length)} unit={sessions.length === 1 ? "session" : "sessions"} />
        <Table
          label="Sessions"
          columns={columns}
          rows={sessions}
          id={(session) => session.id}
          action={(session) =>
            session.current ? null : (
              <Form method="post">
                <input type="hidden" name="id" value={session.id} />
                <Button variant="ghost" name="intent" value="one">
                  End<span className="sr-only"> {session.device}</span>
                </Button>
              </Form>
            )
          }
        />
      </Card>
    </>
  );
}
