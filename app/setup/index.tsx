// /setup - Apps: a tile per product with its state for this account, and what it needs to work (Q165)
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Product } from "../../rules/access";
import { productName } from "../../rules/product-names";
import type { ProductTile } from "../../services/billing/contract.products";
import { mustSubscribe } from "../access";
import { href } from "../href";
import { tileStatus, wordsBeside } from "../kit/money/labels";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { expectStatus, page } from "../shell/page.server";

export const meta = titled("Apps");

export const loader = page("/setup", async ({ api, viewer }) => {
  if (mustSubscribe(viewer)) throw redirect(href("/subscribe"));
  return { tiles: expectStatus(await api.billing.products({}), 200).data };
});

/** Products with a page of their own here; of another the plans are its page. */
const pages: Partial<Record<Product, string>> = {
  SMS: href("/setup/sms"),
  Email: href("/setup/email"),
  Voice: href("/setup/voice"),
  Chats: href("/setup/chats"),
  Whatsapp: href("/setup/whatsapp"),
  Airtime: href("/setup/airtime"),
  Payments: href("/setup/payments"),
  Surveys: href("/setup/surveys"),
};

function Tile({ tile }: { tile: ProductTile }) {
  const { kind, word } = tileStatus(tile);
  const to = pages[tile.product] ?? href("/subscribe/:product", { product: tile.product });
  return (
    <li className="card relative flex flex-col p-4 hover:border-field">
      <div className="flex items-center gap-3">
        <h3 className="font-semibold">
          <Link to={to} className="after:absolute after:inset-0">
            {productName(tile.product)}
          </Link>
        </h3>
        <span className="ml-auto text-sm">
          <Status kind={kind}>{word}</Status>
        </span>
      </div>
      <p className="mt-1 text-sm text-quiet">{tile.about}</p>
      {wordsBeside(tile) && <p className="mt-2 text-sm">{wordsBeside(tile)}</p>}
      {tile.needs.length > 0 && (
        <p className="mt-auto pt-2 text-xs text-quiet">Needs: {tile.needs.map(({ what }) => what).join("; ")}</p>
      )}
    </li>
  );
}

const groups: { title: string; state: ProductTile["state"] | "coming" }[] = [
  { title: "In use", state: "active" },
  { title: "Requested", state: "requested" },
  { title: "Available", state: "available" },
  { title: "Coming", state: "coming" },
];

function groupOf(tile: ProductTile) {
  return tile.coming && tile.detail === "available" ? "coming" : tile.state;
}

export default function Apps() {
  const { tiles } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Apps"
        text="Products this account uses, has requested or can add."
        actions={
          <>
            <LinkButton to={href("/setup/requests")}>Your requests</LinkButton>
            <LinkButton to={href("/settings/products")}>Your plans</LinkButton>
            <LinkButton to={href("/subscribe")} variant="primary">
              Products and plans
            </LinkButton>
          </>
        }
      />
      {groups.map(({ title, state }) => {
        const some = tiles.filter((tile) => groupOf(tile) === state);
        if (some.length === 0) return null;
        return (
          <section key={state} className="mb-6" aria-labelledby={`apps-${state}`}>
            <h2 id={`apps-${state}`} className="mb-2 font-semibold">
              {title} <span className="num font-normal text-quiet">{some.length}</span>
            </h2>
            <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
              {some.map((tile) => (
                <Tile key={tile.product} tile={tile} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
