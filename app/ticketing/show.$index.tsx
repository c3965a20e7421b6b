// /ticketing/show/:index - a ticket: its clocks, what was said, who it is for, who does it
import { useLoaderData, useNavigation } from "@remix-run/react";
import { mayOpen } from "../access";
import { href } from "../href";
import { titledBy } from "../kit/title";
import { Link } from "../kit/ui/link";
import { page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { ClocksCard } from "./ticket/clocks-card";
import { CommentsPanel, FileLinks } from "./ticket/comments-panel";
import { CustomerCard } from "./ticket/customer-panel";
import { MembersCard } from "./ticket/member-panel";
import { commentDraft, loadComments, loadReplyChannels, loadTicket, loadTicketChoices } from "./ticket/ticket.server";
import { TicketFrame } from "./ticket/ticket-frame";
import { UpdatePanel } from "./ticket/update-panel";

export const meta = titledBy<typeof loader>(({ data }) =>
  data ? `#${data.ticket.id} ${data.ticket.subject}` : "Ticket",
);

export const loader = page("/ticketing/show/:index", async (given) => {
  const [base, choices] = await Promise.all([loadTicket(given), loadTicketChoices(given)]);
  const [comments, channels] = await Promise.all([
    loadComments(given, base.ticket),
    loadReplyChannels(given, base.ticket),
  ]);
  const mayInterview = mayOpen(given.viewer, routeFor("/survey/interview"));
  return { ...base, mayInterview, choices, comments, channels, draft: commentDraft(given, base.ticket, comments) };
});

export default function ShowTicket() {
  const loaded = useLoaderData<typeof loader>();
  const { ticket, zone, now, oversees, mayInterview, choices, comments, channels, draft } = loaded;
  const { state, formAction } = useNavigation();
  const saving = state === "submitting" && formAction === href("/ticketing/show/:index/update", { index: ticket.id });
  return (
    <TicketFrame {...{ ticket, zone, now, oversees }}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-4">
          <section className="card" aria-label="Description">
            <div className="card-head">
              <h2>Description</h2>
              <Link className="link ml-auto text-sm" to={href("/ticketing/show/:index/details", { index: ticket.id })}>
                Change<span className="sr-only"> the description, the files and the items</span>
              </Link>
            </div>
            <p className="px-4 py-3 whitespace-pre-wrap wrap-anywhere">
              {ticket.description || <span className="text-quiet">No description.</span>}
            </p>
            <div className="px-4 pb-3 empty:hidden">
              <FileLinks files={ticket.files.filter((file) => file.comment_id === null)} />
            </div>
          </section>
          <CommentsPanel ticket={ticket} comments={comments} draft={draft} channels={channels} zone={zone} />
          <ClocksCard ticket={ticket} zone={zone} now={now} />
        </div>
        <div className="grid min-w-0 gap-4">
          {!ticket.deleted_at && ticket.merged_into === null && (
            <UpdatePanel ticket={ticket} choices={choices} zone={zone} working={saving} onChange="save" />
          )}
          <CustomerCard ticket={ticket} mayInterview={mayInterview} />
          <MembersCard ticket={ticket} choices={choices} />
        </div>
      </div>
    </TicketFrame>
  );
}
