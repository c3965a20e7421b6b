import { z } from "zod";
import { commas } from "../../../rules/format";
import type { LinkFigures } from "../../../services/email/contract.tracking";
import { paging } from "../../../services/kit/contract";
import { href } from "../../href";
import { list } from "../../kit/lists/definition";
import { RowLink } from "../../kit/ui/table";

/** The links of an email: how many people followed each, and for how many a program did. */
export const mailingLinks = list({
  path: "/email/outbox/:id/links",
  file: "email-links",
  noun: ["link", "links"],
  search: z.object(paging),
  rows: ({ api, params }, query) => api.email.mailingLinks({ params: { id: Number(params.id) }, query }),
  facts: async ({ params }) => ({ mailing: Number(params.id) }),
  filters: () => [],
  columns: ({ mailing }) => [
    {
      name: "url",
      label: "Link",
      fixed: true,
      wide: true,
      mobileOrder: 1,
      value: ({ url }: LinkFigures) => url,
      cell: ({ url, link }) => (
        <RowLink to={href("/email/outbox/:id/recipients", { id: mailing }, { link })}>
          <span className="wrap-anywhere">{url}</span>
        </RowLink>
      ),
    },
    {
      name: "people",
      label: "People",
      align: "right",
      alignEnd: true,
      cardUnit: "people",
      mobileOrder: 2,
      value: ({ people }) => people,
      cell: ({ people }) => commas(people),
    },
    { name: "clicks", label: "Clicks", align: "right", hideOnSmall: true, value: ({ clicks }) => clicks },
    {
      name: "programs",
      label: "Requests by programs",
      align: "right",
      hideOnSmall: true,
      value: ({ programs }) => programs,
    },
  ],
  id: ({ link }) => String(link),
  called: ({ url }) => url,
});
