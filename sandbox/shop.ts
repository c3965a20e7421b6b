import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { html } from "hono/html";

export type Shop = {
  /** `http://127.0.0.1:<port>`: another origin than ours. */
  url: string;
  /** Where the script line of its pages points, and whose chat it shows. */
  chat: { from: string; key: string };
  close(): Promise<void>;
};

const goods = [
  { name: "43 inch smart TV", price: "KES 32,995" },
  { name: "Fridge, 213 l, two doors", price: "KES 46,500" },
  { name: "Washing machine, 7 kg", price: "KES 38,900" },
  { name: "Laptop, 14 inch, 8 GB", price: "KES 54,995" },
  { name: "Phone, 128 GB, dual SIM", price: "KES 18,750" },
  { name: "Standing fan, 16 inch", price: "KES 4,250" },
];

const style = `body{margin:0;background:#f6f7f6;color:#17201b;font:16px/1.5 system-ui,sans-serif}
header{background:#fff;border-bottom:1px solid #dfe3e0;padding:16px 24px;display:flex;gap:24px}header b{letter-spacing:-.02em}
main{max-width:1100px;margin:0 auto;padding:24px}ul{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:16px}
li{background:#fff;border:1px solid #dfe3e0;border-radius:8px;padding:16px}li p{margin:4px 0 0;font-weight:600}a{color:inherit}
@media(prefers-color-scheme:dark){body{background:#0f1512;color:#e8eeea}header,li{background:#161d19;border-color:#2c3731}}`;

/** The key of a web chat, as its script line has it; nothing for what is none. */
export function chatKey(asked: string | undefined): string | undefined {
  return asked && /^[\w-]{8,64}$/.test(asked) ? asked : undefined;
}

/** A customer's own shop with a web chat in it: pages of another origin, each with the one script line. */
export async function startShop(): Promise<Shop> {
  const chat = { from: "", key: "" };
  const app = new Hono();
  const page = (
    title: string,
    body: unknown,
    // Whose chat is tried: another account's than the demo's.
    key = chat.key,
    search = key === chat.key ? "" : `?a=${key}`,
  ) => html`<!doctype html><html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><title>${title}</title><style>${style}</style>
${chat.from ? html`<script async src="${chat.from}/webchat/v1/loader.js?a=${key}"></script>` : ""}
</head><body><header><b>savanna</b><a href="/${search}">Offers</a><a href="/delivery${search}">Delivery</a></header><main>${body}</main></body></html>`;
  app.get("/", (c) =>
    c.html(
      page(
        "Offers, Savanna Traders",
        html`<h1>Offers for the home</h1><p>Pay with M-Pesa or card. Two years of warranty on everything.</p>
<ul>${goods.map(({ name, price }) => html`<li>${name}<p>${price}</p></li>`)}</ul>`,
        chatKey(c.req.query("a")),
      ),
    ),
  );
  app.get("/delivery", (c) =>
    c.html(
      page(
        "Delivery, Savanna Traders",
        html`<h1>Delivery</h1><p>Nairobi the same day, everywhere else in Kenya within three days.</p>`,
        chatKey(c.req.query("a")),
      ),
    ),
  );
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    chat,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
