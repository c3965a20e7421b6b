import { z } from "zod";
import { commas } from "../../../rules/format";
import { showPhone } from "../../../rules/phone";
import { paging } from "../../../services/kit/contract";
import { DateTime } from "../../kit/date-time";
import { type ListRequest, list } from "../../kit/lists/definition";
import { blastInPath, recipientColumns } from "./recipient-columns";

/** Who followed the links of one blast, whose id is in the path. */
export const clicks = list({
  path: "/sms/history/:id/clicks",
  file: ({ blast }: { blast: number }) => `sms-${blast}-clicks`,
  noun: ["opened link", "opened links"],
  search: z.object({
    ...paging,
    by: z.enum(["people", "programs"]).optional().catch(undefined),
    q: z.string().trim().max(100).catch("").default(""),
  }),
  find: "Name, number or link",
  facts: async ({ params }: ListRequest) => ({ blast: blastInPath(params.id) }),
  rows: ({ api, params }, query) => api.messaging.linkClicks({ params: { id: blastInPath(params.id) }, query }),
  filters: () => [
    {
      name: "by",
      label: "Opened by",
      choices: [
        { value: "people", label: "Recipient" },
        { value: "programs", label: "Programs only" },
      ],
    },
  ],
  columns: ({ zone }) => [
    ...recipientColumns,
    { name: "link", label: "Link", wide: true, clip: true, mobileOrder: 5, value: ({ target }) => target },
    {
      name: "clicks",
      label: "Clicks",
      align: "right",
      alignEnd: true,
      mobileOrder: 2,
      value: (click) => click.clicks,
      cell: ({ clicks: count }) => (
        <>
          {commas(count)}
          <span className="text-quiet sm:hidden"> {count === 1 ? "click" : "clicks"}</span>
        </>
      ),
    },
    { name: "programs", label: "By programs", align: "right", hideOnSmall: true, value: (click) => click.programs },
    {
      name: "first",
      label: "First click",
      muted: true,
      alignEnd: true,
      mobileOrder: 4,
      value: (click) => click.first_at,
      cell: ({ first_at }) => (first_at ? <DateTime at={first_at} zone={zone} /> : "Programs only"),
    },
    { name: "last", label: "Last click", extra: true, value: (click) => click.last_at },
  ],
  id: ({ id }) => String(id),
  called: ({ name, msisdn }) => name || showPhone(msisdn),
});
