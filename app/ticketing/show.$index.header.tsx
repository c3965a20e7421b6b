// /ticketing/show/:index/header - a ticket as a whole: its clocks; merge, un-merge, delete
import type { SubmissionResult } from "@conform-to/react";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Merge, Trash2 } from "lucide-react";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { TextInput } from "../kit/ui/field";
import { act, page } from "../shell/page.server";
import { ClocksCard } from "./ticket/clocks-card";
import { changeWhole, HeaderForm } from "./ticket/header.server";
import { loadTicket } from "./ticket/ticket.server";
import { TicketFrame } from "./ticket/ticket-frame";

const path = "/ticketing/show/:index/header";

export const meta = titledBy<typeof loader>(({ data }) => `Merge or delete #${data?.ticket.id ?? ""}`);

export const loader = page(path, async (given) => {
  const base = await loadTicket(given);
  const answer = await given.api.ticketing.similar({ params: { id: base.ticket.id } });
  const similar = answer.status === 200 ? answer.body.data.filter((other) => other.merged_into === null) : [];
  return { ...base, similar: similar.slice(0, 8).map(({ id, subject, reasons }) => ({ id, subject, reasons })) };
});

export const action = act(path, HeaderForm, changeWhole);

export default function Header() {
  const { ticket, zone, now, oversees, similar } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const reply = last?.reply as SubmissionResult | undefined;
  const errors = (name: string) => reply?.error?.[name] ?? [];
  const typed = (name: string) => String(reply?.initialValue?.[name] ?? "");
  const gone = ticket.deleted_at !== null || ticket.merged_into !== null;
  return (
    <TicketFrame {...{ ticket, zone, now, oversees }}>
      <PostResult last={last} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ClocksCard ticket={ticket} zone={zone} now={now} />
        {oversees && !gone && (
          <div className="grid min-w-0 gap-4">
            <section className="card" aria-label="Merge">
              <div className="card-head">
                <h2>Merge other tickets into this one</h2>
              </div>
              <Form method="post" className="grid gap-3 p-4">
                <p className="text-sm text-quiet">Their comments and files move here. You can undo each merge later.</p>
                {similar.length > 0 && (
                  <CheckboxGroup id="similar" legend="Tickets like this one" boxed>
                    {similar.map((other) => (
                      <Checkbox
                        key={other.id}
                        name="similar"
                        value={other.id}
                        label={`#${other.id} ${other.subject}`}
                        help={other.reasons.join(", ")}
                      />
                    ))}
                  </CheckboxGroup>
                )}
                <TextInput
                  id="numbers"
                  name="numbers"
                  label="Or by number"
                  help="Separate several with a comma or a space."
                  defaultValue={typed("numbers")}
                  errors={errors("numbers")}
                  autoComplete="off"
                />
                <div>
                  <Button icon={Merge} name="intent" value="merge" working={working}>
                    Merge into #{ticket.id}
                  </Button>
                </div>
              </Form>
              <Form method="post" className="grid gap-3 border-t border-line p-4">
                <TextInput
                  id="target"
                  name="target"
                  label="Or merge this ticket into another: its number"
                  defaultValue={typed("target")}
                  errors={errors("target")}
                  autoComplete="off"
                />
                <div>
                  <Button icon={Merge} name="intent" value="merge into" working={working}>
                    Merge #{ticket.id} into it
                  </Button>
                </div>
              </Form>
            </section>
            <section className="card" aria-label="Delete">
              <div className="card-head">
                <h2>Delete</h2>
              </div>
              <Form method="post" className="grid gap-3 p-4">
                <p>
                  #{ticket.id} with its {ticket.comments} {ticket.comments === 1 ? "comment" : "comments"} and{" "}
                  {ticket.files_count} {ticket.files_count === 1 ? "file" : "files"} is removed from all lists and
                  reports. You can restore it for 30 days.
                </p>
                <div className="flex flex-wrap gap-2">
                  <Button variant="danger" icon={Trash2} name="intent" value="delete" working={working}>
                    Delete #{ticket.id}
                  </Button>
                  <LinkButton to={href("/ticketing/show/:index", { index: ticket.id })}>Keep it</LinkButton>
                </div>
              </Form>
            </section>
          </div>
        )}
        {ticket.merged.length > 0 && (
          <section className="card" aria-label="Merged into this ticket">
            <div className="card-head">
              <h2>Merged into this ticket</h2>
            </div>
            <ul className="divide-y divide-line">
              {ticket.merged.map((source) => (
                <li key={source.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    <span className="num text-quiet">#{source.id}</span> {source.subject}
                    <span className="block text-sm text-quiet">
                      by {source.merged_by}, <DateTime at={source.merged_at} zone={zone} />
                    </span>
                  </span>
                  {oversees && (
                    <Form method="post">
                      <input type="hidden" name="source" value={source.id} />
                      <Button name="intent" value="unmerge" working={working}>
                        Undo merge<span className="sr-only">: #{source.id}</span>
                      </Button>
                    </Form>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </TicketFrame>
  );
}
