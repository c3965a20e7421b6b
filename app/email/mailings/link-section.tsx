import { commas } from "../../../rules/format";
import type { LinkFigures } from "../../../services/email/contract.tracking";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";

type LinkSectionProps = {
  mailing: { id: number; clicked: number };
  links: { data: readonly LinkFigures[]; total: number };
};

/** The links of an email by how many people followed them. */
export function LinkSection({ mailing: { id, clicked }, links: { data, total } }: LinkSectionProps) {
  const uncounted = clicked > 0 && data.every(({ people }) => people === 0);
  return (
    <section className="card" aria-label="Links">
      <div className="card-head">
        <h2>Links</h2>
        <Link className="link ml-auto text-sm" to={href("/email/outbox/:id/links", { id })}>
          {total > data.length ? `All ${commas(total)} links` : "As a list"}
        </Link>
      </div>
      {uncounted && (
        <p className="px-4 pt-3 text-sm text-quiet">Clicks of this email were not counted for each link.</p>
      )}
      <ul className="divide-y divide-line">
        {data.map(({ link, url, people, programs }) => (
          <li key={link} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2 text-sm">
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{url}</span>
            <Link className="link num" to={href("/email/outbox/:id/recipients", { id }, { link })}>
              {commas(people)} {people === 1 ? "person" : "people"}
              <span className="sr-only"> followed {url}</span>
            </Link>
            <span className="num text-quiet">{commas(programs)} by programs</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
