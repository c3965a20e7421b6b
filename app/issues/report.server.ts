import { data } from "@remix-run/node";
import { type IssueChoice, issuesOf } from "../../rules/issue-drawer";
import { returnPath } from "../../rules/return-path";
import type { ServiceClients } from "../../services/modules";
import { issueSource, issueTicket } from "../../services/ticketing/contract.issues";
import type { StoredFile } from "../../services/uploads/contract";
import { href } from "../href";
import type { KeptFile } from "../kit/file-upload";
import type {} from "../shell/context.server";
import { type Admitted, done } from "../shell/page.server";
import type { SessionNotice } from "../shell/session.server";

/** What the drawer needs to be drawn; `products` is missing when ticketing can't be reached. */
export async function reportable(api: ServiceClients) {
  const answer = await api.ticketing.issueProducts();
  return { products: answer.status === 200 ? answer.body.data : undefined };
}

/** What comes back when a report was refused: everything that was typed and every file that was kept. */
export type RefusedReport = {
  choice: IssueChoice;
  files: KeptFile[];
  errors: Partial<Record<keyof IssueChoice | "files", string>>;
  notice?: SessionNotice;
};

const failed = "Sorry, something happened your request could not be completed, try again later";

/** Takes the posted drawer: its files are kept first, so that a refusal loses none of them. */
export async function report({ api, request, url, viewer, from }: Admitted<"/issues/create">) {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data") || !request.body)
    throw new Response("This page accepts forms only.", { status: 400 });
  const received = await api.uploads.form({ query: { purpose: "issue" }, stream: { body: request.body, type } });
  if (received.status !== 201) return refuse(nothingTyped, {}, received.body.message, received.status);
  const { fields, refused } = received.body;
  const values = (name: string) => fields.flatMap(([key, value]) => (key === name ? [value] : []));
  const choice: IssueChoice = {
    product: values("product")[0] ?? "",
    issues: [...new Set(values("issues"))],
    other: values("other").length > 0,
    description: values("description")[0] ?? "",
  };
  const earlier = await Promise.all([...new Set(values("file_id"))].slice(0, 5).map((id) => fileOf(api, id)));
  const files = [...earlier.flatMap((file) => file ?? []), ...received.body.files];
  const typed = { choice, files: files.map(({ id, name, bytes }) => ({ id, name, bytes })) };
  const [wrong] = refused;
  if (wrong) return refuse(typed, { files: `${wrong.name}: ${wrong.message}` });
  const chosen = issuesOf(choice);
  if ("missing" in chosen) return refuse(typed, { [chosen.missing]: chosen.words });
  const offered = await api.ticketing.issueProducts();
  if (offered.status !== 200) return refuse(typed, {}, failed, 503);
  const product = offered.body.data.find(({ id }) => String(id) === choice.product);
  if (!product) return refuse(typed, { product: "Choose a product from the list." });
  if (!choice.other && chosen.issues.some((issue) => !product.issues.includes(issue)))
    return refuse(typed, { issues: `Select issues of ${product.name} only.` });
  const answer = await api.ticketing.reportIssue({
    body: {
      files: files.map(({ id, name, url: link }) => ({ id, name, url: link })),
      jibu_account: viewer.customer_account,
      source: issueSource,
      name: viewer.name,
      tickets: chosen.issues.map((issue) =>
        issueTicket({ issue, product, account: viewer.customer_account, by: { id: viewer.id, name: viewer.name } }),
      ),
    },
  });
  if (answer.status === 201) return done(from, backTo(url), answer.body.message);
  return refuse(typed, {}, answer.status >= 500 ? failed : answer.body.message, answer.status);
}

/** The page that the drawer lies over; without one, the list of reported issues. */
export function backTo(url: URL): string {
  const asked = url.searchParams.get("to");
  return asked ? returnPath(asked) : href("/issues");
}

async function fileOf(api: ServiceClients, id: string): Promise<StoredFile | undefined> {
  const answer = await api.uploads.file({ params: { id } });
  return answer.status === 200 ? answer.body : undefined;
}

type Typed = Pick<RefusedReport, "choice" | "files">;
const nothingTyped: Typed = { choice: { product: "", issues: [], other: false, description: "" }, files: [] };

/** R065: anything but 201 keeps the drawer open; the server's own words are a Warning, a failed request an Error. */
function refuse(typed: Typed, errors: RefusedReport["errors"], message?: string, status = 422) {
  const away = status >= 500;
  const notice: SessionNotice | undefined = message
    ? { level: away ? "error" : "warning", title: away ? "Error" : "Warning", message }
    : undefined;
  return data({ ...typed, errors, ...(notice ? { notice } : {}) } satisfies RefusedReport, {
    status: away ? 503 : status,
  });
}
