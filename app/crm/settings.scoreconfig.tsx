// /crm/settings/scoreconfig - the rules whose points make a lead's score (Q144)
import { Form, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { Gauge, Pencil, Plus, Trash2 } from "lucide-react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { act, done, expectStatus, page } from "../shell/page.server";
import { SettingsHead } from "./settings/settings-head";

const path = "/crm/settings/scoreconfig";

export const meta = titled("Lead score");

export const loader = page(path, async ({ api }) => ({
  rules: expectStatus(await api.crm.leadScoreRules({}), 200).data,
}));

const DeleteForm = z.object({ delete: z.coerce.number().int().positive() });

export const action = act(path, DeleteForm, async ({ api, value, refuse, from }) => {
  const answer = await api.crm.deleteLeadScoreRule({ params: { id: value.delete } });
  return answer.status === 201 ? done(from, href(path), answer.body.message, "Deleted") : refuse(answer.body);
});

export default function ScoreRules() {
  const { rules } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const add = (
    <LinkButton to={href("/crm/settings/scoreconfig/new")} variant="primary" icon={Plus} preventScrollReset>
      New rule
    </LinkButton>
  );
  return (
    <>
      <PostResult last={last} />
      <SettingsHead
        tab="Score"
        text="A lead's score is the sum of the points of the rules that it matches. A change counts for every lead at once, days are counted each day, and messages from customers each hour."
        actions={rules.length > 0 ? add : undefined}
      />
      <Card label="Rules">
        {rules.length === 0 ? (
          <EmptyState
            icon={Gauge}
            title="No rules yet"
            text="Give points for what makes a sale likely: a referral, a company, a value of 100,000 or more."
            actions={add}
          />
        ) : (
          <ul className="divide-y divide-line">
            {rules.map((rule) => (
              <li key={rule.id} className="flex items-center gap-3 px-4 py-2">
                <p className="min-w-0 flex-1 wrap-anywhere">{rule.words}</p>
                <span className="num font-medium">
                  {rule.points > 0 ? `+${rule.points}` : `−${Math.abs(rule.points)}`}
                </span>
                <LinkButton
                  to={href("/crm/settings/scoreconfig/:id", { id: rule.id })}
                  variant="ghost"
                  icon={Pencil}
                  label={`Change ${rule.words}`}
                  preventScrollReset
                />
                <Form method="post" preventScrollReset>
                  <Button variant="ghost" icon={Trash2} name="delete" value={rule.id} label={`Delete ${rule.words}`} />
                </Form>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Outlet />
    </>
  );
}
