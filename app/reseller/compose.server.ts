import { createHash } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { href } from "../href";
import { act, expectStatus, page } from "../shell/page.server";
import { blastIn, childChoices, childIn } from "./child.server";
import { type ChildBlastDraft, composeShapes, type Kind } from "./compose";

type ComposePath = "/reseller/bulk" | "/reseller/single";
const confirmPaths = { bulk: "/reseller/bulk/confirm", express: "/reseller/single/confirm" } as const;
type ConfirmPath = (typeof confirmPaths)[Kind];

/** The loader of both forms: the child accounts, and of the chosen one what its message is written with. */
export function composing(path: ComposePath) {
  return page(path, async ({ api, url }) => {
    const { choices, child } = await childChoices(api, url);
    const sending = child ? expectStatus(await api.identity.childSending({ params: { child } }), 200) : undefined;
    const sender = sending?.senders[0]?.sender ?? "";
    const draft: ChildBlastDraft = {
      ...{ child: child ?? "", key: crypto.randomUUID(), group_ids: [], numbers: "", sender, name: "", body: "" },
    };
    return { choices, child, sending, draft };
  });
}

/** Prices the form, or makes its draft in the child's account and goes on to the confirm step; nothing is sent here. */
export function composed(path: ComposePath, kind: Kind) {
  return act(path, composeShapes[kind], async ({ api, value, refuse }) => {
    const { intent, ...given } = value;
    const { child, key, group_ids, numbers, sender, name, body } = given;
    const wanted = { kind, sender, name, body, ...(kind === "bulk" ? { group_ids } : { numbers }) };
    if (intent === "price") {
      const priced = await api.identity.childPrice({ params: { child }, body: { ...wanted, key } });
      if (priced.status === 200) return data({ given, price: priced.body });
      if (priced.status === 404) throw new Response(priced.body.message, { status: 404 });
      return refuse(priced.body);
    }
    // The same form sent twice is one draft; one that was changed after Back is another.
    const hash = createHash("sha256").update(JSON.stringify(wanted)).digest("hex").slice(0, 24);
    const made = await api.identity.childDraft({ params: { child }, body: { ...wanted, key: `${key}-${hash}` } });
    if (made.status === 404) throw new Response(made.body.message, { status: 404 });
    if (made.status !== 201) return refuse(made.body);
    return redirect(href(confirmPaths[kind], undefined, { child, id: made.body.id }));
  });
}

/** The loader of the confirm step: a draft; what was confirmed leads to its messages. */
export function confirming(path: ConfirmPath) {
  return page(path, async ({ api, url, viewer }) => {
    const { child, id } = placeIn(url, path);
    const blast = expectStatus(await api.identity.childBlast({ params: { child, id } }), 200);
    if (blast.status !== "draft") throw redirect(href("/reseller/outboxes", undefined, { child, blast: id }));
    const sending = expectStatus(await api.identity.childSending({ params: { child } }), 200);
    return { blast, sending, zone: viewer.time_zone };
  });
}

/** The action of the confirm step: confirming twice is confirming once. */
export function confirmed(path: ConfirmPath) {
  return act(path, z.object({}), async ({ api, url }) => {
    const { child, id } = placeIn(url, path);
    const answer = await api.identity.childConfirm({ params: { child, id } });
    if (answer.status === 201) return redirect(href("/reseller/outboxes", undefined, { child, blast: id }));
    if (answer.status === 404) throw new Response(answer.body.message, { status: 404 });
    return data({ refused: answer.body.message }, { status: answer.status >= 500 ? 503 : 422 });
  });
}

function placeIn(url: URL, path: ConfirmPath): { child: string; id: number } {
  const [child, id] = [childIn(url), blastIn(url)];
  if (child && id) return { child, id };
  throw redirect(href(path === confirmPaths.bulk ? "/reseller/bulk" : "/reseller/single"));
}
