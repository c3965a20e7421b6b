import { commas } from "../../../rules/format";
import type { BlastDetail } from "../../../services/messaging/contract.blasts";
import { href } from "../../href";
import { some } from "../../kit/compose/cost-labels";
import { Link } from "../../kit/ui/link";

/** The links of the text and who followed them; nothing where it has none. */
export function LinksCard({ blast: { id, status, links } }: { blast: Pick<BlastDetail, "id" | "status" | "links"> }) {
  if (links.length === 0) return null;
  const opened = links.some(({ people, programs }) => people + programs > 0);
  return (
    <section className="card" aria-label="Links">
      <div className="card-head">
        <h2>Links</h2>
        {opened && (
          <Link className="link ml-auto text-sm" to={href("/sms/history/:id/clicks", { id })}>
            See who followed them
          </Link>
        )}
      </div>
      <ul className="divide-y divide-line text-sm">
        {links.map((link) => (
          <li key={link.position} className="grid gap-1 px-4 py-2.5">
            <span className="min-w-0 wrap-anywhere">{link.target}</span>
            <span className="num text-quiet">
              {status === "draft" ? "Each recipient gets a short link of their own." : visitText(link)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function visitText({ people, clicks, programs }: BlastDetail["links"][number]): string {
  const byPeople =
    people === 0
      ? "No one has followed it yet."
      : `${some(people, "recipient")} followed it, ${some(clicks, "click")}.`;
  if (programs === 0) return byPeople;
  return `${byPeople} Opened by programs ${programs === 1 ? "once" : `${commas(programs)} times`}.`;
}
