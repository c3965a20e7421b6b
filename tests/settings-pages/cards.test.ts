import { expect, test } from "vitest";
import { apiKeys } from "../../app/settings/api.list";
import { webhooks } from "../../app/settings/api.webhooks.list";
import { broadcasts } from "../../app/whatsapp/inboxes.broadcast-history.list";

const facts = { zone: "Africa/Nairobi", now: 0 } as never;

test.each([apiKeys, webhooks, broadcasts].map((list) => [list.path, list.columns(facts)] as const))(
  "as a card of %s every part has its place, and no figure stands there without words",
  (_, columns) => {
    const parts = columns.filter((one) => !one.hideOnSmall && !one.extra && !one.fileOnly);
    expect(parts.filter((one) => one.mobileOrder === undefined).map(({ name }) => name)).toEqual([]);
    const figures = parts.filter((one) => one.align === "right" && !one.cardLabel && !one.cardUnit);
    expect(figures.map(({ name }) => name)).toEqual([]);
  },
);
