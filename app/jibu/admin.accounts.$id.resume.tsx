// /jibu/admin/accounts/:id/resume - lifts the platform's suspension of an account
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CirclePlay } from "lucide-react";
import { showDate } from "../../rules/format";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { titled } from "../kit/title";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { AccountStatusForm, AccountStatusInput } from "./accounts/account-status-form";

const path = "/jibu/admin/accounts/:id/resume";

export const meta = titled("Resume an account");

export const loader = page(path, async ({ api, params, viewer }) => {
  const account = expectStatus(await api.identity.account({ params: { account: params.id } }), 200);
  if (account.state === "active") throw redirect(href("/jibu/admin/accounts/:id", { id: account.number }));
  return { account, zone: viewer.time_zone };
});

export const action = act(path, AccountStatusInput, async ({ api, value, refuse, from, params }) => {
  const answer = await api.identity.resumeAccount({ params: { account: params.id }, body: value });
  if (answer.status !== 201) return refuse(answer.body);
  const { name, state } = answer.body;
  const words = state === "active" ? `${name} is resumed.` : `${name} stays suspended by its reseller.`;
  return done(from, href("/jibu/admin/accounts/:id", { id: params.id }), words);
});

export default function ResumeAccount() {
  const { account, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const back = href("/jibu/admin/accounts/:id", { id: account.number });
  return (
    <div className="max-w-[760px]">
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title={`Resume ${account.name}?`}
        text="It can send and buy again at once. Its users must resume paused work."
        back={{ label: account.name, to: back }}
      />
      <DescriptionList
        facts={[
          { label: "Account", value: account.name, note: account.number },
          {
            label: "Suspended",
            value: account.suspended_why || "Without a reason",
            note: account.suspended_at ? showDate(account.suspended_at, zone) : "",
          },
        ]}
      />
      <AccountStatusForm
        button={`Resume ${account.name}`}
        icon={CirclePlay}
        kind="primary"
        help="Recorded in the account's activities and in ours."
        back={back}
        last={last}
      />
    </div>
  );
}
